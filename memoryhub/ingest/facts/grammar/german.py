"""German: which sentences state something by themselves, and the first person told in the third."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar import german_tense
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice
from memoryhub.ingest.facts.wordlists import either, words

WORD = re.compile(r"[A-Za-zÄÖÜäöüß][\wÄÖÜäöüß-]*|\d[\w.,:%-]*")
CORRECTION = re.compile(r"(?:korrektur|berichtigung|richtigstellung)\b\s*[:,—–-]", re.IGNORECASE)
LEAD_IN = re.compile(
    r"(?:ach|oh|ah|hallo|hi|hey|na ja|naja|tja|ja|nein|nee|doch|genau|stimmt|klar|okay|ok|gut|super|toll|prima|schön"
    r"|danke|vielen dank|also|und|aber|oder|denn|außerdem|übrigens"
    r"|ehrlich gesagt|leider|zum glück|zum beispiel|jedoch|allerdings|deshalb|daher|schließlich|korrektur|berichtigung"
    r"|richtigstellung|update|eigentlich|genauer gesagt)"
    r"(?:\s*[,!.:;—–-]+\s*(?=\S))|(?:und|aber|denn|also|außerdem|übrigens)\s+(?=\S)",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"\s*[,;–—-]\s+(?:(?:also|und|aber)\s+)?(?:(?:[a-zäöü]+\s+)?bitte\b|lass\b|lasst\b|du\b|ihr\b)[^,;.!?]*[.!…]*$",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"(?:bitte\s+)?(?:nicht vergessen|niemals vergessen|hinweis|achtung|wichtig|merke|beachte|anmerkung|tipp"
    r"|erinnerung|zur erinnerung)\s*[:,—–]\s*(?:dass\s+)?(?=\S)",
    re.IGNORECASE,
)
ASKING = re.compile(r"(?:wer|wen|wem|was|wann|wo|woher|wohin|warum|wieso|weshalb|wie|welche[rsnm]?)\b", re.IGNORECASE)
LISTENER = re.compile(r"\b(?i:du|dich|dir|deine?[rsnm]?|euch|eure?[rsnm]?)\b|\b(?:Ihnen|Ihre?[rsnm]?)\b")
POINTING = re.compile(
    r"(?:er|sie|es|das|dies|diese[rsnm]?|dieser|jene[rsnm]?|ihm|ihn|ihnen|ihr|ihre[rsnm]?|sein|seine[rsnm]?|dort|da"
    r"|hier|damit|dabei|dafür|darin|darauf|darum|dadurch|dazu|davon|solche[rsnm]?"
    r"|letztere[rsnm]?|erstere[rsnm]?|beide[rsnm]?|alles|nichts|etwas|jemand|so|man)\b(?!\s+(?-i:[A-ZÄÖÜ]))",
    re.IGNORECASE,
)
DEMONSTRATIVE = re.compile(r"(?i:diese[rsnm]?|jene[rsnm]?|solche[rsnm]?|ihre?[rsnm]?|seine?[rsnm]?)\s+[A-ZÄÖÜ]")
POINTING_END = re.compile(r"\b(?:es|das|dies|sie|ihn|ihm|dort|da|hier|so|daran|davon|dazu)[.!…]*$")
FINITE = re.compile(
    either(r"""

