"""Splits a text into sentences and says where in the text each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryhub.core.text.blocks import Block, Kind, blocks
from memoryhub.core.text.stops import boundaries

_QUOTE = re.compile(r"(?:\s{0,3}>)+")
_WIDE = re.compile("[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff9f]")


@dataclass(frozen=True, slots=True)
class Span:
    """A sentence: `source[start:end]`, and the same as `text` with the line breaks of wrapped lines taken out."""

    start: int
    end: int
    text: str
    kind: Kind = Kind.PROSE


def sentences(text: str) -> list[Span]:
    """The sentences of `text` in order (English, German, French, Spanish, Chinese, Japanese, Korean).

    Headings, table rows and fenced code are one span each and say so in `kind`; list items are split like prose. The
    marks of lists, headings and quoted lines are not part of a span. What has no letter or digit is left out.
    """
    return [span for block in blocks(text) for span in _spans(text, block)]


def _spans(text: str, block: Block) -> Iterator[Span]:
    start = block.start
    inner = boundaries(text, start, block.end) if block.kind in (Kind.PROSE, Kind.ITEM) else ()
    for end in (*inner, block.end):
        sentence = text[start:end]
        if any(map(str.isalnum, sentence)):
            first = start + len(sentence) - len(sentence.lstrip())
            last = start + len(sentence.rstrip())
            yield Span(first, last, _unwrapped(text[first:last], block.kind), block.kind)
        start = end


def _unwrapped(sentence: str, kind: Kind) -> str:
    if kind is Kind.CODE:
        return sentence
    first, *wrapped = sentence.splitlines()
    joined = [first.rstrip()]
    for line in wrapped:
        words = _QUOTE.sub("", line, count=1).strip() if line.lstrip().startswith(">") else line.strip()
        between_wide = _WIDE.match(words) and _WIDE.match(joined[-1][-1:])
        joined += [words] if between_wide else [" ", words]
    return "".join(joined)
