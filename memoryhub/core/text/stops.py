"""Tells a stop that ends a sentence from one inside an abbreviation, a number, a name or a quotation."""

from __future__ import annotations

import re
from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Never end a sentence: a name, a number or an example follows.
_BEFORE_A_WORD = _words("""
    dr mr mrs ms mx prof rev hon gen col sgt capt lt cmdr sen gov pres mt messrs mme mlle sr sra hr fr frl dipl ing
    vs cf ca bzw approx esp resp inkl exkl ggf evtl sog vgl bspw insb einschl
    e.g i.e z.b d.h u.a o.ä u.u i.d.r m.e p.ej p.ex c.-à-d
""")
# Abbreviations when a number follows, words otherwise ("He said no.").
_BEFORE_A_NUMBER = _words("""
    no nos nr art abs fig figs abb eq sec sect ch chap vol pp p s bd para tab par n° núm
    jan feb mar apr jun jul aug sep sept oct okt nov dec dez
""")
# May end a sentence, which then shows in how the next begins.
_EITHER = _words("""
    st str etc usw inc ltd co corp bros jr al dept univ est min max mio mrd tel ave blvd rd llc gmbh ag
""")
_OPENING_WORDS = _words("""
    a after all an and as at because before but by every for from he her his how however i if in it its my no not on
    our she since so some that the their then there these they this those to we what when where who why with you your
    aber als am auch auf bei da danach das dann der die dies diese doch ein eine er es für heute hier ich ihr im in
    man mein mit nach sie seit so und unser von vor wenn wir zu
    après avec c'est ce cette dans elle en il ils j'ai je la le les mais nous on pour un une
    con de desde el ella en esta este la los no para pero por se su un una yo
""")
# "Plan B." ends a sentence, "by J. Smith" does not.
_BEFORE_A_LETTER = _words("""
    vitamin plan option grade type class group hepatitis section appendix variant version team part row gate zone
    typ klasse gruppe stufe teil reihe anhang variante
""")
# After these a German number with a stop is an ordinal: "am 3. Oktober", "der 2. Versuch".
_BEFORE_AN_ORDINAL = _words("""
    der die das den dem des am im vom zum zur beim bis ab seit ein eine einen einem einer jeder jede jedes jeden ihr
    ihre sein seine mein meine unser unsere diesem diesen
""")
_MONTHS = ("jan", "feb", "mär", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")

_UNSPACED = "\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff9f"
_CLOSING = "\"'”’」』）)\\]】》〉»*_"
_STOPS = ".!?。！？｡؟۔।॥…；"
_STOP = re.compile(f"(?P<mark>[{_STOPS}]+)(?P<closing>[{_CLOSING}]*)[{_STOPS}]*")
_ALWAYS = re.compile("[。！？｡；]")
# Quotations and brackets, as far as their two ends are near; what stands inside is said as one.
_PAIRED = re.compile(
    r"“[^“”]{1,300}”|„[^„“”]{1,300}[“”]|「[^「」]{1,300}」|『[^『』]{1,300}』|«[^«»]{1,300}»"
    r"|（[^（）]{1,300}）|\([^()]{1,300}\)|(?<!\w)\"(?=\S)[^\"]{1,300}(?<=\S)\"(?!\w)"
)
# Japanese goes on after a closing quotation mark: 「はい。」と言った。
_GOES_ON = re.compile(r"[」』](?:と|って|、|は|が|を|に|も|の|で|，|,)")
_WORD_BEFORE = re.compile(r"[^\s(\[{\"'“„«*_]+$")
_DATE_PART = re.compile(r"\d{1,4}\.")
_FIRST_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SOLID = re.compile(r"\S")
_REACH = 40


def boundaries(text: str, start: int, end: int) -> Iterator[int]:
    """The offsets in `text[start:end]` at which a sentence ends, behind its stop and what closes with it."""
    pairs = [pair.span() for pair in _PAIRED.finditer(text, start, end)]
    inside, begins = 0, _solid(text, start, end)
    for stop in _STOP.finditer(text, start, end):
        while inside < len(pairs) and pairs[inside][1] < stop.end():
            inside += 1
        opened, closed = pairs[inside] if inside < len(pairs) else (end, end)
        enclosed = opened < stop.start() and stop.end() < closed
        # 这本书（第2版。）很好。 A bracket inside a sentence does not end it.
        aside = closed == stop.end() and text[closed - 1] in ")）" and begins < opened
        if not enclosed and not aside and stop.end() < end and _ends(text, stop, start):
            begins = _solid(text, stop.end(), end)
            yield stop.end()


def _solid(text: str, start: int, end: int) -> int:
    """Where the white space that begins at `start` is over."""
    found = _SOLID.search(text, start, end)
    return found.start() if found else end


def _ends(text: str, stop: re.Match[str], start: int) -> bool:
    mark, after = stop["mark"], text[stop.end() : stop.end() + 1]
    if _ALWAYS.search(mark):
        return not (stop["closing"] and _GOES_ON.match(text, stop.end() - 1))
    if not after.isspace():
        # Without a blank only where no blank is written anyway.
        return _unspaced(after) and (mark[-1] in "!?" or _unspaced(text[stop.start() - 1 : stop.start()]))
    ahead = text[stop.end() : stop.end() + _REACH].lstrip()
    if ahead[:1].islower() and (stop["closing"] or mark in {"...", "…"}):
        return False
    return mark != "." or _period_ends(text[max(start, stop.start() - _REACH) : stop.start()], ahead)


def _period_ends(before: str, ahead: str) -> bool:
    found = _WORD_BEFORE.search(before)
    if not found:
        return True
    word = found[0].casefold()
    preceding = before[: found.start()].split()
    previous = preceding[-1].casefold() if preceding else ""
    if word in _BEFORE_A_WORD:
        return False
    if word.isdecimal():
        return not _is_ordinal(word, previous, ahead)
    if word in _BEFORE_A_NUMBER and ahead[:1].isdecimal():
        return False
    if word in _EITHER or re.fullmatch(r"(?:\w\.)+\w", word):
        return _opens(ahead)
    if len(word) == 1 and word.isalpha() and not _unspaced(word):
        return found[0] == "I" or previous in _BEFORE_A_LETTER
    return True


def _is_ordinal(number: str, previous: str, ahead: str) -> bool:
    """German `am 3. Oktober`, `der 2. Versuch`, and the Korean date `2026. 3. 4.`"""
    if _DATE_PART.match(ahead) or _DATE_PART.fullmatch(previous):
        return True
    if len(number) > 3:
        return False
    return ahead[:1].islower() or previous in _BEFORE_AN_ORDINAL or ahead[:3].casefold() in _MONTHS


def _opens(ahead: str) -> bool:
    word = _FIRST_WORD.match(ahead.lstrip("\"'“„«(*_"))
    return bool(word and word[0][0].isupper() and word[0].casefold().replace("’", "'") in _OPENING_WORDS)


def _unspaced(character: str) -> bool:
    return bool(re.match(f"[{_UNSPACED}]", character))
