"""Text as the console shows it: compared word by word, marked where it is evidence, with nothing hidden in it."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

from diff_match_patch import diff_match_patch
from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from graph_ui import wording
from graph_ui.documents import listing
from memoryhub.core import ids, text
from memoryhub.documents import selectors as documents
from memoryhub.documents.models import Document
from memoryhub.memories.models import MemorySource

register = template.Library()

# Han and kana, which know no blanks, sign by sign; else words of letters and digits; runs of blanks; other signs.
_WIDE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_WIDE}]|[^\W{_WIDE}]+|\s+|.", re.DOTALL)
_PRIVATE = 0xE000
_HIDDEN = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")
_DIFF_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that both versions have (0), only the old (-1) or only the new (1)."""

    side: int
    text: str


def compare(old: str, new: str) -> list[Piece]:
    """The two texts as runs of kept, removed and added words, with small coincidental matches folded in."""
    tokens: dict[str, str] = {}
    differ = diff_match_patch()
    differ.Diff_Timeout = _DIFF_SECONDS
    found = differ.diff_main(_encode(old, tokens), _encode(new, tokens), False)
    differ.diff_cleanupSemantic(found)
    words = {sign: token for token, sign in tokens.items()}
    return [Piece(side, "".join(words[sign] for sign in signs)) for side, signs in found]


def _encode(value: str, tokens: dict[str, str]) -> str:
    """One private character per distinct token, so that the character diff compares whole words."""
    return "".join(tokens.setdefault(token, chr(_PRIVATE + len(tokens))) for token in _TOKEN.findall(value))


@register.simple_tag
def word_diff(old: str, new: str) -> SafeString:
    """Both texts in one: removed words struck, added words underlined."""
    return _render(compare(old, new), keep=(-1, 0, 1))


@register.simple_tag
def diff_old(old: str, new: str) -> SafeString:
    """The old text, with what the new one drops struck."""
    return _render(compare(old, new), keep=(-1, 0))


@register.simple_tag
def diff_new(old: str, new: str) -> SafeString:
    """The new text, with what it adds underlined."""
    return _render(compare(old, new), keep=(0, 1))


def _render(pieces: list[Piece], *, keep: tuple[int, ...]) -> SafeString:
    return mark_safe("".join(_marked(piece) for piece in pieces if piece.side in keep))  # noqa: S308 - parts are escaped


def _marked(piece: Piece) -> SafeString:
    """The piece in its element. Blanks at its ends stay outside, where a mark on them would only look frayed."""
    if not piece.side or piece.text.isspace():
        return visible(piece.text)
    words = piece.text.strip()
    before, after = piece.text.split(words, 1)
    return format_html("{0}<{2}>{1}</{2}>{3}", before, visible(words), "del" if piece.side < 0 else "ins", after)


@register.simple_tag
def evidence(value: str, start: int, end: int, around: int = 240) -> SafeString:
    """`value` with its characters from `start` to before `end` marked, and at most `around` characters on each side."""
    start = max(0, min(start, len(value)))
    end = max(start, min(end, len(value)))
    before, after = _tail(value[:start], around), _head(value[end:], around)
    return format_html("{}<mark>{}</mark>{}", visible(before), visible(value[start:end]), visible(after))


@register.simple_tag
def evidence_quote(value: str, quote: str, around: int = 240) -> SafeString:
    """Like `evidence`, finding `quote` itself; where the text no longer holds it, the quote stands alone."""
    start = value.find(quote) if quote else -1
    if start < 0:
        return format_html("<mark>{}</mark>", visible(quote))
    return evidence(value, start, start + len(quote), around)


def _tail(value: str, length: int) -> str:
    if len(value) <= length:
        return value
    cut = value[-length:]
    blank = cut.find(" ")
    return "… " + cut[blank + 1 if 0 <= blank < length // 3 else 0 :]


def _head(value: str, length: int) -> str:
    if len(value) <= length:
        return value
    cut = value[:length]
    blank = cut.rfind(" ")
    return cut[: blank if blank > length * 2 // 3 else length] + " …"


@register.filter
def visible(value: object) -> SafeString:
    """Text, escaped, with hidden and direction-turning characters shown as marks."""
    shown = escape(text.visible(str(value)))
    return mark_safe(_HIDDEN.sub(r'<span class="hidden-char">\g<0></span>', shown))  # noqa: S308 - escaped above


@register.filter
def said(identifier: str, of: str) -> str:
    """The words for what programs name `identifier`, of one of the sets of `wording`."""
    return wording.said(identifier, of)


@register.filter
def place_of(source: MemorySource) -> str:
    """The page, slide or sheet of its document a memory comes from; empty where it has none."""
    at = None if source.document is None else documents.place_at(source.document, source.start)
    return wording.place(*at) if at else ""


@register.filter
def document_name(document: Document) -> str:
    """What people call a document."""
    return listing.name_of(document)


@register.filter
def failure(document: Document) -> str:
    """What went wrong with a document, in the reader's language."""
    return wording.failure(document.error_code, document.error_message)


@register.filter
def wire(value: uuid.UUID | str) -> str:
    """An id as addresses and programs have it: 22 characters."""
    return ids.encode(value) if isinstance(value, uuid.UUID) else str(value)


@register.filter
def short(value: uuid.UUID | str) -> str:
    """An id for the eye: its first four and last four characters."""
    whole = wire(value)
    return f"{whole[:4]}…{whole[-4:]}" if len(whole) > 9 else whole