\b(?:ist|sind|war|waren|hat|haben|hatte|hatten|wird|werden|wurde|wurden|kann|können|konnte|muss|müssen|musste|soll|sollen|sollte|darf|dürfen|will|wollen|mag|möchte|bin|habe|werde|kostet|heißt|liegt|steht|gibt|bleibt|geht|kommt|beginnt|endet|lebt|wohnt|arbeitet|leitet|führt|nutzt|verwendet|läuft|braucht|gehört|enthält|zieht|zog|ging|kam|fand|nahm|gab|schrieb|blieb|stand|hieß|las|sprach|fuhr|aß|trank|stehen|liegen|gehen|kommen|leben|wohnen|nutzen|verwenden|laufen|brauchen|enthalten|enden|heißen|geben|bleiben|fahren|machen|spielen|essen|trinken|lesen|sprechen|gehören|[a-zäöüß]{2,}(?:te|ten|t))\b
""")
)
COMMANDED = re.compile(
    r"(?:bitte|lass|lasst|nie|niemals|immer|achte|stelle? sicher|vergiss)\b|(?-i:[A-ZÄÖÜ][a-zäöüß]+(?:en|e))\s+(?:Sie"
    r"|den"
    r"|die|das|alle|keine)\b",
    re.IGNORECASE,
)
FIRST_PERSON = re.compile(r"\b(?:ich|mich|mir|mein|meine[rsnm]?|wir|uns|unser|unsere[rsnm]?)\b", re.IGNORECASE)
GROUP = re.compile(r"\b(?:wir|uns|unser|unsere[rsnm]?)\b", re.IGNORECASE)
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

STATIC = re.compile(
    r"\b(?:heißt|Name ist|geboren|Geburtstag|wohnt|lebt in|stammt aus|kommt aus|Beruf|arbeitet (?:als|bei|für|in)"
    r"|ist (?:ein|eine) [A-ZÄÖÜ]|ist [A-ZÄÖÜ]\w+(?:er|in|ist|istin|arzt|ärztin)\b"
    r"|mag|liebt|hasst|bevorzugt|Lieblings\w+|allergisch|Allergie|vegan|Vegetarier\w*|spricht|verheiratet|ledig|immer"
    r"|nie|niemals|muss|müssen|darf nicht|dürfen nicht|verboten|Pflicht|Regel"
    r"|Richtlinie|jeden (?:Tag|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Morgen|Abend|Monat)"
    r"|jede Woche|grundsätzlich|standardmäßig)\b"
)
DYNAMIC = re.compile(
    r"\b(?:heute|gestern|vorgestern|morgen|übermorgen|derzeit|aktuell|momentan|gerade|jetzt|zurzeit|zur Zeit|neulich"
    r"|kürzlich|bald|noch|schon|(?:diese|letzte|nächste|vorige|kommende|vergangene)[nrsm]?"
    r" (?:Woche|Wochenende|Monat|Jahr|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Sommer|Winter|Herbst"
    r"|Frühling)|vor \w+ (?:Tag|Woche|Monat|Jahr)\w*|plant|will|geplant"
    r"|vorübergehend|fällig|Frist)\b",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:vielleicht|wahrscheinlich|vermutlich|eventuell|möglicherweise|angeblich|scheint|glaube|könnte|wohl)\b",
    re.IGNORECASE,
)


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = _stripped(sentence.strip())
    if not text or not _is_whole(text, voice):
        return None
    is_correction = bool(CORRECTION.match(sentence.strip()))
    if not FIRST_PERSON.search(text):
        return Statement(_finished(text), is_correction=is_correction)
    if not voice.name:
        return None
    told = third_person(text, voice.name)
    if told is None:
        return Statement(f"{voice.name}: {_finished(text)}", True, is_correction)
    return Statement(_finished(told), False, is_correction)


def _stripped(text: str) -> str:
    before = ""
    while text != before:
        before = text
        for lead in (LABEL, LEAD_IN):
            if (match := lead.match(text)) and match.end() < len(text):
                text = text[match.end() :].lstrip()
    return text.strip(" \"'“”„*-–—")


def _is_whole(text: str, voice: Voice) -> bool:
    words = WORD.findall(text)
    return (
        3 <= len(words) <= 45
        and "?" not in text
        and text[-1] not in ":,;("
        and text[0].isalnum()
        and not ASKING.match(text)
        and not (LISTENER.search(text) and (voice.is_chat or LISTENER.match(text)))
        and not POINTING.match(text)
        and not DEMONSTRATIVE.match(text)
        and not POINTING_END.search(text)
        and not COMMANDED.match(text)
        and not re.match(r"(?:wenn|weil|obwohl|während|nachdem|bevor|falls|sobald|dass)\b", text, re.IGNORECASE)
        and bool(FINITE.search(text, len(words[0])))
        and sum(word[0].isupper() or word[0].isdigit() or len(word) > 6 for word in words)
        >= 2 - bool(FIRST_PERSON.search(text))
    )


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`; None where case endings, a group or a second verb would have to change too."""
    if GROUP.search(text) or DECLINED.search(text) or re.search(r"[\"“„]", text):
        return None
    speaks = len(re.findall(r"\bich\b", text, re.IGNORECASE))
    if speaks > 1 or (not speaks and re.search(r"\b(?:mich|mir)\b", text, re.IGNORECASE)):
        return None
    if speaks:
        told = _with_verb(text, name)
        if told is None:
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


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("!…;, ")
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


GRAMMAR = Grammar("de", statement, STATIC, DYNAMIC, HEDGE, ASIDE, german_tense.lasts)
