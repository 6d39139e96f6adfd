"""Files read once by the real process, however many ways they come: the same bytes, name and type read the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from memoryhub.ingest import reading
from memoryhub.ingest.extract import Extracted, ExtractionError


@dataclass(frozen=True, slots=True)
class _Read:
    extracted: Extracted
    insides: tuple[bytes, ...]


_known: dict[tuple[str, ...], _Read | ExtractionError] = {}


@contextmanager
def reading_once() -> Iterator[None]:
    """Inside the block what was read before is not read again."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reading, "read", _remembering)
        yield


_read = reading.read


def _remembering(content: bytes | Path, *, scratch: Path | None = None, **how: Any) -> Extracted:
    data = content.read_bytes() if isinstance(content, Path) else content
    named = (how["name"], how.get("media_type", ""), how.get("kind", ""), str(scratch is not None))
    key = (hashlib.sha256(data).hexdigest(), *named)
    if key not in _known:
        try:
            extracted = _read(content, scratch=scratch, **how)
        except ExtractionError as error:
            _known[key] = error
        else:
            _known[key] = _Read(extracted, tuple(member.file.read_bytes() for member in extracted.members))
    found = _known[key]
    if isinstance(found, ExtractionError):
        raise ExtractionError(found.code, found.message)
    return replace(found.extracted, members=tuple(_unpacked(found, scratch)))


def _unpacked(found: _Read, scratch: Path | None) -> Iterator[Any]:
    for member, data in zip(found.extracted.members, found.insides, strict=True):
        assert scratch is not None
        file = scratch / member.file.name
        file.write_bytes(data)
        yield replace(member, file=file)
