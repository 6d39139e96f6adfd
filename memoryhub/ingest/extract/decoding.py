"""From bytes to text: byte order marks, UTF-8, UTF-16, then the legacy encoding that reads most like a language.

A wrong legacy encoding rarely fails to decode; it yields rare characters. So each candidate that decodes strictly is
scored by how common its characters are, which needs no model and is right on a few words already.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from memoryhub.ingest.extract.model import ExtractionError

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
SIGNATURES = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\x1f\x8b",
    b"\x7fELF",
    b"\xd0\xcf\x11\xe0",
    b"SQLite format 3\x00",
)
SAMPLE = 20_000
# But for tabs, ends of lines and pages, and what begins the colours of terminals.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
WORST_CONTROLS = 0.02
LEAST_SCORE = 0.3

COMMON_HAN = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法"
    "所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四"
    "日那社事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系很情者最立代想已"
    "通并提直题程展五果料象员位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手期根论运指几区强放决"
    "這個國來時們會發動對說產種後學過進著電裡實體機當點從業還開應與關數線氣變條沒結問無題員設長頭資邊級圖統見計別運決處話書樣經總"
)
COMMON_HANGUL = frozenset("이다의에는을를가은하고한지로기사인어도들서자아리나해정수대라있습니까요보면그저네만일시주")


def decode(data: bytes, *, charset: str = "") -> str:
    """The text of `data`; `charset` is what the sender declared, if the bytes agree. Raises ExtractionError."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").removeprefix("\ufeff")
    if data.startswith(SIGNATURES):
        raise _binary()
    text = _declared(data, charset) or _unicode(data)
    return text if text is not None else _legacy(data)


def _binary() -> ExtractionError:
    return ExtractionError("binary_content", "The document is not text: its bytes are those of a binary file.")


def _declared(data: bytes, charset: str) -> str | None:
    try:
        text = data.decode(charset) if charset else ""
    except (LookupError, UnicodeDecodeError):
        return None
    return text if text and _controls(text) <= WORST_CONTROLS else None


def _unicode(data: bytes) -> str | None:
    # Lone surrogates in UTF-8 form are let through here: the cleaning rule turns them into U+FFFD.
    text = _try(data, "utf-8", "surrogatepass")
    if text is not None and (_controls(text) <= WORST_CONTROLS or text.count("\0") == 1):
        return text
    head = data[: SAMPLE & ~1]
    for encoding, zeros in (("utf-16-le", head[1::2].count(0)), ("utf-16-be", head[0::2].count(0))):
        if zeros > len(head) * 0.2 and (text := _try(data, encoding)) is not None and _controls(text) <= WORST_CONTROLS:
            return text
    if data[:SAMPLE].count(0):
        raise _binary()
    return None


def _try(data: bytes, encoding: str, errors: str = "strict") -> str | None:
    try:
        return data.decode(encoding, errors)
    except UnicodeDecodeError:
        return None


def _controls(text: str) -> float:
    """The share of control characters that no text has, in the first part of `text`."""
    head = text[:SAMPLE]
    return len(CONTROL.findall(head)) / max(len(head), 1)


def _legacy(data: bytes) -> str:
    best, best_score = None, LEAST_SCORE
    for encoding, plausible in CANDIDATES:
        text = _try(data, encoding)
        if text is None or _controls(text) > WORST_CONTROLS:
            continue
        score = _score(text[:SAMPLE], plausible)
        if score > best_score:
            best, best_score = text, score
    if best is None:
        raise ExtractionError("unknown_encoding", "The encoding of the document cannot be told; save it as UTF-8.")
    return best


def _score(text: str, plausible: Callable[[str, int], float]) -> float:
    """The mean plausibility of the characters beyond ASCII."""
    foreign = [plausible(text, index) for index, character in enumerate(text) if character > "\x7f"]
    return sum(foreign) / len(foreign) if foreign else 0.0


def _han(text: str, index: int) -> float:
    character = text[index]
    if character in COMMON_HAN or character in "，。、：；！？“”（）《》「」":
        return 1.0
    return 0.3 if "\u4e00" <= character <= "\u9fff" else 0.0


def _hangul(text: str, index: int) -> float:
    character = text[index]
    if character in COMMON_HANGUL:
        return 1.0
    return 0.6 if "\uac00" <= character <= "\ud7a3" else 0.0


def _kana(text: str, index: int) -> float:
    character = text[index]
    if "\u3041" <= character <= "\u30ff" or character in "。、「」":
        return 1.0
    return 0.4 if "\u4e00" <= character <= "\u9fff" else 0.0


def _cyrillic(text: str, index: int) -> float:
    character = text[index]
    if not "\u0400" <= character <= "\u04ff":
        return 0.0
    inside = index > 0 and text[index - 1].isalpha()
    return 0.9 if character.islower() or not inside else -0.5


def _latin(text: str, index: int) -> float:
    """An accented letter beside an ASCII one, or typographic punctuation; runs of odd letters are no Latin text."""
    character = text[index]
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    beside_ascii = (before.isascii() and before.isalpha()) or (after.isascii() and after.isalpha())
    if character.isalpha():
        return 1.0 if beside_ascii else 0.1
    return 0.7 if character in "“”‘’–—…€£§°·«»©®\u00a0" else 0.0


CANDIDATES: tuple[tuple[str, Callable[[str, int], float]], ...] = (
    ("gb18030", _han),
    ("big5hkscs", _han),
    ("cp932", _kana),
    ("euc_jp", _kana),
    ("cp949", _hangul),
    ("cp1251", _cyrillic),
    ("cp1252", _latin),
)
