"""How much one document may take to be read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`text_bytes`: of the kept text in UTF-8; `unpacked_bytes`: of all that a packed file holds; `entries`: files in
    it; `pages` of a paged document; `seconds` and `memory_bytes` of the process that reads.
    """

    text_bytes: int = 5 * 2**20
    unpacked_bytes: int = 200 * 2**20
    entries: int = 10_000
    pages: int = 2_000
    seconds: float = 120
    memory_bytes: int = 2 * 2**30
