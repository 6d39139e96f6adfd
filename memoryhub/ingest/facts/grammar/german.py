"""German: which sentences state something by themselves."""

from __future__ import annotations

from memoryhub.ingest.facts.grammar import german_person, german_tense
from memoryhub.ingest.facts.grammar import german_words as patterns
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

FEWEST_WORDS, MOST_WORDS = 3, 45
LONG_WORD = 6


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = _stripped(sentence.strip())
    if not text or not _is_whole(text, voice):
        return None
    is_correction = bool(patterns.CORRECTION.match(sentence.strip()))
    if not patterns.FIRST_PERSON.search(text):
        return Statement(_finished(text), is_correction=is_correction)
    if not voice.name:
        # A document without an author may yet speak for its house.
        is_house = not (voice.is_chat or patterns.SELF.search(text) or patterns.EMPTY.match(text))
        return Statement(_finished(text), is_correction=is_correction) if is_house else None
    told = german_person.third_person(text, voice.name)
    if told is None:
        return Statement(f"{voice.name}: {_finished(text)}", True, is_correction)
    return Statement(_finished(told), False, is_correction)


def _stripped(text: str) -> str:
    before = ""
    while text != before:
        before = text
        for lead in (patterns.LABEL, patterns.LEAD_IN, patterns.CALL):
            if (match := lead.match(text)) and match.end() < len(text):
                text = text[match.end() :].lstrip()
    return text.strip(" \"'“”„*-–—")


def _is_whole(text: str, voice: Voice) -> bool:
    spoken = patterns.WORD.findall(text)
    return (
        FEWEST_WORDS <= len(spoken) <= MOST_WORDS
        and "?" not in text
        and text[-1] not in ":,;("
        and text[0].isalnum()
        and not patterns.ASKING.match(text)
        and not (patterns.LISTENER.search(text) and (voice.is_chat or patterns.LISTENER.match(text)))
        and not any(pattern.match(text) for pattern in (patterns.POINTING, patterns.COMMANDED, patterns.SUBORDINATE))
        and not patterns.POINTING_END.search(text)
        and not (voice.is_chat and (patterns.EMPTY.match(text) or patterns.EVALUATION.search(text)))
        and bool(patterns.FINITE.search(text, len(spoken[0])) or patterns.FIRST_VERB.search(text))
        and _says_something(spoken, text)
    )


def _says_something(spoken: list[str], text: str) -> bool:
    """German nouns bear a capital; one word of weight is enough where somebody speaks of themselves."""
    weighty = sum(word[0].isupper() or word[0].isdigit() or len(word) > LONG_WORD for word in spoken)
    return weighty >= 2 - bool(patterns.FIRST_PERSON.search(text))


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("!…;, ")
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


GRAMMAR = Grammar(
    "de", statement, patterns.STATIC, patterns.DYNAMIC, patterns.HEDGE, patterns.ASIDE, german_tense.lasts
)
