"""Cuts a kept text into the slices that are embedded and indexed: by headings and paragraphs, or by turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from memoryhub.core import text as text_rules
from memoryhub.core.text.language import UNKNOWN
from memoryhub.ingest.extract import Block, Extracted, Turn

BUDGET = 200
SHORT = 60
# Characters to a token where they are fewest, as in English.
LIGHTEST = 4
DENSE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
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
    Documents: embedded and indexed below their headings.
    """
    if extracted.turns:
        return list(_turn_chunks(extracted))
    sections = _sections(extracted.blocks)
    pieces = [(path, run) for path, blocks in sections for run in _packed(blocks, budget)]
    return [_document_chunk(extracted, index, path, run) for index, (path, run) in enumerate(pieces)]


def estimate_tokens(text: str) -> int:
    """About how many tokens an embedder sees: one for a Han, kana or Hangul character, one for four others."""
    dense = len(DENSE.findall(text))
    return dense + (len(text) - dense + LIGHTEST - 1) // LIGHTEST


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


def _document_chunk(extracted: Extracted, index: int, path: tuple[str, ...], blocks: Sequence[Block]) -> ChunkDraft:
    body = "\n".join(block.text for block in blocks if block.kind != "heading" and block.text)
    readable = "\n".join(filter(None, (" > ".join(path), body)))
    start, end = blocks[0].start, blocks[-1].end
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
        blocks=tuple(blocks),
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


def _packed(blocks: Iterable[Block], budget: int) -> Iterator[list[Block]]:
    """Blocks gathered up to the budget; a heading never stands alone if something follows it."""
    run: list[Block] = []
    size = 0
    for block in (part for whole in blocks for part in _parts(whole, budget)):
        cost = estimate_tokens(block.text)
        if size and size + cost > budget:
            yield run
            run, size = [], 0
        run.append(block)
        size += 0 if block.kind == "heading" else cost
    if run:
        yield run


def _parts(block: Block, budget: int) -> Iterator[Block]:
    """The block itself if it fits, else pieces of it that end where sentences or lines do."""
    if block.kind == "heading" or estimate_tokens(block.text) <= budget:
        yield block
        return
    start, size = 0, 0
    for unit_start, unit_end in _units(block, budget):
        cost = estimate_tokens(block.text[unit_start:unit_end])
        if size and size + cost > budget:
            yield block.part(start, unit_start)
            start, size = unit_start, 0
        size += cost
    yield block.part(start, len(block.text))


def _units(block: Block, budget: int) -> Iterator[tuple[int, int]]:
    """Sentences of prose, lines of anything else; one that is over the budget by itself is cut at blanks."""
    if block.is_prose:
        spans = [(span.start, span.end) for span in text_rules.sentences(block.text)]
    else:
        spans = [match.span() for match in re.finditer(r"[^\n]+\n?", block.text)]
    for start, end in spans:
        yield from _cut(block.text, start, end, budget)


def _cut(text: str, start: int, end: int, budget: int) -> Iterator[tuple[int, int]]:
    """Pieces of `text[start:end]` within the budget: at a blank if there is one, else after so many characters."""
    while end - start > budget * LIGHTEST or estimate_tokens(text[start:end]) > budget:
        # The budget in characters is safe for every script; Latin text holds four times as many.
        light = not DENSE.search(text, start, min(start + budget * LIGHTEST, end))
        stop = start + budget * (LIGHTEST if light else 1)
        blank = text.rfind(" ", start + 1, stop)
        stop = blank + 1 if blank > start else stop
        yield start, stop
        start = stop
    yield start, end
