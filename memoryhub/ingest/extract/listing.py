"""The kept text of a document that is read for the sake of its members: lists of what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract.model import Block, Extracted, Member

KILO = 1024
SHORTEST_BREAK = "\n\n"


def extracted(
    *,
    kind: str,
    title: str,
    lists: Sequence[Sequence[str]],
    members: Sequence[Member],
    document_date: date | None = None,
) -> Extracted:
    """`lists` hold lines; each becomes a table, from which no fact is drawn: names of files say nothing of anybody."""
    text = SHORTEST_BREAK.join("\n".join(lines) for lines in lists if lines)
    return Extracted(
        kind=kind,
        title=title,
        text=text,
        blocks=tuple(_blocks(text)),
        turns=(),
        document_date=document_date,
        members=tuple(members),
    )


def _blocks(text: str) -> Iterator[Block]:
    start = 0
    for part in filter(None, text.split(SHORTEST_BREAK)):
        yield Block("table", start, start + len(part), part, ((0, start),))
        start += len(part) + len(SHORTEST_BREAK)


def line(words: str) -> str:
    """`words` on one line of kept text, whatever they were made of."""
    return text_rules.clean(" ".join(words.split()))


def size(count: int) -> str:
    """A number of bytes as people read it."""
    if count < KILO:
        return f"{count} byte{'' if count == 1 else 's'}"
    if count < KILO * KILO:
        return f"{count / KILO:.1f} KB"
    return f"{count / KILO / KILO:.1f} MB"


def counted(what: Mapping[str, int]) -> list[str]:
    """Lines such as `- 3 folders`, in the order given; `what` has the plural, whose last letter is its ending."""
    return [f"- {count:,} {name if count != 1 else name.removesuffix('s')}" for name, count in what.items() if count]
