"""Names in a text: as whole words in any script, never inside another word."""

from __future__ import annotations

import functools
import re
import unicodedata

from memoryhub.core.text.analyze import UNSPACED
from memoryhub.core.text.clean import without_hidden

_HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
# A name in another script ends where one without blanks begins (`Mina는`).
_LETTER = f"[^\\W{UNSPACED}]"
# What a Korean name may carry: the call of politeness, then particles.
_PARTICLES = (
    "(?:씨|님|군|양)?(?:이랑|에게서|한테서|에게|한테|께서|까지|부터|처럼|보다|으로|에서|은|는|이|가|을|를|의|에|와|과|랑|도|만|께|로|야|아|들)"
    f"{{0,2}}(?![{_HANGUL}])"
)
_PIECE = re.compile(f"(?P<unspaced>[{UNSPACED}]+)|{_LETTER}+")
_SIGNS = re.compile(r"[^\w\s]+")
# A path, a flag, a symbol: what has signs between its letters, or before them.
_SOLID = re.compile(f"(?:{_LETTER}|[-./\\\\:@+~#])+")


def mentions(text: str, name: str) -> bool:
    """Whether `name` occurs in `text` as a whole, letter case and width aside.

    Between letters of spaced scripts, whole words: `Al` is not in `also`, but is in `Al's`. In Hangul, a word with its
    particles. In Han and kana, where nothing marks a word, the run itself; a single character must stand alone. A path
    or a flag of a program is no part of a longer one.
    """
    folded = _folded(name)
    return bool(folded) and _pattern(folded).search(_folded(text)) is not None


@functools.lru_cache(maxsize=4096)
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_before(name) + r"\s+".join(map(re.escape, name.split())) + _after(name))


def _before(name: str) -> str:
    if name.startswith("-"):
        return f"(?<!{_LETTER})(?<!-)"
    if "/" in name:
        return f"(?<!{_LETTER})(?<![-/@~])"
    if re.match(f"[{_HANGUL}]", name):
        return f"(?<![{_HANGUL}])"
    if re.match(f"[{UNSPACED}]", name):
        return f"(?<![{UNSPACED}])" if len(name) == 1 else ""
    return f"(?<!{_LETTER})"


def _after(name: str) -> str:
    if name.startswith("-"):
        return f"(?!{_LETTER}|-)"
    if "/" in name:
        return f"(?!{_LETTER}|/|[-.]{_LETTER})"
    if re.search(f"[{_HANGUL}]$", name):
        return _PARTICLES
    if re.search(f"[{UNSPACED}]$", name):
        return f"(?![{UNSPACED}])" if len(name) == 1 else ""
    return f"(?!{_LETTER})"


def _folded(text: str) -> str:
    return " ".join(without_hidden(unicodedata.normalize("NFKC", text)).casefold().split())


def possible_names(text: str, *, words: int = 5, characters: int = 8) -> set[str]:
    """Every run of up to so many words, or characters of scripts without blanks, that may be a name, folded; and every
    run of letters and signs without a blank, however long.

    For looking names up; `mentions` then tells which of those found are named as a whole.
    """
    folded = _folded(text)
    found = {run[0].rstrip(".:") for run in _SOLID.finditer(folded)}
    pieces = list(_PIECE.finditer(folded))
    for first, piece in enumerate(pieces):
        if piece["unspaced"]:
            run = piece[0]
            found |= {run[at : at + size] for at in range(len(run)) for size in range(1, characters + 1)}
        for last in pieces[first : first + words]:
            # `C++` and `U.S.` end with what is no letter.
            tail = _SIGNS.match(folded, last.end())
            found |= {folded[piece.start() : last.end()], folded[piece.start() : tail.end() if tail else last.end()]}
    return found
