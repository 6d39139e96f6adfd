"""Takes sentences out of texts without moving anything: what is erased is overwritten, character for character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

FILL = "\u2588"
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = r"[\W_]*"
_KEPT = re.compile(r"[^\n]")


def blanker(sentences: Iterable[str]) -> Callable[[str], str]:
    """A function that overwrites each of these sentences in a text, whatever markup stands between their words.

    The result has the length of the text and its line breaks, so that spans into it stay true.
    """
    # The longest first: of two where one contains the other the whole is gone.
    patterns = sorted({pattern for sentence in sentences if (pattern := _pattern(sentence))}, key=len, reverse=True)
    if not patterns:
        return lambda text: text
    found = re.compile("|".join(patterns), re.IGNORECASE)
    return lambda text: found.sub(lambda match: _KEPT.sub(FILL, match[0]), text)


def blank_json(value: Any, blank: Callable[[str], str]) -> Any:
    """The same value with every text in it blanked."""
    if isinstance(value, str):
        return blank(value)
    if isinstance(value, list):
        return [blank_json(item, blank) for item in value]
    if isinstance(value, dict):
        return {blank(name): blank_json(item, blank) for name, item in value.items()}
    return value


def _pattern(sentence: str) -> str:
    """The words in order, as whole words, with anything but words between them."""
    words = [re.escape(word) for word in _WORD.findall(sentence)]
    if not words:
        return ""
    return rf"(?<![^\W_]){_BETWEEN.join(words)}(?![^\W_])[.!?。！？]?" if _spaced(sentence) else _BETWEEN.join(words)


def _spaced(sentence: str) -> bool:
    """Whether words of the script stand apart; Han, kana and Thai sentences touch what is around them."""
    return not re.search(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]", sentence)
