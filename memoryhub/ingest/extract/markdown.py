"""Markdown: headings, paragraphs, lists, quotes, tables and code as blocks; title and date from the front matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memoryhub.ingest.extract import dating, tables
from memoryhub.ingest.extract.model import Block, BlockKind, Extracted
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.tables import Cell, Row

KIND = "markdown"
SUFFIXES = {".md", ".markdown", ".mdown", ".mdx"}
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
FIELD = re.compile(r"^(title|date|created|updated)[ \t]*:[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
SNIFF = re.compile(r"^(?:#{1,6}[ \t]+\S|```|~~~|\|[ \t]*:?-{3,})", re.MULTILINE)
# How much markup may stand between two pieces of text before the search for the second is given up.
FURTHEST = 2000
# So many places are tried for the beginning of a piece with escapes.
ATTEMPTS = 8
LONGEST_PARAGRAPH, MOST_MARKS = 20_000, 2_000
MARK = re.compile(r"[\[`*_<!&\\]")
TAG = re.compile(r"<[^<>]*>")
CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")

_parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def claims(source: Source) -> bool:
    """By name or media type; without either by a heading, a fence or a table rule at a line's start.

    A long paragraph of mere marks is left to the reader of plain text: the time to parse it grows with its square.
    """
    if any(map(is_mere_marks, source.text.split("\n\n"))):
        return False
    if source.suffix in SUFFIXES or source.media_type == "text/markdown":
        return True
    unnamed = not source.suffix and source.media_type in {"", "text/plain"}
    return unnamed and bool(FRONT_MATTER.match(source.text) or SNIFF.search(source.text))


def is_mere_marks(paragraph: str) -> bool:
    """Whether a paragraph would take too long to parse."""
    return len(paragraph) > LONGEST_PARAGRAPH and len(MARK.findall(paragraph)) > MOST_MARKS


def read(source: Source) -> Extracted:
    """The source text is kept whole, markup included; each block has its readable form beside it."""
    text = source.text
    front = FRONT_MATTER.match(text)
    fields = {key.lower(): value.strip("\"'") for key, value in FIELD.findall(front[1])} if front else {}
    found = tuple(blocks(text, front.end() if front else 0))
    headings = [block.text for block in found if block.kind == "heading"]
    title = fields.get("title") or (headings[0] if headings else source.stem)
    prose = "\n".join(block.text for block in found if block.is_prose or block.kind == "heading")
    return Extracted(
        kind=KIND,
        title=title,
        text=text,
        blocks=found,
        turns=(),
        prose=prose,
        document_date=_date(fields) or dating.day_of_title(title, source.stem),
    )


def _date(fields: dict[str, str]) -> date | None:
    stated = (fields[name] for name in ("date", "updated", "created") if name in fields)
    return next((moment.date() for value in stated if (moment := dating.moment(value))), None)


def blocks(text: str, body_start: int = 0) -> Iterator[Block]:
    """The blocks of Markdown from `body_start` on, and before it the front matter; spans point into `text`."""
    if body_start:
        yield _lined(
            "front_matter", text, 0, _trimmed(text, 0, body_start), text[:body_start].strip("-.\n").split("\n")
        )
    lines = _line_starts(text, body_start)
    tokens = _parser.parse(text[body_start:])
    containers: list[str] = []
    for index, token in enumerate(tokens):
        if token.nesting == 1:
            containers.append(token.type)
        elif token.nesting == -1:
            containers.pop()
        if token.map is None or "table_open" in containers[:-1]:
            continue
        start, end = lines[token.map[0]], _trimmed(text, lines[token.map[0]], lines[token.map[1]])
        if token.type == "inline":
            yield _inline_block(text, token, start, end, containers, tokens[index - 1])
        elif token.type in {"fence", "code_block"}:
            yield _lined("code", text, start, end, token.content.strip("\n").split("\n"))
        elif token.type == "html_block":
            yield _lined("html", text, start, end, TAG.sub(" ", token.content).split("\n"))
        elif token.type == "table_open":
            yield from _table(text, (tokens[at] for at in range(index, len(tokens))), lines, start, end)


def _line_starts(text: str, body_start: int) -> list[int]:
    starts = [body_start]
    starts += [body_start + match.end() for match in re.finditer("\n", text[body_start:])]
    return [*starts, len(text)]


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def _inline_block(text: str, token: Token, start: int, end: int, containers: Sequence[str], opener: Token) -> Block:
    readable, segments = _readable(text, token.children or [], start, end)
    level = int(opener.tag[1]) if opener.type == "heading_open" else 0
    return Block(_kind(opener, containers), start, end, readable, segments or ((0, start),), level)


def _kind(opener: Token, containers: Sequence[str]) -> BlockKind:
    if opener.type == "heading_open":
        return "heading"
    if "list_item_open" in containers:
        return "item"
    return "quote" if "blockquote_open" in containers else "paragraph"


def _readable(text: str, children: Sequence[Token], start: int, end: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The words of an inline run, each piece found again in the source from left to right.

    A piece that stands in the source in another form (an entity) is found by its first word: spans behind that form are
    then right to within its few characters.
    """
    pieces: list[str] = []
    segments: list[tuple[int, int]] = []
    length, cursor = 0, start
    for child in children:
        piece = _piece(child, pieces)
        sought = "\n" if child.type in {"softbreak", "hardbreak"} else piece
        found, cursor = _found(text, sought, cursor, end)
        if piece:
            segments += [(length + at, source) for at, source in found]
            pieces.append(piece)
            length += len(piece)
    return "".join(pieces), tuple(segments)


