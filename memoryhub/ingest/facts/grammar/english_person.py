"""From the first person to the third, in English: `I moved to Busan` said by Mina becomes `Mina moved to Busan`."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.english_verbs import (
    AMBIGUOUS,
    AUXILIARIES,
    BASE,
    MODALS,
    PARTICIPLES,
    THIRD,
    is_past,
)
from memoryhub.ingest.facts.grammar.english_verbs import third_person as agreeing
from memoryhub.ingest.facts.wordlists import words

TOKEN = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*|[^A-Za-z]+")
# The group cannot be named, and whose self it is cannot be told: the words are kept as said.
UNTELLABLE = re.compile(r"\b(?:we|us|our|ours|ourselves|myself|mine|let's|we'\w+)\b", re.IGNORECASE)
QUOTED_SELF = re.compile(r"[\"“][^\"”]*\b(?:I|me|my|I'\w+)\b", re.IGNORECASE)
PAST_CUE = re.compile(
    r"\b(?:yesterday|ago|last (?:\w+ )?(?:night|week|weekend|month|year|summer|winter|spring|fall|\w+day)|earlier|once"
    r"|back then|when I was|in (?:19|20)\d\d)\b"
)
ADVERBS = words("""
just really also still always never often usually already totally only even ever recently currently actually kinda
definitely sometimes now then once both all soon rarely mostly mainly almost long first quite
""")
NOT_ADVERBS = words("reply apply supply rely fly bully multiply family")
AFTER_VERB = words("""
a an the my his her their its this that these those to in on at for from with by of into over up out off about as it
them him me us some every all more going being
""")
WOULD = words("like love prefer rather be say want hate go do have never")
INFINITIVE_AFTER = words("to gonna wanna gotta let lets make makes made help helps helped")
_CONTRACTED = {"i'm": "is", "i've": "has", "i'll": "will"}


class _Untellable(Exception):
    """The sentence cannot be put into the third person safely."""


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`, or None where its grammar is not plain enough to be sure."""
    if UNTELLABLE.search(text) or QUOTED_SELF.search(text):
        return None
    try:
        return _Rewriting(text, name).result()
    except _Untellable:
        return None


class _Rewriting:
    """One pass over the words of a sentence; separators stand at the places between them."""

    def __init__(self, text: str, name: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.name = name
        self.has_past_cue = bool(PAST_CUE.search(text))
        self.opens_with_subject = text.split("'")[0].split(" ")[0] == "I"
        self.possessives = 0

    def result(self) -> str:
        for index in range(len(self.tokens)):
            self._rewrite(index)
        told = "".join(self.tokens)
        return told[:1].upper() + told[1:]

    def _rewrite(self, index: int) -> None:
        word = self.tokens[index]
        lowered = word.lower()
        if word == "I":
            self._subject(index)
        elif lowered in _CONTRACTED and word[0] == "I":
            self.tokens[index] = f"{self.name} {_CONTRACTED[lowered]}"
            self._coordinated(index, infinitive=lowered == "i'll")
        elif lowered == "i'd" and word[0] == "I":
            self.tokens[index] = f"{self.name} {self._would_or_had(index)}"
        elif lowered == "me":
            self.tokens[index] = self.name
        elif lowered == "my":
            self.tokens[index] = self._possessive()

    def _subject(self, index: int) -> None:
        before = self._word_before(index)
        if before in AUXILIARIES or (before == "and" and not self._has_verb_before(index)):
            raise _Untellable
        self.tokens[index] = self.name
        verb = self._after_adverbs(index)
        infinitive = self._agree(verb)
        self._coordinated(verb, infinitive=infinitive)

    def _agree(self, verb: int) -> bool:
        """Put the verb into the third person; True after a modal, which an infinitive follows."""
        word = self.tokens[verb].lower()
        if word in MODALS or word in {"didn't", "did"}:
            return True
        if word in {"don't", "do", "haven't", "have", "am", "are"}:
            self.tokens[verb] = agreeing(word)
            return word in {"don't", "do"}
        if is_past(word) or word in AUXILIARIES:
            return False
        if word in AMBIGUOUS and not self.has_past_cue:
            raise _Untellable
        if word in BASE and word not in AMBIGUOUS:
            self.tokens[verb] = agreeing(word)
        elif word not in AMBIGUOUS:
            raise _Untellable
        return False

    def _coordinated(self, start: int, *, infinitive: bool) -> None:
        """A second verb of the same subject: `I love tea and hate coffee`."""
        for index in range(start + 1, len(self.tokens)):
            word = self.tokens[index].lower()
            if word == "i" or word.startswith("i'"):
                return
            infinitive = infinitive or word in INFINITIVE_AFTER or word in MODALS
            if word not in {"and", "or", "but"} or infinitive:
                continue
            verb = self._after_adverbs(index)
            base = self.tokens[verb].lower()
            if base in {"am", "have"}:
                self.tokens[verb] = agreeing(base)
            elif base in BASE and not is_past(base):
                self._second(verb, base)

    def _second(self, verb: int, base: str) -> None:
        follower = self._word_after(verb)
        if follower not in AFTER_VERB or base in AMBIGUOUS:
            raise _Untellable
        self.tokens[verb] = agreeing(base)

    def _would_or_had(self, index: int) -> str:
        word = self.tokens[self._after_adverbs(index)].lower()
        if word in PARTICIPLES or is_past(word) or word == "better":
            return "had"
        if word in WOULD or word in BASE:
            return "would"
        raise _Untellable

    def _possessive(self) -> str:
        self.possessives += 1
        if self.opens_with_subject and self.possessives == 1:
            return "their"
        return f"{self.name}'s"

    def _after_adverbs(self, index: int) -> int:
        for place in range(index + 1, len(self.tokens)):
            word = self.tokens[place].lower()
            if not word[0].isalpha():
                if "," in word or ";" in word:
                    raise _Untellable
                continue
            is_adverb = word in ADVERBS or (word.endswith("ly") and word not in NOT_ADVERBS)
            if not is_adverb:
                return place
        raise _Untellable

    def _word_before(self, index: int) -> str:
        return next((token.lower() for token in reversed(self.tokens[:index]) if token[0].isalpha()), "")

    def _word_after(self, index: int) -> str:
        return next((token.lower() for token in self.tokens[index + 1 :] if token[0].isalpha()), "")

    def _has_verb_before(self, index: int) -> bool:
        # What is rewritten already stands in one token: Mina is.
        words = (word for token in self.tokens[:index] for word in token.lower().split())
        return any(word in AUXILIARIES or word in BASE or word in THIRD or is_past(word) for word in words)
