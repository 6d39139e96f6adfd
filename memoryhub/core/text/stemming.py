"""From a word to the form under which it is indexed: its stem, without accents."""

from __future__ import annotations

import functools
import re
import threading
import unicodedata

import snowballstemmer

_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
_NOT_LATIN = {"ar", "el", "fa", "hi", "hy", "ne", "ru", "sr", "ta", "yi"}
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")
_UNDECOMPOSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
# Beyond this a "word" is data, and stemming it costs more than it can ever find.
_LONGEST_WORD = 40
# A stemmer keeps the word it works on inside itself.
_one_at_a_time = threading.Lock()


def fold(word: str) -> str:
    """`word` without accents; ASCII is returned as it is."""
    if word.isascii():
        return word
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", word.translate(_UNDECOMPOSED)))
    return unicodedata.normalize("NFC", bare)


@functools.lru_cache(maxsize=1 << 16)
def stem(word: str, language: str) -> str:
    """The folded stem of a case-folded `word` by the Snowball stemmer of `language` (ISO 639-1).

    English where there is none, and for Latin words in a text of another script.
    """
    if len(word) > _LONGEST_WORD or word.isdigit():
        return fold(word)
    if word.isascii() and language in _NOT_LATIN:
        language = "en"
    with _one_at_a_time:
        return fold(_stemmer(_ALGORITHMS.get(language, "english")).stemWord(word))


@functools.cache
def _stemmer(algorithm: str) -> snowballstemmer.basestemmer.BaseStemmer:
    return snowballstemmer.stemmer(algorithm)
