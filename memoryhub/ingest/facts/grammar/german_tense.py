"""Which German statements hold until something changes them: those in the present, of no day and no next time."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.wordlists import words

_MONTHS = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
OF_A_DAY = re.compile(
    rf"\b(?:\d{{1,2}}\. (?:{_MONTHS})|im (?:{_MONTHS})|\d{{1,2}}\.\d{{1,2}}\.|(?:19|20)\d\d|nächste[nrsm]?"
    r"|vorerst|vorläufig|(?:bin|ist|sind) jetzt)\b"
    rf"|\bbis (?:Ende|Anfang|Mitte|zum|{_MONTHS}|[A-Z][a-z]+tag\b)"
)
_PARTICIPLE = (
    r"(?!geschlossen|geöffnet)(?:[a-zäöüß]{0,6}ge[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{2,}iert"
    r"|(?:ver|be|er|ent|zer|über|unter|emp)[a-zäöüß]{2,}(?:t|en))"
)
_MOVED = (
    r"(?:\w*gegangen|\w*gekommen|\w*gezogen|\w*gefahren|\w*geflogen|\w*geworden|\w*geblieben|gewesen|\w*gewechselt"
    r"|gestorben|passiert|geschehen|\w*gelaufen|\w*gefallen|\w*gestiegen|\w*gewachsen)"
)
PERFECT = re.compile(
    rf"\b(?:hat|haben|habe)\b.*?\b{_PARTICIPLE}(?=[.,;!]|\s+(?:und|oder|aber)\b|$)|\b(?:ist|sind|bin)\b.*?\b{_MOVED}\b"
)
PAST = re.compile(
    r"\b(?:waren?|hatten?|wurden?|gab(?:en)?|kam(?:en)?|ging(?:en)?|fand(?:en)?|nahm(?:en)?|schrieb(?:en)?|blieb(?:en)?"
    r"|stand(?:en)?|hieß(?:en)?|las(?:en)?|sprach(?:en)?|fuhr(?:en)?|aß(?:en)?|trank(?:en)?|zog(?:en)?|begann(?:en)?"
    r"|verlor|traf(?:en)?|half(?:en)?|hielt(?:en)?|ließ(?:en)?|lief(?:en)?|rief(?:en)?|sah(?:en)?|trug(?:en)?"
    r"|flog(?:en)?|fiel(?:en)?|schlug(?:en)?|(?P<weak>[a-zäöüß]{3,}te)n?)\b"
)
# What ends like a past and is none: adjectives, numerals, adverbs, and verbs whose stem ends in t.
NO_PAST = words("""
heute bitte möchte könnte müsste dürfte gute alte kalte leichte echte rechte schlechte bunte breite weite späte laute
feste harte zarte satte glatte bekannte verwandte gesamte konkrete private direkte komplette letzte beste meiste erste
zweite dritte vierte fünfte sechste siebte achte neunte zehnte rote tote fette nette matte nackte beliebte berühmte
arbeite warte reite biete miete leite koste halte trete bete achte teste starte rate brate streite berichte vermiete
bearbeite enthalte erhalte behalte verwalte gestalte begleite verarbeite vertrete betrachte beachte antworte beantworte
""")
FUTURE = re.compile(rf"\b(?:wird|werden|werde)\b(?!.*\b{_PARTICIPLE}[.,;!])")
PASSING = re.compile(r"\b(?:leitet|plant|hofft|wartet|sucht|fragt|sagt)\b")


def lasts(text: str) -> bool:
    """Whether the sentence is in the present, a passive included, and of no day."""
    if OF_A_DAY.search(text) or FUTURE.search(text) or PERFECT.search(text) or PASSING.search(text):
        return False
    return not any(_is_past(found) for found in PAST.finditer(text))


def _is_past(found: re.Match[str]) -> bool:
    weak: str | None = found["weak"]
    return weak is None or not (weak in NO_PAST or weak.endswith("ste") or weak.startswith("ge"))
