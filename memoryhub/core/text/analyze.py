"""The analyzer of lexical search: what of a text is indexed, and what of a query is looked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memoryhub.core.text.clean import without_hidden
from memoryhub.core.text.language import language as language_of
from memoryhub.core.text.stemming import fold, stem
from memoryhub.core.text.stopwords import stop_words

# An index entry of PostgreSQL has to stay well under 2.7 kB; both sides cut alike, so a cut word still finds itself.
LONGEST = 100

# Scripts written without blanks: Han, kana, Hangul (whose particles cling to the word), Thai, Lao, Burmese, Khmer.
UNSPACED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"
)
# Marks that belong to the letter before them, which `\w` leaves out.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0970-\u0dff"
_LETTER = f"[^\\W{UNSPACED}]"
_WORD = f"{_LETTER}+(?:[{_MARKS}]+{_LETTER}*)*"
_PICTURE = "\u2600-\u27bf\U0001f300-\U0001faff"
_RUN = re.compile(
    f"(?P<unspaced>[{UNSPACED}]+)|(?P<word>{_WORD}(?:[-./:\\\\@#~+&']+{_WORD})*(?:\\+\\+|#)?)|(?P<picture>[{_PICTURE}])"
)
# As typed on a keyboard; NFKC makes every non-breaking hyphen a plain one.
_TYPED = str.maketrans("\u2010’", "-'")
_CONTRACTION = re.compile("'(?:s|t|re|ve|ll|d|m)$", re.IGNORECASE)
_PLAIN = re.compile(f"[^\\W\\d_]+(?:[{_MARKS}]+[^\\W\\d_]*)*")
_OUTER = re.compile(r"[/\\:@]+")
_INNER = re.compile(r"[-.~#+&_']+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_QUOTED = re.compile('"([^"]+)"|[“„]([^“”„]+)[“”]|«([^«»]+)»')


@dataclass(frozen=True, slots=True)
class Query:
    """`terms`: what to look for, each once, any of which may match; `phrases`: what has to occur literally.

    `is_telling` when a term is no stop word, so that the question means something.
    """

    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    is_telling: bool = False


def tokens(text: str, *, language: str = "en") -> list[str]:
    """The index terms of a document in reading order, with repeats; `language` (ISO 639-1) chooses the stemmer.

    Words are stemmed and lose their accents. Identifiers, paths, versions and numbers stay whole and are also split
    (`net/http-client.ts`, `parse_htmlResponse_v2`). Text without blanks gives every character and every pair.
    """
    found: list[str] = []
    for run in _RUN.finditer(_prepared(text)):
        word = run[0]
        if run["word"]:
            found.extend(_spaced(word, language))
        else:
            found.extend(word)
            found.extend(_pairs(word))
    return found


def query_tokens(text: str, *, languages: Iterable[str] = ()) -> Query:
    """What `text` asks for: terms as `tokens` makes them, and the phrases in double quotes.

    A word is looked for as written and as the stemmers of its likely language, of English and of `languages` (those
    of the space) have it. Single characters of unspaced scripts count only where they stand alone, and stop words only
    where there is nothing else.
    """
    text = _prepared(text)
    spoken = tuple(dict.fromkeys((language_of(text), "en", *languages)))
    every = dict.fromkeys(term for run in _RUN.finditer(text) for term in _asked(run, spoken))
    common = stop_words(spoken)
    telling = [term for term in every if term not in common]
    quotes = (next(filter(None, match.groups())).strip() for match in _QUOTED.finditer(text))
    phrases = tuple(dict.fromkeys(filter(None, quotes)))
    return Query(terms=tuple(telling or every), phrases=phrases, is_telling=bool(telling))


def _prepared(text: str) -> str:
    if text.isascii():
        return text
    return without_hidden(unicodedata.normalize("NFKC", text)).translate(_TYPED)


def _asked(run: re.Match[str], languages: tuple[str, ...]) -> Iterator[str]:
    word = run[0]
    if not run["word"]:
        yield from _pairs(word) or word
        return
    surface = _whole(_CONTRACTION.sub("", word))
    if not any(map(str.isalnum, surface)):
        return
    yield surface
    if surface not in stop_words(languages):
        for language in languages:
            yield from _spaced(word, language)


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _spaced(word: str, language: str) -> list[str]:
    word = _CONTRACTION.sub("", word)
    if _PLAIN.fullmatch(word) and not _HUMP.search(word):
        return [stem(word.casefold(), language)[:LONGEST]]
    return _identifier(word, language)


def _identifier(word: str, language: str) -> list[str]:
    """The whole, then its parts at path separators, at other punctuation, and at the humps of camel case, each once."""
    found = {_whole(word): None}
    for outer in _OUTER.split(word):
        inners = _INNER.split(outer)
        if len(inners) > 1:
            found[_whole(outer)] = None
        for inner in inners:
            humps = _HUMP.split(inner)
            if len(humps) > 1:
                found[_whole(inner)] = None
            found.update((stem(hump.casefold(), language)[:LONGEST], None) for hump in humps)
    return [part for part in found if any(map(str.isalnum, part))]


def _whole(word: str) -> str:
    return fold(word.casefold())[:LONGEST]
