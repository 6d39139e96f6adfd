"""What holds for whatever was read, and whose code it was that did not expect a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from memoryhub.core import errors
from memoryhub.ingest import extract
from memoryhub.ingest.extract import Extracted, ExtractionError, Limits

# Readers of our own; the parsers of others are behind the first.
OURS, BOUNDARY = "/memoryhub/", "foreign.py"
ODD = re.compile("[\x00\ud800-\udfff]")


def faults_of(extracted: Extracted, scratch: Path) -> list[str]:
    """Which rules an answer breaks."""
    return [*_text_faults(extracted), *_span_faults(extracted), *_member_faults(extracted, scratch)]


def _text_faults(extracted: Extracted) -> Iterator[str]:
    said = {
        "text": extracted.text,
        "title": extracted.title,
        "blocks": "".join(block.text for block in extracted.blocks),
        "turns": "".join(f"{turn.speaker}{turn.role}{turn.session}{turn.text}" for turn in extracted.turns),
        "places": "".join(place.label for place in extracted.places),
        "properties": "".join([*extracted.properties, *extracted.properties.values()]),
        "paths": "".join(f"{member.path}{member.title}" for member in extracted.members),
    }
    for where, words in said.items():
        if found := ODD.search(words):
            yield f"{found[0]!r} in {where}"
    if not extracted.text.strip() and not extracted.members:
        yield "nothing was read"


def _span_faults(extracted: Extracted) -> Iterator[str]:
    size = len(extracted.text)
    for block in extracted.blocks:
        if not 0 <= block.start <= block.end <= size:
            yield f"block outside of the text: {block.kind} {block.start}-{block.end} of {size}"
        if not all(block.start <= source <= block.end for _at, source in block.segments):
            yield f"segment outside of its block: {block.kind} {block.start}-{block.end}"
        if any(before[0] > after[0] for before, after in pairwise(block.segments)):
            yield f"segments that go back: {block.kind} {block.start}-{block.end}"
    if not _ascend([block.start for block in extracted.blocks]):
        yield "blocks that go back"
    if not _ascend([place.start for place in extracted.places]):
        yield "places that go back"
    for place in extracted.places:
        if not 0 <= place.start <= size:
            yield f"place outside of the text: {place.start} of {size}"
    for turn in extracted.turns:
        if not 0 <= turn.line_start <= turn.start <= turn.end <= size:
            yield f"turn outside of the text: {turn.line_start}, {turn.start}-{turn.end} of {size}"
    if extracted.turns and len(extracted.turns) != sum(block.kind == "turn" for block in extracted.blocks):
        yield "turns and their blocks differ in number"


def _ascend(numbers: Sequence[int]) -> bool:
    return all(before <= after for before, after in pairwise(numbers))


def _member_faults(extracted: Extracted, scratch: Path) -> Iterator[str]:
    inside = scratch.resolve()
    for member in extracted.members:
        if not member.file.is_file() or member.file.is_symlink() or inside not in member.file.resolve().parents:
            yield f"member without a file of its own: {member.path!r}"
    if len({member.path for member in extracted.members}) != len(extracted.members):
        yield "two members of one path"


def read_again(data: bytes, *, name: str, media_type: str, limits: Limits, scratch: Path) -> Extracted | Exception:
    """The same in this process: what comes of it, or what was raised."""
    try:
        return extract.extract(data, name=name, media_type=media_type or None, limits=limits, scratch=scratch)
    except Exception as error:  # noqa: BLE001 - what it is is what is asked
        return error


def difference(first: Extracted, again: Extracted | Exception) -> str:
    """How a second reading differs from the first; files of members lie elsewhere."""
    if isinstance(again, Exception):
        return f"read again it raises {type(again).__name__}: {again}"
    for field in ("kind", "title", "text", "blocks", "turns", "language", "document_date", "places"):
        if getattr(first, field) != getattr(again, field):
            return f"read again it has another {field}"
    if dict(first.properties) != dict(again.properties):
        return "read again it has other properties"
    if [member.path for member in first.members] != [member.path for member in again.members]:
        return "read again it has other members"
    return ""


def unexpected(error: BaseException) -> str:
    """Where our own code raised what is no refusal; empty for refusals and what the parsers of others raise."""
    if isinstance(error, errors.HubError) and error.__cause__ is None:
        return ""
    origin = error.__cause__ if isinstance(error, ExtractionError) else error
    if origin is None or isinstance(origin, errors.HubError | MemoryError):
        return ""
    frame = origin.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None:
        return ""
    path = Path(frame.tb_frame.f_code.co_filename).as_posix()
    is_caught_on_purpose = isinstance(error, ExtractionError) and "parsing" not in _raisers(error)
    if OURS not in path or path.endswith(BOUNDARY) or "site-packages" in path or is_caught_on_purpose:
        return ""
    return (
        f"{type(origin).__name__} in {frame.tb_frame.f_code.co_name} of {Path(path).name}:{frame.tb_lineno}: {origin}"
    )


def _raisers(error: BaseException) -> set[str]:
    names, frame = set(), error.__traceback__
    while frame is not None:
        names.add(frame.tb_frame.f_code.co_name)
        frame = frame.tb_next
    return names
