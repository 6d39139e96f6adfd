"""Cuts a kept text into the slices that are embedded and indexed: by headings and paragraphs, or by turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from memoryhub.core import text as text_rules
from memoryhub.core.text.language import UNKNOWN
from memoryhub.ingest import cutting
from memoryhub.ingest.cutting import Piece
from memoryhub.ingest.cutting import estimate_tokens as estimate_tokens
from memoryhub.ingest.extract import Block, Extracted, Turn

BUDGET = 200
SHORT = 60
DENSE_LANGUAGES = frozenset({"zh", "ja", "ko"})


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A slice `text` of the kept text, with what of it goes to the embedder and to the index.

    `start` and `end` are offsets in the kept text; `blocks` are its readable pieces with spans of their own;
    `turn_index` is set in a conversation, where a chunk is a turn.
    """

    index: int
    text: str
    embed_text: str
    index_text: str
    start: int
    end: int
    heading_path: tuple[str, ...]
    language: str
    turn_index: int | None
    blocks: tuple[Block, ...]


def chunks(extracted: Extracted, *, budget: int = BUDGET) -> list[ChunkDraft]:
    """All chunks in reading order; `budget` is in estimated tokens and is kept but for a turn, which is never cut.

    Turns: embedded with the previous turn of the session, indexed with their date (bench of LoCoMo, RETRIEVAL.md).
    Documents: embedded and indexed below their headings. The pieces of a block that had to be cut begin with what they
    are not understood without (see `cutting`); `blocks` of a chunk are without that, so that nothing is read twice.
    """
    if extracted.turns:
        return list(_turn_chunks(extracted))
    sections = _sections(extracted.blocks)
    runs = [(path, run) for path, blocks in sections for run in _packed(blocks, budget)]
    return [_document_chunk(extracted, index, path, run) for index, (path, run) in enumerate(runs)]


def _turn_chunks(extracted: Extracted) -> Iterator[ChunkDraft]:
    before: Turn | None = None
    for turn, block in zip(extracted.turns, extracted.blocks, strict=True):
        said = f"{turn.speaker}: {turn.text}"
        context = f"{before.speaker}: {before.text}\n" if before and before.session == turn.session else ""
        when = f"({turn.at:%Y-%m-%d}) " if turn.at else ""
        yield ChunkDraft(
            index=turn.index,
            text=extracted.text[turn.line_start : turn.end],
            embed_text=context + said,
            index_text=when + said,
            start=turn.line_start,
            end=turn.end,
            heading_path=(),
            language=_language(turn.text, extracted.language),
            turn_index=turn.index,
            blocks=(block,),
        )
        before = turn


def _document_chunk(extracted: Extracted, index: int, path: tuple[str, ...], pieces: Sequence[Piece]) -> ChunkDraft:
    body = "\n".join(piece.text for piece in pieces if piece.block.kind != "heading" and piece.block.text)
    readable = "\n".join(filter(None, (" > ".join(path), body)))
    start, end = min(piece.start for piece in pieces), max(piece.block.end for piece in pieces)
    return ChunkDraft(
        index=index,
        text=extracted.text[start:end],
        embed_text=readable,
        index_text=readable,
        start=start,
        end=end,
        heading_path=path,
        language=_language(body, extracted.language),
        turn_index=None,
        blocks=tuple(piece.block for piece in pieces),
    )


def _language(text: str, of_document: str) -> str:
    """The language of a chunk; a short one in the Latin script says too little against its document."""
    detected = text_rules.language(text)
    if detected == UNKNOWN or (len(text) < SHORT and detected == "en" and of_document not in DENSE_LANGUAGES):
        return of_document
    return detected


@dataclass(slots=True)
class _Outline:
    """The headings that stand above the reader's place."""

    stack: list[Block] = field(default_factory=list)

    def enter(self, heading: Block) -> None:
        while self.stack and self.stack[-1].level >= heading.level:
            self.stack.pop()
        self.stack.append(heading)

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(heading.text for heading in self.stack)


def _sections(blocks: Iterable[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """Runs of blocks below the same headings; headings that follow each other open the next run together."""
    outline = _Outline()
    run: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            if any(held.kind != "heading" for held in run):
                yield outline.path, run
                run = []
            outline.enter(block)
        run.append(block)
    if run:
        yield outline.path, run


def _packed(blocks: Iterable[Block], budget: int) -> Iterator[list[Piece]]:
    """Blocks gathered up to the budget; a heading never stands alone if something follows it."""
    run: list[Piece] = []
    size = 0
    for piece in (piece for block in blocks for piece in cutting.pieces(block, budget)):
        if size and size + piece.cost > budget:
            yield run
            run, size = [], 0
        run.append(piece)
        size += piece.cost
    if run:
        yield run
