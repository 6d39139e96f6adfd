"""Reads a sentence of a language with blanks into a frame; what differs between languages is in a `Lexicon`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memoryhub.ingest.updates import values
from memoryhub.ingest.updates.model import Family, Frame, Slot, Tense, Word
from memoryhub.ingest.updates.places import NO_PLACE, STREET

TOKEN = re.compile(r"[^\W\d_](?:\w|['’.@/#-](?=\w))*|\d[\w.,:/-]*(?<![.,:])|[€$£%]|[^\w\s]")
DATE_IN_BRACKETS = re.compile(r"\s*\(\d{4}(?:-\d\d)?(?:-\d\d)?(?:/[\d-]+)?\)")
CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d\d)?(?:am|pm)?|\d{1,2}(?:am|pm|h)", re.IGNORECASE)
CALENDAR = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.")
YEAR = re.compile(r"(?:19|20)\d\d")
NUMBER = re.compile(r"\d[\d.,]*\w{0,3}")
CLAUSE_END = frozenset(",;:—–.!?()")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language that frames are made of; all in small letters.

    `verb` gives the lemma, family and tense of a word that is a finite verb or participle, or None.
    """

    code: str
    cue: re.Pattern[str]
    weak_cue: re.Pattern[str]
    ended: re.Pattern[str]
    negation: frozenset[str]
    definite: frozenset[str]
    indefinite: frozenset[str]
    pronouns: frozenset[str]
    adverbs: frozenset[str]
    helpers: Mapping[str, Tense]
    modals: frozenset[str]
    perfect: frozenset[str]
    copulas: Mapping[str, Tense]
    plural_verbs: frozenset[str]
    verb: Callable[[str], tuple[str, Family, Tense] | None]
    weekdays: frozenset[str]
    recurring: frozenset[str]
    months: frozenset[str]
    numbers: Mapping[str, str]
    day_times: frozenset[str]
    joins: frozenset[str]
    place_before: frozenset[str]
    bound: frozenset[str]
    participle_is_last: bool = False


def frame(text: str, lexicon: Lexicon) -> Frame | None:
    """The frame of the first clause of `text`, or None where its parts cannot be told apart."""
    text = DATE_IN_BRACKETS.sub("", text).strip()
    cue, text = _cut(text, lexicon.cue)
    weak, text = ("", text) if cue else _cut(text, lexicon.weak_cue)
    ended, text = _cut(text, lexicon.ended)
    tokens = _clause(TOKEN.findall(text))
    found = _predicate(tokens, lexicon)
    if found is None:
        return None
    subject, somebody, definite = _subject(tokens[: found.at], lexicon)
    if not subject:
        return None
    rest = tokens[found.at + found.length : len(tokens) - found.is_split]
    lowered = [token.lower() for token in rest]
    return Frame(
        subject=subject,
        verb=found.lemma,
        family=found.family,
        tense=found.tense,
        rest=_rest(rest, lexicon),
        is_definite=definite and not found.is_plural,
        is_somebody=somebody,
        is_negated=found.is_negated or any(word in lexicon.negation for word in lowered),
        is_ended=bool(ended),
        cue=cue or weak,
        is_sure_cue=bool(cue),
        is_bound=found.is_progressive or any(token.lower() in lexicon.bound for token in tokens),
        is_repeated=any(word in lexicon.recurring for word in lowered),
        language=lexicon.code,
    )