def _found(text: str, piece: str, cursor: int, end: int) -> tuple[list[tuple[int, int]], int]:
    """The segments by which the piece stands at or after the cursor, and where the next piece may begin."""
    near = min(cursor + len(piece) + FURTHEST, end)
    found = text.find(piece, cursor, near)
    if found >= 0:
        return [(0, found)], found + len(piece)
    if "\\" in text[cursor:near] and piece and (segments := _escaped(text, piece, cursor, end)):
        at, source = segments[-1]
        return segments, source + len(piece) - at
    word = piece.split()[0] if piece.strip() else ""
    found = max(text.find(word, cursor, near), cursor)
    return [(0, found)], found + len(word)


def _escaped(text: str, piece: str, cursor: int, end: int) -> list[tuple[int, int]]:
    """The segments of a piece some of whose signs stand in the source behind a backslash; none where it is not that."""
    for _attempt in range(ATTEMPTS):
        start = text.find(piece[0], cursor, end)
        if start < 0:
            return []
        segments, source = [(0, start)], start
        for at, sign in enumerate(piece):
            if text[source : source + 1] == "\\" and (sign != "\\" or text[source + 1 : source + 2] == "\\"):
                source += 1
                segments.append((at, source))
            if source >= end or text[source] != sign:
                break
            source += 1
        else:
            return segments
        cursor = start + 1
    return []


def _piece(child: Token, before: Sequence[str]) -> str:
    if child.type in {"softbreak", "hardbreak"}:
        return "" if before and CJK.match(before[-1][-1:]) else " "
    if child.type == "image":
        return child.content
    if child.type == "html_inline" and child.content.startswith("<br"):
        return " "
    return child.content if child.type in {"text", "code_inline"} else ""


def _lined(kind: BlockKind, text: str, start: int, end: int, lines: Sequence[str]) -> Block:
    """A block whose readable lines follow the lines of the source, each found again by its first word."""
    segments: list[tuple[int, int]] = []
    length, cursor = 0, start
    for line in lines:
        word = line.strip().partition(" ")[0]
        found = text.find(word, cursor, end) if word else -1
        segments.append((length, found if found >= 0 else cursor))
        length += len(line) + 1
        cursor = max(text.find("\n", segments[-1][1], end) + 1, segments[-1][1])
    return Block(kind, start, end, "\n".join(lines), tuple(segments))


def _table(text: str, tokens: Iterable[Token], lines: Sequence[int], start: int, end: int) -> Iterator[Block]:
    """The rows of a table, each with the names of its columns; a table of nothing but names is one line of these."""
    rows = list(_rows(text, tokens, lines))
    header, body = [cell.text for cell in rows[0].cells], rows[1:]
    if body:
        yield from tables.blocks(header, body, start=start)
    elif any(header):
        yield _lined("table", text, start, end, [tables.BETWEEN.join(header)])


def _rows(text: str, tokens: Iterable[Token], lines: Sequence[int]) -> Iterator[Row]:
    cells: list[Cell] = []
    start, end = 0, 0
    for token in tokens:
        if token.type == "tr_open" and token.map:
            cells, start = [], lines[token.map[0]]
            end = _trimmed(text, start, lines[token.map[0] + 1])
        elif token.type == "inline":
            cells.append(_cell(text, token, cells[-1].end if cells else start, end))
        elif token.type == "tr_close":
            yield Row(start, end, tuple(cells))
        elif token.type == "table_close":
            return


def _cell(text: str, token: Token, cursor: int, end: int) -> Cell:
    words, segments = _readable(text, token.children or [], cursor, end)
    return Cell(words, segments[0][1] if segments else cursor, segments[1:])
