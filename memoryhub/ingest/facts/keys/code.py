"""Names in texts about code: paths, symbols, packages and flags, each kept whole as the name of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memoryhub.ingest.facts.model import KeyDraft

SHORTEST, LONGEST = 2, 200
# Signs of programs alone, so that no letter of a script without blanks clings to a name.
_W = "[A-Za-z0-9_]"
_PART = "[A-Za-z0-9_.@+~-]+"
_NAME = "[A-Za-z][A-Za-z0-9._-]*[A-Za-z0-9]"
_INSTALLS = r"(?:pip3?|uv|npm|pnpm|yarn|cargo|go|gem|brew|apt(?:-get)?|poetry|conda)\s+(?:pip\s+)?(?:install|add|get|i)"
_TAKES_IN = rf"(?:\b(?:{_INSTALLS}|import)(?:\s+-{{1,2}}[A-Za-z-]+)*\s+|(?:升级|安装|导入|引入|依赖)\s*)"
_RULES = (
    # In backticks, what has no blank in it.
    r"`(?P<quoted>[^`\s]+)`",
    # A package with its scope, and one that is installed, imported or pinned.
    f"(?P<scoped>@[A-Za-z0-9][A-Za-z0-9._-]*/{_NAME})",
    f"{_TAKES_IN}(?P<package>{_NAME})",
    f"(?<!{_W})(?P<pinned>{_NAME})(?=(?:==|>=|<=|~=|@)v?\\d)",
    f"(?<![-A-Za-z0-9_])(?P<flag>--[A-Za-z][A-Za-z0-9-]*{_W})",
    # A path: rooted, of more than two parts, or one with a file or folder at its end. `and/or` is none.
    f"(?<![A-Za-z0-9_/])(?P<path>(?:\\.{{0,2}}/|~/){_PART}(?:/{_PART})*|{_PART}/{_PART}/{_PART}(?:/{_PART})*"
    f"|{_PART}/[A-Za-z0-9_-]+\\.[A-Za-z][A-Za-z0-9]*|[A-Za-z0-9_-]{{2,}}/(?![A-Za-z0-9/]))",
    # A symbol: with dots or colons between, called, with humps, or with underscores.
    f"(?<!{_W})(?P<symbol>[A-Za-z_]{_W}*(?:(?:\\.|::|->){_W}+)+(?:\\(\\))?|[A-Za-z_]{_W}*\\(\\)"
    f"|_*[A-Za-z][A-Za-z0-9]*_{_W}*|_+[A-Za-z]{_W}+|[A-Za-z]*[a-z][A-Z]{_W}*)(?!{_W})",
)
_ANY = re.compile("|".join(_RULES))
_ADDRESS = re.compile(r"\b[a-z][a-z+.-]*://\S+|\bwww\.\S+|[\w.+-]+@[\w.-]+\.[a-z]{2,}\b", re.IGNORECASE)
_END = ".,:;!?-"
# Abbreviations and versions, which look like symbols.
_NO_NAME = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?|v?\d[\d.]*")
_LETTER = re.compile("[A-Za-z]{2}")


def names(text: str) -> list[KeyDraft]:
    """The names of code in a text, in reading order, each once."""
    found = (_name(match) for match in _ANY.finditer(_ADDRESS.sub(" ", text)))
    return [KeyDraft(name, "proper_noun") for name in dict.fromkeys(found) if _is_name(name)]


def without(text: str, drafts: Iterable[KeyDraft]) -> str:
    """The text with these names cut out, so that nothing takes a part of one for a word."""
    for name in sorted((draft.text for draft in drafts), key=len, reverse=True):
        text = re.sub(f"(?<!{_W}){re.escape(name)}(?!{_W})", ", ", text)
    return text


def _name(match: re.Match[str]) -> str:
    name: str = next(filter(None, match.groups()))
    return name.rstrip(_END)


def _is_name(name: str) -> bool:
    return SHORTEST <= len(name) <= LONGEST and bool(_LETTER.search(name)) and not _NO_NAME.fullmatch(name)
