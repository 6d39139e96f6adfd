"""The values of a JSON text with where each stands in it, which the parser of the standard library does not tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryhub.core.text.clean import JSON_DEPTH
from memoryhub.ingest.extract.model import ExtractionError

BLANK = re.compile(r"[ \t\n\r\ufeff]*")
ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_decoder = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A value at `text[start:end]`: `members` of an object or an array, else the `scalar` as it is written for people.

    `name` is its key in an object, or empty.
    """

    name: str
    start: int
    end: int
    scalar: str = ""
    is_text: bool = False
    is_array: bool = False
    members: tuple[Value, ...] = ()

    @property
    def is_scalar(self) -> bool:
        return not self.members

    def segments(self, source: str, length: int) -> tuple[tuple[int, int], ...]:
        """How the readable text runs along its source, for a text with escapes; `length` is where it begins."""
        first = self.start + int(self.is_text)
        found = [(length, first)]
        lost = 0
        for escape in ESCAPE.finditer(source, first, self.end) if self.is_text else ():
            lost += len(escape[0]) - 1
            found.append((length + escape.end() - first - lost, escape.end()))
        return tuple(found)


def values(text: str) -> Iterator[Value]:
    """The one value of a JSON text, or the values of its lines. Raises ExtractionError (broken_json) with the line."""
    at = _skip(text, 0)
    while at < len(text):
        value, at = _value(text, at, "", 0)
        yield value
        at = _skip(text, at)


def _value(text: str, at: int, name: str, depth: int) -> tuple[Value, int]:
    if depth < JSON_DEPTH and text[at : at + 1] in {"{", "["}:
        return _container(text, at, name, depth)
    try:
        value, end = _decoder.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise broken(text, getattr(error, "pos", at)) from error
    is_text = isinstance(value, str)
    scalar = value if is_text else "" if value is None else text[at:end]
    return Value(name, at, end, scalar, is_text), end


def _container(text: str, start: int, name: str, depth: int) -> tuple[Value, int]:
    is_array = text[start] == "["
    close = "]" if is_array else "}"
    members: list[Value] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != close:
        if members:
            at = _expect(text, at, ",")
        key = ""
        if not is_array:
            found, at = _value(text, at, "", JSON_DEPTH)
            if not found.is_text:
                raise broken(text, found.start)
            key = found.scalar
            at = _expect(text, _skip(text, at), ":")
        member, at = _value(text, at, key, depth + 1)
        members.append(member)
        at = _skip(text, at)
    return Value(name, start, at + 1, is_array=is_array, members=tuple(members)), at + 1


def _skip(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    return match.end() if match else at


def _expect(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        raise broken(text, at)
    return _skip(text, at + 1)


def broken(text: str, at: int) -> ExtractionError:
    """The refusal of JSON that is broken at an offset."""
    line = text.count("\n", 0, min(at, len(text))) + 1
    return ExtractionError("broken_json", f"The JSON is broken at line {line}.", line=line)
