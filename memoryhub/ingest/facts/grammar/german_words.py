"""The patterns by which German sentences are judged."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.wordlists import either

WORD = re.compile(r"[A-Za-zÄÖÜäöüß][\wÄÖÜäöüß-]*|\d[\w.,:%-]*")
CORRECTION = re.compile(r"(?:korrektur|berichtigung|richtigstellung|(?:nein, )?falsch)\b\s*[:,—–-]", re.IGNORECASE)
LEAD_IN = re.compile(
    r"(?:ach|oh|ah|hallo|hi|hey|na ja|naja|tja|ja|nein|nee|doch|genau|stimmt|klar|okay|ok|gut|super|toll|prima|schön"
    r"|danke|vielen dank|also|und|aber|oder|denn|außerdem|übrigens"
    r"|ehrlich gesagt|leider|zum glück|zum beispiel|jedoch|allerdings|deshalb|daher|schließlich|korrektur|berichtigung"
    r"|richtigstellung|falsch|update|eigentlich|genauer gesagt)"
    r"(?:\s*[,!.:;—–-]+\s*(?=\S))|(?:und|aber|denn|also|außerdem|übrigens)\s+(?=\S)",
    re.IGNORECASE,
)
# An exclamation or a name called out, before somebody is spoken of.
CALL = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+[,!]\s*(?=(?:das|ich|wir|da|es|du|ihr|mein\w*|unser\w*)\b)")
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
# It leans on what was said before, or speaks of the text it stands in.
POINTING = re.compile(
    either(
        r"""
(?:er|sie|es|das|dies|diese[rsnm]?|dieser|jene[rsnm]?|ihm|ihn|ihnen|ihr|ihre[rsnm]?|sein|seine[rsnm]?|dort|da|hier|damit
|dabei|dafür|darin|darauf|darum|dadurch|dazu|davon|solche[rsnm]?|letztere[rsnm]?|erstere[rsnm]?|beide[rsnm]?|alles|nichts
|etwas|jemand|so|man)\b(?!\s+(?-i:[A-ZÄÖÜ]))
|(?:diese[rsnm]?|jene[rsnm]?|solche[rsnm]?|ihre?[rsnm]?|seine?[rsnm]?)\s+(?-i:[A-ZÄÖÜ])
|(?:in|im|der|die|das)\s+(?:diese[rm]?|(?:nächst|folgend|vorig|letzt)e[nrms]?)
\s+(?:teil|beitrag|kapitel|abschnitt|artikel|text|folge|seite|tabelle|abbildung)
|siehe\b|(?:weitere|mehr) (?:informationen|details|hinweise)\b|(?:einzelheiten|details|näheres)\b
"""
    ),
    re.IGNORECASE,
)
POINTING_END = re.compile(r"\b(?:es|das|dies|sie|ihn|ihm|dort|da|hier|so|daran|davon|dazu)[.!…]*$")
SUBORDINATE = re.compile(r"(?:wenn|weil|obwohl|während|nachdem|bevor|falls|sobald|dass|ob)\b", re.IGNORECASE)
_DEGREES = (
    "so|sehr|echt|total|immer|noch|auch|ganz|ziemlich|richtig|wirklich|einfach|ja|doch|schon|gerade|nur|zu|ein|eine"
)
# What somebody feels, thinks or suggests in answer to another is no fact about them.
EMPTY = re.compile(
    either(
        rf"""
