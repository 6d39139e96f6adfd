"""From the first person to the third, in German: `Ich wohne in Gent` said by Mina becomes `Mina wohnt in Gent`."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.german_words import GROUP
from memoryhub.ingest.facts.wordlists import words

# A possessive in another case changes the ending of the adjective behind it.
DECLINED = re.compile(r"\bmein(?:em|en|er|es)\s+[a-zäöüß]", re.IGNORECASE)
SECOND_VERB = re.compile(
    r"\b(?P<join>und|oder|aber|sondern)\s+(?!(?:[mdks]?eine|die|viele|alle|andere|beide|meine|gerne|heute"
    r"|eure)\b)(?P<verb>[a-zäöüß]+e)\b"
)
SECOND_OBJECT = re.compile(r"\s+(?:bei|in|im|als|an|am|für|mit|auf|gern|seit|den|das|dem|einen?|kein\w*)\b")
_STRONG = """
bin ist, habe hat, werde wird, fahre fährt, esse isst, lese liest, sehe sieht, nehme nimmt, gebe gibt, spreche spricht,
trage trägt, laufe läuft, schlafe schläft, halte hält, treffe trifft, vergesse vergisst, helfe hilft, fange fängt,
lasse lässt, wasche wäscht, wachse wächst, falle fällt, lade lädt, rate rät, verlasse verlässt, empfehle empfiehlt,
verspreche verspricht, werfe wirft, sterbe stirbt, trete tritt, messe misst, breche bricht, befehle befiehlt,
stehle stiehlt
"""
STRONG = dict(row.split() for row in _STRONG.replace("\n", " ").split(","))
UNCHANGED = words("""
kann will muss darf soll mag weiß möchte könnte müsste würde sollte dürfte wollte war hatte ging kam fand nahm gab
schrieb blieb stand las sprach fuhr aß trank wurde zog begann verlor traf half hielt ließ lief rief schlief sah saß
trug vergaß wuchs flog dachte brachte wusste kannte hieß
""")
# The present of a stem in t looks like the past of other verbs: ich arbeite, ich wohnte.
PRESENT_IN_TE = words("""
arbeite warte reite biete miete leite vermiete begleite bearbeite verarbeite mitarbeite berichte achte starte teste
bitte heirate antworte beantworte vertrete betrachte beachte verwalte gestalte erhalte behalte enthalte rate berate
hafte schalte spalte streite unterrichte übernachte verspäte veranstalte faste bete
""")


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`; None where case endings, a group or a second verb would have to change too."""
    if GROUP.search(text) or DECLINED.search(text) or re.search(r"[\"“„]", text):
        return None
    speaks = len(re.findall(r"\bich\b", text, re.IGNORECASE))
    if speaks > 1 or (not speaks and re.search(r"\b(?:mich|mir)\b", text, re.IGNORECASE)):
        return None
    if speaks:
        told = _with_verb(text, name)
        # Beyond a comma somebody else is the subject, and mir is not sich.
        if told is None or re.search(r",.*\b(?:mich|mir)\b", text):
            return None
        text = re.sub(r"\b(?:mich|mir)\b", "sich", told)
        if (second := SECOND_VERB.search(text)) is not None:
            verb = _agreeing(second["verb"]) if SECOND_OBJECT.match(text, second.end()) else None
            if verb is None:
                return None
            text = text[: second.start("verb")] + verb + text[second.end() :]
    owner = name + ("'" if name[-1] in "sßxz" else "s")
    return re.sub(r"\b[Mm]ein(?:e[rsnm]?)?\b", owner, text)


def _with_verb(text: str, name: str) -> str | None:
    """`ich` and the verb beside it changed: `Ich wohne`, `Gestern bin ich`."""
    direct = re.match(r"ich\s+([a-zäöüß]+)\b", text, re.IGNORECASE)
    if direct:
        verb = _agreeing(direct[1])
        return f"{name} {verb}{text[direct.end() :]}" if verb else None
    inverted = re.search(r"\b([a-zäöüß]+)\s+ich\b", text)
    if inverted and inverted.start() > 0:
        verb = _agreeing(inverted[1])
        return f"{text[: inverted.start()]}{verb} {name}{text[inverted.end() :]}" if verb else None
    return None


def _agreeing(verb: str) -> str | None:
    if verb in STRONG:
        return STRONG[verb]
    if verb in UNCHANGED or (verb.endswith("te") and verb not in PRESENT_IN_TE):
        return verb
    if not verb.endswith("e") or len(verb) < 4:
        return None
    stem = verb[:-1]
    # An e stays before t where the stem ends in d or t, or in a cluster with m or n: arbeitet, öffnet.
    return stem + ("et" if stem.endswith(("d", "t")) or re.search(r"[^aeiouäöülrhnm][mn]$", stem) else "t")
