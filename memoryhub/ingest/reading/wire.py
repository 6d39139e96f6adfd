"""What the two processes tell each other, as JSON: an answer is data even if what was read took the reader over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from memoryhub.core import errors
from memoryhub.core.text.language import SAMPLE
from memoryhub.ingest.extract import Block, Extracted, ExtractionError, Limits, Member, Place, Turn

# A kept text of 5 MB with the offsets of its blocks is far below.
MOST_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Request:
    """What to read: the file at `path`, or the bytes that follow; unpacked files go below `scratch`."""

    path: str
    name: str
    media_type: str
    kind: str
    scratch: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Answer:
    """What was read, or the refusal; `peak` is the most memory the reading took, in bytes."""

    extracted: Extracted | None
    error: errors.HubError | None
    peak: int


def request_bytes(request: Request) -> bytes:
    return json.dumps(asdict(request)).encode()


def request_of(raw: bytes) -> Request:
    given = json.loads(raw)
    return Request(**{**given, "limits": Limits(**given["limits"])})


def answer_bytes(answer: Answer) -> bytes:
    told: dict[str, Any] = {"peak": answer.peak}
    if answer.extracted is not None:
        told["extracted"] = _told(answer.extracted)
    if answer.error is not None:
        told["error"] = {"code": answer.error.code, "message": answer.error.message}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def answer_of(raw: bytes, *, scratch: Path | None) -> Answer:
    """The answer; ValueError when it is none. Members outside of `scratch` are none of the reader's to name."""
    try:
        told = json.loads(raw.decode("utf-8", "surrogatepass"))
        error = ExtractionError(told["error"]["code"], told["error"]["message"]) if "error" in told else None
        extracted = _heard(told["extracted"], scratch) if "extracted" in told else None
        return Answer(extracted, error, int(told["peak"]))
    except (KeyError, TypeError, IndexError, RecursionError) as broken:
        raise ValueError("The reader's answer is broken.") from broken


def _told(extracted: Extracted) -> dict[str, Any]:
    return {
        "kind": extracted.kind,
        "title": extracted.title,
        "text": extracted.text,
        "prose": extracted.prose[:SAMPLE],
        "date": extracted.document_date and extracted.document_date.isoformat(),
        "blocks": [_block_told(block) for block in extracted.blocks],
        "turns": [_turn_told(turn) for turn in extracted.turns],
        "places": [[place.start, place.kind, place.label] for place in extracted.places],
        "properties": dict(extracted.properties),
        "members": [asdict(member) | {"file": member.file.name} for member in extracted.members],
    }


def _block_told(block: Block) -> list[Any]:
    return [block.kind, block.start, block.end, block.text, block.segments, block.level]


def _turn_told(turn: Turn) -> list[Any]:
    at = turn.at and turn.at.isoformat()
    return [turn.speaker, turn.role, turn.text, at, turn.session, turn.start, turn.end, turn.line_start]


def _heard(told: dict[str, Any], scratch: Path | None) -> Extracted:
    return Extracted(
        kind=str(told["kind"]),
        title=str(told["title"]),
        text=str(told["text"]),
        blocks=tuple(_block(block) for block in told["blocks"]),
        turns=tuple(_turn(index, turn) for index, turn in enumerate(told["turns"])),
        prose=str(told["prose"]),
        document_date=date.fromisoformat(told["date"]) if told["date"] else None,
        places=tuple(Place(int(start), kind, str(label)) for start, kind, label in told["places"]),
        properties={str(name): str(value) for name, value in told["properties"].items()},
        members=tuple(_member(member, scratch) for member in told["members"]) if scratch else (),
    )


def _block(told: Sequence[Any]) -> Block:
    kind, start, end, text, segments, level = told
    return Block(kind, start, end, text, tuple((at, source) for at, source in segments), level)


def _turn(index: int, told: Sequence[Any]) -> Turn:
    speaker, role, text, at, session, start, end, line_start = told
    moment = datetime.fromisoformat(at) if at else None
    return Turn(index, speaker, role, text, moment, session, start, end, line_start)


def _member(told: dict[str, Any], scratch: Path) -> Member:
    return Member(**{**told, "file": scratch / Path(told["file"]).name})
