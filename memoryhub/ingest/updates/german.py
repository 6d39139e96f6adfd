"""The German words that frames are made of."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.wordlists import words
from memoryhub.ingest.updates.latin import Lexicon
from memoryhub.ingest.updates.model import Family, Tense

_FORMS: dict[Family, str] = {
    "dwell": "wohnt=wohnen lebt=wohnen liegt=liegen befindet=liegen sitzt=liegen steht=stehen",
    "move": "zog=ziehen zieht=ziehen gezogen=ziehen umgezogen=ziehen verlegt=ziehen verschoben=ziehen",
    "like": "liebt=mögen mag=mögen genießt=mögen",
    "dislike": "hasst=hassen verabscheut=hassen",
    "hold": "leitet=leiten führt=führen betreut=betreuen verwaltet=verwalten besitzt=besitzen",
    "measure": """
    kostet=kosten beginnt=beginnen startet=beginnen endet=enden öffnet=öffnen schließt=schließen dauert=dauern
    wiegt=wiegen hat=haben fasst=fassen braucht=brauchen benötigt=brauchen läuft=laufen verdient=verdienen zahlt=zahlen
    """,
    "employ": "arbeitet=arbeiten",
    "do": """
    spricht=sprechen spielt=spielen trinkt=trinken isst=essen nutzt=nutzen verwendet=nutzen heißt=heißen
    unterrichtet=unterrichten studiert=studieren fährt=fahren raucht=rauchen
    """,
}
_VERBS: dict[str, tuple[str, Family]] = {
    form: (lemma, family)
    for family, listed in _FORMS.items()
    for form, _, lemma in (pair.partition("=") for pair in listed.split())
}
_PAST = words("zog gezogen umgezogen verlegt verschoben")


def _verb(word: str) -> tuple[str, Family, Tense] | None:
    if word not in _VERBS:
        return None
    lemma, family = _VERBS[word]
    return lemma, family, "past" if word in _PAST else "present"


_NUMBERS = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"

LEXICON = Lexicon(
    code="de",
    cue=re.compile(r"\b(?:korrektur|berichtigung|richtigstellung)\s*[:,—–-]+", re.IGNORECASE),
    weak_cue=re.compile(r"^(?:eigentlich|genauer gesagt|update)\s*[,:—–-]+|\beigentlich\b", re.IGNORECASE),
    ended=re.compile(r"\bnicht (?:mehr|länger)\b|\bkeine?n?\b(?=.*\bmehr\b)|\bmehr(?=\.?$)", re.IGNORECASE),
    negation=words("nicht nie niemals kein keine keinen keinem keiner"),
    definite=words("""
    der die das dem den des mein meine dein deine sein seine ihr ihre unser unsere dieser diese dieses
    """),
    indefinite=words("""
    ein eine einen einem einer manche viele einige alle jeder jede jedes kein keine zwei drei vier fünf beide
    """),
    pronouns=words("es er sie wir ich du man dies hier dort da"),
    adverbs=words("""
    auch mehr noch jetzt nun immer meist oft derzeit schon bereits nur wirklich wieder zurück sehr gern gerne sich
    inzwischen
    """),
    helpers={
        "hat": "present",
        "wurde": "past",
        "wird": "future",
        "kann": "present",
        "muss": "present",
        "soll": "present",
        "darf": "present",
    },
    modals=words("kann muss soll darf"),
    perfect=words("hat"),
    copulas={
        "ist": "present",
        "sind": "present",
        "war": "past",
        "waren": "past",
        "lautet": "present",
        "heißt": "present",
    },
    plural_verbs=words("sind waren"),
    verb=_verb,
    weekdays=words("montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag"),
    recurring=words("""
    jeden jede jedes montags dienstags mittwochs donnerstags freitags samstags sonntags täglich wöchentlich
    """),
    months=words("januar februar märz april mai juni juli august september oktober november dezember"),
    numbers={word: str(value) for value, word in enumerate(_NUMBERS.split())},
    day_times=words("mittag mitternacht morgen vormittag nachmittag abend mittags morgens abends nachmittags"),
    joins=words("am um im in ab bis von vom gegen uhr zum den dem auf nach - –"),
    place_before=words("in nach"),
    bound=words("""
    heute gestern morgen diese dieser dieses diesen letzte letzten nächste nächsten woche vorübergehend bis
    """),
    participle_is_last=True,
)