def _cut(text: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    match = pattern.search(text)
    if match is None:
        return "", text
    return match[0].strip(" :,—–-").lower(), " ".join((text[: match.start()] + " " + text[match.end() :]).split())


def _clause(tokens: Sequence[str]) -> list[str]:
    """The words up to the first mark that ends a clause, if a verb can stand before it."""
    for index, token in enumerate(tokens):
        if token in CLAUSE_END and index > 2:
            return list(tokens[:index])
    return [token for token in tokens if token not in CLAUSE_END]


@dataclass(frozen=True, slots=True)
class _Predicate:
    at: int
    length: int
    lemma: str
    family: Family
    tense: Tense
    is_negated: bool = False
    is_progressive: bool = False
    is_plural: bool = False
    is_split: bool = False


def _predicate(tokens: Sequence[str], lexicon: Lexicon) -> _Predicate | None:
    """The first auxiliary with its main verb, else the first full verb; a subject stands before it."""
    for index in range(1, len(tokens)):
        word = tokens[index].lower()
        if word in lexicon.helpers or word in lexicon.copulas:
            return _with_helper(tokens, index, lexicon)
    for index in range(1, len(tokens)):
        word = tokens[index].lower()
        before = tokens[index - 1].lower()
        known = lexicon.verb(word) if tokens[index].islower() and before not in lexicon.definite else None
        if known:
            lemma, family, tense = known
            return _Predicate(index, 1, lemma, family, tense, is_plural=word in lexicon.plural_verbs)
    return None


def _with_helper(tokens: Sequence[str], index: int, lexicon: Lexicon) -> _Predicate | None:
    """A copula, or an auxiliary and the verb it helps; an adverb or a negation may stand between them."""
    helper = tokens[index].lower()
    is_negated = helper.endswith(("n't", "not"))
    place = index + 1
    while place < len(tokens) and tokens[place].lower() in lexicon.adverbs | lexicon.negation:
        is_negated = is_negated or tokens[place].lower() in lexicon.negation
        place += 1
    word = tokens[place].lower() if place < len(tokens) else ""
    tense = lexicon.copulas.get(helper) or lexicon.helpers[helper]
    is_plural = helper in lexicon.plural_verbs
    last = lexicon.verb(tokens[-1].lower()) if lexicon.participle_is_last and tokens[-1].islower() else None
    if last:
        return _Predicate(index, place - index, *last, is_negated, is_plural=is_plural, is_split=True)
    main = lexicon.verb(word)
    if main and tokens[place].islower() and (helper in lexicon.helpers or main[1] in {"dwell", "move"}):
        return _helped(index, place, helper, main, lexicon, is_negated=is_negated, is_progressive=word.endswith("ing"))
    if helper not in lexicon.copulas:
        owned = lexicon.verb(helper)
        return _Predicate(index, place - index, *owned, is_negated, is_plural=is_plural) if owned else None
    return _Predicate(index, place - index, "be", "be", tense, is_negated, word.endswith("ing"), is_plural)


def _helped(
    index: int,
    place: int,
    helper: str,
    main: tuple[str, Family, Tense],
    lexicon: Lexicon,
    *,
    is_negated: bool,
    is_progressive: bool,
) -> _Predicate:
    """A full verb behind its auxiliary. The perfect is past; what somebody can or must do is another thing than doing
    it.
    """
    lemma, family, main_tense = main
    tense = lexicon.copulas.get(helper) or lexicon.helpers[helper]
    if main_tense == "past" and (helper in lexicon.perfect or family == "move"):
        tense = "past"
    if helper in lexicon.modals:
        bears = lemma in {"stand", "bear"} and is_negated
        lemma, family, is_negated = (lemma, "dislike", False) if bears else (f"{helper} {lemma}", "do", is_negated)
    is_plural = helper in lexicon.plural_verbs
    return _Predicate(index, place + 1 - index, lemma, family, tense, is_negated, is_progressive, is_plural)


def _subject(tokens: Sequence[str], lexicon: Lexicon) -> tuple[str, bool, bool]:
    """The subject in comparable form, whether it is a bare name, and whether it picks out one thing."""
    words = [token for token in tokens if token.lower() not in lexicon.adverbs | lexicon.negation]
    if not words or any(word.lower() in lexicon.pronouns for word in words):
        return "", False, False
    first = words[0].lower()
    opened = first in lexicon.definite | lexicon.indefinite
    somebody = not opened and len(words) <= 2 and all(word[0].isupper() and word.isalpha() for word in words)
    core = words[1:] if opened and first in {"the", "a", "an", "der", "die", "das", "ein", "eine"} else words
    return " ".join(core).lower(), somebody, first not in lexicon.indefinite and not first[0].isdigit()


def _rest(tokens: Sequence[str], lexicon: Lexicon) -> tuple[Word, ...]:
    words: list[Word] = []
    address = _address(tokens)
    for index, token in enumerate(tokens):
        if token.lower() in lexicon.adverbs | lexicon.negation:
            continue
        before = tokens[index - 1].lower() if index else ""
        in_place = bool(words) and words[-1].slot == "place"
        slot = "place" if index in address else _slot(token, before, lexicon, in_place=in_place)
        low = token.lower()
        words.append(Word(values.clock(low) if slot == "time" else lexicon.numbers.get(low, low), slot))
    return tuple(words)


def _address(tokens: Sequence[str]) -> range:
    """Where a street stands: its name and the number before or behind it, in `at 12 Tallow Street`, `Marktgasse 4`."""
    end = next((at for at, token in enumerate(tokens) if token[0].isupper() and STREET.search(token)), -1)
    start = end
    while start > 0 and (tokens[start - 1][0].isupper() or tokens[start - 1].isdecimal()):
        start -= 1
    if end < 0 or (start == end and STREET.fullmatch(tokens[end])):
        return range(0)
    return range(start, end + 1 + (tokens[end + 1 : end + 2] != [] and tokens[end + 1].isdecimal()))


def _slot(token: str, before: str, lexicon: Lexicon, *, in_place: bool) -> Slot:
    low = token.lower()
    if low in lexicon.weekdays:
        return "weekday"
    if CLOCK.fullmatch(token) or low in lexicon.day_times:
        return "time"
    if low in lexicon.months or CALENDAR.fullmatch(token):
        return "date"
    if YEAR.fullmatch(token):
        return "year"
    if NUMBER.fullmatch(token) or low in lexicon.numbers:
        return "number"
    if low in lexicon.joins:
        return "join"
    is_name = token[0].isupper() and not (token.isupper() and len(token) > 1) and low not in NO_PLACE
    if is_name and (in_place or before in lexicon.place_before):
        return "place"
    return ""
