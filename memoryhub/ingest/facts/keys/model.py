"""A term that may become a key, and what is known of the document it stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memoryhub.ingest.facts.model import KeyDraft


@dataclass(frozen=True, slots=True)
class Context:
    """`people` are the names of those who speak; `inner` the words seen with a capital inside a sentence, `small`
    without one.
    """

    people: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    small: frozenset[str] = field(default_factory=frozenset)


Terms = Callable[[str, Context], Iterable[KeyDraft]]
