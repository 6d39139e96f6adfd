"""The English words that frames are made of."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.english_verbs import BASE, BASE_OF, IRREGULAR
from memoryhub.ingest.facts.wordlists import words
from memoryhub.ingest.updates.latin import Lexicon
from memoryhub.ingest.updates.model import Family, Tense

_FAMILIES: dict[Family, frozenset[str]] = {
    "dwell": words("live reside base locate situate"),
    "move": words("move relocate"),
    "like": words("like love enjoy adore prefer"),
    "dislike": words("hate dislike detest loathe"),
    "hold": words("lead own manage head maintain chair run coach"),
    "measure": words("""
cost start begin open close end expire weigh measure last take have seat contain hold require need charge earn pay
listen run allow
    """),
    "employ": words("work join"),
}
_PAST_OF = {past: base for base, (past, _) in IRREGULAR.items() if past != base}
_PARTICIPLE_OF = {participle: base for base, (_, participle) in IRREGULAR.items()}


def _verb(word: str) -> tuple[str, Family, Tense] | None:
    lemma, tense = _lemma(word)
    return (lemma, _family(lemma), tense) if lemma else None


def _family(lemma: str) -> Family:
    for family, members in _FAMILIES.items():
        if lemma in members:
            return family
    return "do"


def _lemma(word: str) -> tuple[str, Tense]:
    if word in BASE_OF:
        return BASE_OF[word], "present"
    if word in _PAST_OF or word in _PARTICIPLE_OF:
        return _PAST_OF.get(word) or _PARTICIPLE_OF[word], "past"
    if word in BASE or word in {"have", "locate", "base", "situate", "reside", "detest", "loathe", "chair"}:
        return word, "present"
    for ending, replacement in (("ied", "y"), ("ed", ""), ("d", ""), ("ies", "y"), ("es", ""), ("s", "")):
        base = word.removesuffix(ending) + replacement
        if word.endswith(ending) and (base in BASE or any(base in members for members in _FAMILIES.values())):
            return base, "past" if "d" in ending else "present"
    return ("have", "present") if word in {"has", "had"} else ("", "present")


_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"

LEXICON = Lexicon(
    code="en",
    cue=re.compile(r"(?:^|\b)(?:correction|corrected|erratum|scratch that)\s*[:,—–-]+", re.IGNORECASE),
    weak_cue=re.compile(r"^(?:actually|in fact|update)\s*[,:—–-]+|\bactually\b", re.IGNORECASE),
    ended=re.compile(r"\bno longer\b|\b(?:any ?more|any longer)\b(?=\s*(?:[.,;!]|$|since\b|because\b))", re.IGNORECASE),
    negation=words("""
    not never no don't doesn't isn't aren't wasn't won't didn't hasn't haven't cannot can't couldn't
    """),
    definite=words("the my your his her its our their this that"),
    indefinite=words("a an some any one two three four five another each every many most all no several both few"),
    pronouns=words("it he she they we you i this these those who which there"),
    adverbs=words("""
also still now just always usually often currently already only really again back mostly generally normally then indeed
recently probably even so far permanently
    """),
    helpers={
        "has": "present",
        "have": "present",
        "had": "past",
        "will": "future",
        "would": "future",
        "can": "present",
        "cannot": "present",
        "can't": "present",
        "could": "past",
        "must": "present",
        "should": "present",
        "may": "present",
        "does": "present",
        "do": "present",
        "did": "past",
        "doesn't": "present",
        "don't": "present",
        "didn't": "past",
        "won't": "future",
        "hasn't": "present",
        "haven't": "present",
    },
    modals=words("can cannot can't could must should may would might"),
    perfect=words("has have had hasn't haven't"),
    copulas={
        "is": "present",
        "are": "present",
        "was": "past",
        "were": "past",
        "isn't": "present",
        "aren't": "present",
        "wasn't": "past",
        "weren't": "past",
    },
    plural_verbs=words("are were have do aren't weren't") | BASE,
    verb=_verb,
    weekdays=words("monday tuesday wednesday thursday friday saturday sunday"),
    recurring=words("""
    every each mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays weekends daily weekly
    """),
    months=words("""
january february march april may june july august september october november december jan feb mar apr jun jul aug sep
sept oct nov dec
    """),
    numbers={word: str(value) for value, word in enumerate(_NUMBERS.split())},
    day_times=words("noon midnight morning afternoon evening"),
    joins=words("at on in of from until till to am pm o'clock - – the by about around"),
    place_before=words("in at near to from outside"),
    bound=words("""
    today tonight yesterday tomorrow today's this last next week weekend tonight's temporarily until for
    """),
)
