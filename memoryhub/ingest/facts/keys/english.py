"""English keys: runs of capitals for names, runs of nouns for concepts, told apart by word lists and endings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryhub.ingest.facts.grammar.english_verbs import BASE, BASE_OF, CERTAIN_HUMAN, PARTICIPLES, PAST, THIRD, is_past
from memoryhub.ingest.facts.keys import english_words as lists
from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft

TOKEN = re.compile(r"[^\W\d_](?:[\w]|[-./#+&'’@](?=\w))*|\d[\w.,:/%-]*|[^\w\s]")
NO_FIRST_NAME = lists.STOP | lists.ADJECTIVES | lists.GENERIC | lists.BREAKING | (BASE - {"mark", "grace"})
NO_NOUN = lists.STOP | lists.BREAKING | lists.NO_NAME | lists.ADJECTIVES
BEFORE_NOUN = lists.DETERMINED | lists.ADJECTIVES
IDENTIFIER = re.compile(
    r"(?=.*[A-Za-z])(?:\w*[_/\\@#]\w.*|\w*[a-z][A-Z]\w*|.*\w\.\w.*|[A-Z]{2,}[\w-]*|[A-Za-z]+-?\d[\w.-]*)"
)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    before: str
    after: str
    verb: str
    is_first: bool

    @property
    def low(self) -> str:
        return self.text.lower()


def terms(text: str, context: Context) -> Iterator[KeyDraft]:
    """The candidate keys of one English fact, in reading order."""
    tokens = _tokens(text)
    run: list[_Token] = []
    names: list[_Token] = []
    for token in [*tokens, _Token(".", "", "", "", False)]:
        is_name = _is_name(token, context, inside=bool(names))
        if names and not is_name:
            yield _named(names, context)
            names = []
        if is_name:
            names.append(token)
        if not is_name and _is_noun(token, in_run=bool(run)):
            run.append(token)
            continue
        yield from _concepts(run)
        run = []


def _tokens(text: str) -> list[_Token]:
    words = [re.sub(r"['’]s$", "", word) for word in TOKEN.findall(text)]
    around = ["", *(word.lower() for word in words), ""]
    # A speaker's label stands before the sentence proper.
    opened = words.index(":") + 1 if ":" in words[1:4] else 0
    return [
        _Token(word, around[index], around[index + 2], _verb_after(around, index + 2), index in {0, opened})
        for index, word in enumerate(words)
    ]


def _verb_after(around: Sequence[str], index: int) -> str:
    """The next word that is no adverb, which after a bare name is its verb."""
    while index < len(around) - 1 and (around[index] in lists.ADVERBS or around[index].endswith("ly")):
        index += 1
    return around[index]


def _is_name(token: _Token, context: Context, *, inside: bool) -> bool:
    word, low = token.text, token.low
    if word in context.people:
        return True
    if low in lists.NO_NAME or not word[0].isalpha() or "'" in word:
        return False
    if IDENTIFIER.fullmatch(word):
        return True
    if not word[0].isupper():
        return False
    if not token.is_first:
        return low not in lists.STOP or inside
    return _names_at_start(token, context)


def _names_at_start(token: _Token, context: Context) -> bool:
    """A sentence's first word is a name if it is one elsewhere, or stands alone before a verb."""
    low = token.low
    if low in NO_FIRST_NAME:
        return False
    if token.text in context.inner:
        return True
    abstract = low.endswith(("s", "ing", "ity", "tion", "ness", "ment", "ism", "ship", "ery", "ance", "ence"))
    alone = token.verb in CERTAIN_HUMAN or token.verb in THIRD or is_past(token.verb)
    return low not in context.small and not abstract and alone


def _named(tokens: Sequence[_Token], context: Context) -> KeyDraft:
    text = " ".join(token.text for token in tokens)
    first, last = tokens[0], tokens[-1]
    if text in context.people or first.text in context.people:
        return KeyDraft(text, "name")
    is_plain = len(tokens) <= 3 and all(token.text.isalpha() and not token.text.isupper() for token in tokens)
    acts = first.before not in {"the", "a", "an"} and last.verb in CERTAIN_HUMAN
    is_person = is_plain and (first.before in lists.TITLES | lists.BEFORE_PERSON or acts)
    return KeyDraft(text, "name" if is_person else "proper_noun")


def _is_noun(token: _Token, *, in_run: bool) -> bool:
    low, before = token.low, token.before
    if not low[0].isalpha() or low in NO_NOUN or "'" in low:
        return False
    if (low.endswith("ly") and len(low) > 5) or low in PAST or low in PARTICIPLES or is_past(low):
        return False
    determined = before in BEFORE_NOUN
    if low.endswith("ing") and len(low) > 4:
        return (low in lists.ACTIVITIES and before not in {"is", "are", "was", "been"}) or before in lists.GERUND_BEFORE
    if low in BASE_OF and not determined:
        return BASE_OF[low] in lists.NOUNISH and in_run and token.after not in lists.OBJECT_OPENERS
    if low in BASE and not determined:
        opens = token.is_first and token.after not in lists.STOP
        return opens or (low in lists.NOUNISH and before not in lists.VERB_BEFORE)
    return True


def _concepts(run: Sequence[_Token]) -> Iterator[KeyDraft]:
    """The noun phrase of a run: at most its last three words, without what says nothing at its ends."""
    words = [token.low if not token.text.isupper() else token.text for token in run]
    while words and (words[-1] in lists.GENERIC or _is_adjective(words[-1])):
        words.pop()
    words = words[-3:]
    while words and words[0] in lists.GENERIC:
        words = words[1:]
    if words and (len(words) > 1 or len(words[0]) > 2):
        yield KeyDraft(" ".join([*words[:-1], singular(words[-1])]), "concept")


def _is_adjective(word: str) -> bool:
    return bool(lists.ADJECTIVE_END.search(word)) and word not in lists.NOT_ADJECTIVE


UNCHANGED = ("ss", "us", "is", "ics", "news", "ous")
ALIKE = frozenset(
    {
        "diabetes",
        "rabies",
        "measles",
        "herpes",
        "series",
        "species",
        "always",
        "lens",
        "gas",
        "glasses",
        "clothes",
        "pants",
        "yes",
        "texas",
    }
)
IRREGULAR = {
    "buses": "bus",
    "gases": "gas",
    "lenses": "lens",
    "knives": "knife",
    "wives": "wife",
    "lives": "life",
    "leaves": "leaf",
    "wolves": "wolf",
    "shelves": "shelf",
}
SOFT = frozenset(
    {"movies", "cookies", "selfies", "zombies", "calories", "brownies", "shoes", "axes", "aches", "headaches"}
)


def singular(word: str) -> str:
    """The singular of a plain plural; words that only look like one keep their s."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(UNCHANGED) or word in ALIKE:
        return word
    if word in SOFT or word in IRREGULAR:
        return IRREGULAR.get(word, word[:-1])
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else word[:-1]
