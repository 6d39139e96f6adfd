"""The one rule by which text is cleaned on entry, compared for equality, and shown without hidden characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from memoryhub.core import errors

JSON_DEPTH = 32

_BROKEN = re.compile("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|\x00")

# Characters that show nothing or turn the direction of what follows. Controls except tab and line breaks; format
# characters except the Arabic number signs, which are visible; fillers; variation selectors; tags.
_HIDDEN = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_PICTURE = "\u203c\u2049\u2190-\u27bf\u2900-\u2bff\U0001f000-\U0001faff"
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Joiners and selectors that change how the character beside them looks hide nothing: inside emoji, between letters of
# Arabic and Indic scripts, and one variant mark behind a picture or a Han character.
_SHAPING = (
    f"(?<=[{_PICTURE}])\ufe0f?\u200d(?=[{_PICTURE}])"
    "|(?<=[\u0620-\u06ff\u0900-\u0dff])[\u200c\u200d](?=[\u0620-\u06ff\u0900-\u0dff])"
    f"|(?<=[{_PICTURE}0-9#*\u00a9\u00ae])[\ufe0e\ufe0f]|(?<=[{_HAN}])[\ufe00-\ufe02\U000e0100-\U000e01ef]"
)
_MARKED = re.compile(f"(?P<shaping>{_SHAPING})|[{_HIDDEN}]")
_IGNORED = re.compile(f"[{_HIDDEN}]")

_UNIFIED = str.maketrans(
    dict.fromkeys("‘’‚‛′`´＇", "'")
    | dict.fromkeys("“”„‟″«»「」『』〝〞〟＂", '"')
    | dict.fromkeys("‐‑‒–—―−－", "-")
    # NFKC would turn 10² into 102, which is another number.
    | {mark: f"^{digit}" for digit, mark in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
)
_WIDE = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_BLANK_BESIDE_WIDE = re.compile(f"(?<=[{_WIDE}])\\s+|\\s+(?=[{_WIDE}])")
# A final question mark stays: asking is not stating.
_FINAL = " .。｡!;,、,:"


def clean(text: str) -> str:
    """`text` as every write path stores it: NUL removed, surrogate pairs joined, a lone surrogate made U+FFFD."""
    return _BROKEN.sub(_mended, text)


def clean_json(value: Any, *, field: str = "", depth: int = JSON_DEPTH) -> Any:
    """A copy of the JSON value with `clean` applied to every key and string.

    Raises `errors.InvalidInput` naming `field` when arrays and objects are nested deeper than `depth`.
    """
    if isinstance(value, str):
        return clean(value)
    if not isinstance(value, dict | list):
        return value
    if depth == 0:
        raise errors.InvalidInput(field, "Arrays and objects are nested too deep.")
    if isinstance(value, dict):
        return {clean(key): clean_json(item, field=field, depth=depth - 1) for key, item in value.items()}
    return [clean_json(item, field=field, depth=depth - 1) for item in value]


def visible(text: str) -> str:
    """`text` with every hidden or direction-turning character written as a mark such as `⟨U+200B⟩`, for display."""
    return _MARKED.sub(lambda match: match[0] if match["shaping"] else f"⟨U+{ord(match[0]):04X}⟩", text)


def without_hidden(text: str) -> str:
    """`text` less every character that shows nothing, for comparing and indexing."""
    return _IGNORED.sub("", text)


def normalise(text: str) -> str:
    """The form in which two facts are the same fact.

    NFKC and case folding (Unicode 3.13, D146), hidden characters dropped, quotes and dashes unified, white space
    collapsed and dropped beside Han and kana, final punctuation removed.
    """
    folded = unicodedata.normalize("NFKC", text.translate(_UNIFIED)).casefold()
    folded = unicodedata.normalize("NFKC", without_hidden(folded)).translate(_UNIFIED)
    joined = _BLANK_BESIDE_WIDE.sub("", " ".join(folded.split()))
    # Mere punctuation stays, or all of it would be one fact.
    return joined.rstrip(_FINAL) or joined


def _mended(match: re.Match[str]) -> str:
    broken = match[0]
    if len(broken) == 2:
        return broken.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    return "" if broken == "\x00" else "\ufffd"
