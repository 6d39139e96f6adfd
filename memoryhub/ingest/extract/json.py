"""JSON and JSON lines that are no conversation: one line for each record, which names every value. Kept as written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from memoryhub.ingest.extract import composing, dating, json_values
from memoryhub.ingest.extract.json_values import Value
from memoryhub.ingest.extract.model import Block, Extracted, ExtractionError
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.tables import AFTER_NAME, BETWEEN

KIND = "json"
SUFFIXES = {".json", ".jsonl", ".ndjson", ".geojson", ".jsonld", ".webmanifest", ".ipynb"}
MEDIA_TYPES = {"application/json", "application/jsonl", "application/x-ndjson", "application/x-jsonlines"}
# A text as long as this that ends like a sentence is prose rather than a value.
PROSE = 60
STOPS = (".", "!", "?", "。", "！", "？", "…", '."', ".”")
# A record may have thousands of values; a block is looked at as a whole when a piece is cut out.
PAIRS_OF_A_BLOCK = 40
TITLES = ("title", "name")


def claims(source: Source) -> bool:
    """By name or media type; without either if the whole text is sound JSON of objects or arrays."""
    if source.suffix in SUFFIXES or source.media_type in MEDIA_TYPES or source.media_type.endswith("+json"):
        return True
    if source.suffix or source.text.lstrip("\ufeff \n\t")[:1] not in {"{", "["}:
        return False
    try:
        return any(value.members for value in json_values.values(source.text))
    except ExtractionError:
        return False


def read(source: Source) -> Extracted:
    """The text as it is, with its records and its longer texts as blocks. Raises ExtractionError."""
    text = source.text
    composing.refuse_large(len(text.encode()), source)
    found = list(json_values.values(text))
    # A record with many values takes several lines, and what else is in it may stand before the last of them.
    blocks = sorted((block for value in found for block in _blocks(text, value)), key=lambda block: block.start)
    if not any(any(map(str.isalnum, block.text)) for block in blocks):
        raise composing.no_text("the JSON has no values.")
    prose = "\n".join(block.text for block in blocks if block.is_prose)
    return Extracted(
        kind=KIND,
        title=_title(found) or source.stem,
        text=text,
        blocks=tuple(blocks),
        turns=(),
        prose=prose,
        document_date=dating.day_of_title(source.stem),
    )


def _title(found: list[Value]) -> str:
    members = {member.name.casefold(): member for member in found[0].members} if len(found) == 1 else {}
    told = (members[name].scalar for name in TITLES if name in members and members[name].is_text)
    return composing.one_line(next(told, ""))


@dataclass(slots=True)
class _Record:
    """The line of a record while it is put together: (label, value) pairs."""

    pairs: list[tuple[str, Value]] = field(default_factory=list)
    inner: list[tuple[str, Value]] = field(default_factory=list)

    def gather(self, value: Value, label: str) -> None:
        """Take in the values of an object and of the objects in it; lists of records are records of their own."""
        for member in value.members:
            named = f"{label}.{member.name}" if label and member.name else label or member.name
            if member.is_scalar:
                self.pairs.append((named, member))
            elif member.is_array and any(item.members for item in member.members):
                self.inner.append((named, member))
            elif member.is_array:
                self.pairs += [(named, item) for item in member.members]
            else:
                self.gather(member, named)


def _blocks(text: str, value: Value, label: str = "", lead: str = "") -> Iterator[Block]:
    """The blocks of a record, then those of the records in it, each led by what names the outer one."""
    record = _Record()
    if value.is_array:
        for item in value.members:
            if item.members:
                record.inner.append((label, item))
            else:
                record.pairs.append((label, item))
    elif value.is_scalar:
        record.pairs.append((label, value))
    else:
        record.gather(value, label)
    plain = [(name, one) for name, one in record.pairs if one.scalar.strip() and not _is_prose(one)]
    for first in range(0, len(plain), PAIRS_OF_A_BLOCK):
        yield _line(plain[first : first + PAIRS_OF_A_BLOCK], lead, None if first or value.is_array else value.start)
    for _name, one in record.pairs:
        if _is_prose(one):
            yield _paragraph(text, one)
    named = next((f"{name}{AFTER_NAME}{composing.one_line(one.scalar)}{BETWEEN}" for name, one in plain if name), "")
    for name, one in record.inner:
        yield from _blocks(text, one, name, lead if value.is_array else named[: PROSE * 2])


def _is_prose(value: Value) -> bool:
    return value.is_text and len(value.scalar) >= PROSE and value.scalar.rstrip().endswith(STOPS)


def _line(pairs: list[tuple[str, Value]], lead: str, start: int | None) -> Block:
    """`name: Ada | city: Porto`; values under one name stand together."""
    pieces: list[str] = [lead]
    segments: list[tuple[int, int]] = [(0, pairs[0][1].start)]
    length = len(lead)
    before = None
    for name, value in pairs:
        between = "" if before is None else ", " if before == name and name else BETWEEN
        label = f"{name}{AFTER_NAME}" if name and name != before else ""
        said = composing.one_line(value.scalar)
        segments.append((length + len(between) + len(label), value.start + int(value.is_text)))
        pieces += (between, label, said)
        length += len(between) + len(label) + len(said)
        before = name
    end = max(value.end for _name, value in pairs)
    return Block("table", pairs[0][1].start if start is None else start, end, "".join(pieces), tuple(segments))


def _paragraph(text: str, value: Value) -> Block:
    """A longer text as prose; its line breaks become blanks one for one, so that offsets run in step."""
    said = value.scalar.replace("\n", " ").replace("\t", " ")
    return Block("paragraph", value.start + 1, value.end - 1, said, value.segments(text, 0))