(?:(?:ich|wir) (?:(?:freue|glaube|denke|hoffe|finde|verstehe|wünsche|danke|gratuliere|drücke|schätze|vermute|meine|bitte
|bedanke|entschuldige|stimme|schaue|überlege|frage)n?|weiß|wissen|könnten?|sollten?|müssten?|wären?
|hätten?|schlagen? vor)
|(?:ich|wir) (?:bin|sind|war|waren) (?:(?:{_DEGREES}) )*(?:froh|müde|gespannt|traurig|glücklich|begeistert|dankbar|stolz
|sicher|beeindruckt|neugierig|überrascht|neidisch|sprachlos|dabei|dafür|dagegen|gleich|unterwegs|da|hier|zurück)
|(?:ich|wir) (?:muss|müssen|musste|mussten) (?:(?:{_DEGREES}) )*(?:los|weg|weiter|sagen|zugeben|lachen|schmunzeln)
|(?:ich|wir) (?:kann|können) (?:(?:{_DEGREES}|es|das|mir|uns|gut|nicht) )*(?:verstehen|vorstellen|sagen|nachvollziehen)
|(?:mir|uns) (?:geht|ging)|(?:bei )?(?:mir|uns) (?:ist|war) (?:(?:{_DEGREES}) )*(?:viel|alles|nichts|egal|recht|klar)
)\b
"""
    ),
    re.IGNORECASE,
)
EVALUATION = re.compile(
    rf"\b(?:ist|war|sind|waren|wird|klingt|klang|aussieht)\s+(?:(?:{_DEGREES})\s+)*(?:toll|schön|super|gut|großartig|prima"
    r"|lecker|klasse|cool|nett|süß|lustig|interessant|spannend|schade|blöd|schlimm|anstrengend|okay|perfekt|herrlich"
    r"|wunderschön|stressig|langweilig|furchtbar|schrecklich|wunderbar)[.!…]*$",
    re.IGNORECASE,
)
# Words that end like a verb and are none.
_NO_VERB = """
mit|nicht|seit|laut|statt|samt|selbst|fast|sonst|meist|oft|jetzt|zuletzt|zuerst|erst|gut|weit|breit|leicht|schlecht|echt
|recht|direkt|komplett|bekannt|bereit|bunt|kalt|alt|fett|nett|spät|hart|zart|dort|damit|somit|womit|bitte|heute
|(?:gu|al|kal|leich|ech|rech|schlech|bun|brei|wei|spä|lau|fes|har|zar|bekann|gesam|konkre|priva|direk|komplet|drit|vier
|fünf|sechs|sieb|ach|neun|zehn|ro|to|fet|net)ten?|[a-zäöüß]+sten?|ge[a-zäöüß]+t
"""
_VERBS = """
ist|sind|war|waren|hat|haben|hatte|hatten|wird|werden|wurde|wurden|kann|können|konnte|muss|müssen|musste|soll|sollen
|sollte|darf|dürfen|will|wollen|mag|mögen|möchte|bin|habe|werde|heißt|gibt|geht|gehört|gilt|gefällt|gewinnt|gelingt|genügt
|geschieht|zog|ging|kam|fand|nahm|gab|schrieb|blieb|stand|hieß|las|sprach|fuhr|aß|trank|stehen|liegen|gehen|kommen|leben
|wohnen|nutzen|verwenden|laufen|brauchen|enthalten|enden|heißen|geben|bleiben|fahren|machen|spielen|essen|trinken|lesen
|sprechen|gehören|kosten|rief|lief|sah|trug|hielt|ließ|traf|half|begann|verlor|fiel|flog|schlief|saß|lag|wuchs|bot|zahlen
|dauern|führen|zeigen|öffnen|schließen|passen|reichen|stammen|fehlen|gelten|tragen|halten|finden|treffen|beginnen
"""
FINITE = re.compile(rf"\b(?:{either(_VERBS)}|(?!{either(_NO_VERB)}\b)[a-zäöüß]{{2,}}(?:te|ten|t))\b")
FIRST_VERB = re.compile(
    r"\bich\s+[a-zäöüß]+e\b|\b[a-zäöüß]+e\s+ich\b|\bwir\s+[a-zäöüß]+en\b|\b[a-zäöüß]+en\s+wir\b", re.IGNORECASE
)
COMMANDED = re.compile(
    r"(?:bitte|lass|lasst|nie|niemals|immer|achte|stelle? sicher|vergiss)\b|(?-i:[A-ZÄÖÜ][a-zäöüß]+(?:en|e))\s+(?:Sie"
    r"|den"
    r"|die|das|alle|keine)\b",
    re.IGNORECASE,
)
SELF = re.compile(r"\b(?:ich|mich|mir|mein|meine[rsnm]?)\b", re.IGNORECASE)
FIRST_PERSON = re.compile(r"\b(?:ich|mich|mir|mein|meine[rsnm]?|wir|uns|unser|unsere[rsnm]?)\b", re.IGNORECASE)
GROUP = re.compile(r"\b(?:wir|uns|unser|unsere[rsnm]?)\b", re.IGNORECASE)
STATIC = re.compile(
    r"\b(?:heißt|Name ist|geboren|Geburtstag|wohnt|lebt in|stammt aus|kommt aus|Beruf"
    r"|arbeitet (?:jetzt |nun )?(?:als|bei|für|in)"
    r"|ist (?:ein|eine) [A-ZÄÖÜ]|ist [A-ZÄÖÜ]\w+(?:er|in|ist|istin|arzt|ärztin)\b"
    r"|mag|liebt|hasst|bevorzugt|Lieblings\w+|allergisch|Allergie|vegan|Vegetarier\w*|spricht|verheiratet|ledig|immer"
    r"|nie|niemals|muss|müssen|darf nicht|dürfen nicht|verboten|Pflicht|Regel"
    r"|Richtlinie|jeden (?:Tag|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Morgen|Abend|Monat)"
    r"|jede Woche|grundsätzlich|standardmäßig)\b"
)
DYNAMIC = re.compile(
    r"\b(?:heute|gestern|vorgestern|morgen|übermorgen|derzeit|aktuell|momentan|gerade|zurzeit|zur Zeit|neulich"
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
