"""English: which sentences state something by themselves."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar import english_person, english_tense
from memoryhub.ingest.facts.grammar import english_words as patterns
from memoryhub.ingest.facts.grammar.english_verbs import AUXILIARIES, BASE, CERTAIN_HUMAN, PAST, THIRD, is_past
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

FEWEST_WORDS, MOST_WORDS = 3, 45
EMPTY_WORDS = patterns.STOP | AUXILIARIES


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = patterns.PICTURES.sub("", sentence.replace("\u2019", "'")).strip()
    stripped = _stripped(text, voice)
    if not stripped or not _is_whole(stripped, voice):
        return None
    is_correction = bool(patterns.CORRECTION.match(text))
    if not patterns.FIRST_PERSON.search(stripped):
        is_kept = not voice.is_chat or _is_worth_keeping(stripped, voice)
        return Statement(_finished(stripped), is_correction=is_correction) if is_kept else None
    if voice.is_chat and not patterns.SPEAKS.search(stripped) and not _is_worth_keeping(stripped, voice):
        return None
    if not voice.name:
        # A document without an author may yet speak for its house: we chose cedar-cloud-dev.
        is_house = not (voice.is_chat or patterns.SELF.search(stripped) or patterns.EMPTY.match(stripped))
        return Statement(_finished(stripped), is_correction=is_correction) if is_house and _is_rich(stripped) else None
    told = english_person.third_person(stripped, voice.name)
    if told is None:
        return Statement(f"{_capital(voice.name)}: {_finished(stripped)}", True, is_correction)
    return Statement(_finished(told), False, is_correction)


def _stripped(text: str, voice: Voice) -> str:
    """The sentence without interjections, connectives, labels, names called out, and comments at its end."""
    before = ""
    while text and text != before:
        before = text
        for lead in (patterns.LABEL, patterns.LEAD_IN, patterns.JOIN):
            if (match := lead.match(text)) and match.end() < len(text):
                text = text[match.end() :].lstrip()
        if voice.is_chat:
            text = _uncalled(text, voice)
    text = patterns.TAIL.sub("", text)
    if voice.is_chat and (comment := patterns.COMMENT.search(text)) and len(text[: comment.start()].split()) >= 4:
        text = text[: comment.start()] + text[comment.end() :]
    return text.strip(" \"'“”*-–—")


def _uncalled(text: str, voice: Voice) -> str:
    """Without the names of the listeners, which often are said in a short form: Mel for Melanie."""
    if match := patterns.CALL.match(text):
        text = text[match.end() :]
    for name in voice.listeners:
        short = re.escape(name[:3])
        text = re.sub(
            rf"^(?:(?:hey|hi|hello|wow|thanks|yeah|yes|no|oh|sure)\s+)?{short}\w*\s*[,!.]\s*",
            "",
            text,
            flags=re.IGNORECASE,
        )
        text = re.sub(rf",\s*{short}\w*(?=[.!…]*$)", "", text)
    return text


def _is_whole(text: str, voice: Voice) -> bool:
    spoken = patterns.WORD.findall(text)
    lowered = [word.lower() for word in spoken]
    return (
        min(len(spoken), len(text.split())) >= FEWEST_WORDS
        and len(spoken) <= MOST_WORDS
        and "?" not in text
        and text[-1] not in ":,;("
        and text[0].isalnum()
        and text.count('"') % 2 == 0
        and not patterns.ASKING.match(text)
        and not _addresses(text, voice)
        and not _points(text)
        and not (voice.is_chat and (patterns.EMPTY.match(text) or patterns.EVALUATION.search(text)))
        and not (patterns.SUBORDINATE.match(text) and (voice.is_chat or "," not in text))
        and not _is_command(spoken, lowered, text)
        and _has_predicate(spoken, lowered, text)
        and _says_something(text, lowered)
    )


def _addresses(text: str, voice: Voice) -> bool:
    found = patterns.LISTENER.search(text)
    return found is not None and (voice.is_chat or found.start() == 0)


def _points(text: str) -> bool:
    """Whether the sentence leans on one before it."""
    if patterns.EXISTENCE.match(text):
        return not patterns.SPECIFIC.search(text)
    content = sum(word.lower() not in patterns.STOP for word in patterns.WORD.findall(text))
    hanging = patterns.HANGING.match(text)
    return bool(
        patterns.POINTING.match(text)
        or text.lower().startswith("there")
        or _ends_pointing(text)
        or (patterns.NEAR.search(text) and content < 4)
        or (hanging and len(hanging[0].split()) <= 4)
    )


def _ends_pointing(text: str) -> bool:
    """Whether the last word stands for something that no clause before it has named."""
    found = patterns.POINTING_END.search(text)
    return found is not None and not patterns.NAMED_BEFORE.match(text[: found.start()])


def _is_worth_keeping(text: str, voice: Voice) -> bool:
    """Small talk about things in general names nobody and nothing; a rule binds even so, and a day or place counts."""
    first, _, rest = text.partition(" ")
    return (
        bool(patterns.SPECIFIC.search(rest) or patterns.BINDING.search(text) or patterns.PLACED.match(text))
        or first.removesuffix("'s") in voice.listeners
        or (first[0].isupper() and rest.partition(" ")[0] in CERTAIN_HUMAN and not first.endswith("s"))
    )


def _is_command(spoken: list[str], lowered: list[str], text: str) -> bool:
    """An order, or a sentence that left its subject out; in `Deploy window is Tuesday` the verb comes later."""
    first = lowered[0]
    if patterns.COMMANDED.match(text) and lowered[1] not in AUXILIARIES:
        return True
    later = any(word in AUXILIARIES or word in THIRD for word in lowered[1:4])
    if first in BASE:
        return not later or lowered[1] in patterns.FOLLOWERS
    if first in AUXILIARIES or first in PAST:
        return first in AUXILIARIES or lowered[1] not in (AUXILIARIES | THIRD) or not spoken[0][0].isupper()
    if first in THIRD and (lowered[1] in {"me", "us", "them"} or (not later and lowered[1] in patterns.FOLLOWERS)):
        return True
    if first.endswith("ly") and (is_past(lowered[1]) or lowered[1] in AUXILIARIES):
        return True
    if first.endswith("ed") and lowered[1] in patterns.FOLLOWERS | {"when", "since", "because", "after"}:
        return True
    return (first.endswith(("ing", "ed")) or first == "been") and not later


def _has_predicate(spoken: list[str], lowered: list[str], text: str) -> bool:
    for index in range(1, len(lowered)):
        word, before = lowered[index], lowered[index - 1]
        after = lowered[index + 1] if index + 1 < len(lowered) else ""
        if word in AUXILIARIES or word in PAST or (word in THIRD and before not in patterns.DETERMINERS):
            return True
        if word.endswith(("n't", "'re", "'ve", "'ll", "'d")):
            return True
        subject = lowered[index - 2] if before in patterns.BEFORE_VERB and index > 1 else before
        if word in BASE and (subject in {"i", "we", "they", "who", "people"} or (before.endswith("s") and index < 4)):
            return True
        beside = after in patterns.FOLLOWERS or before in patterns.BEFORE_VERB
        inflected = word.endswith("s") and not word.endswith("ss") and spoken[index].islower() and beside
        if text[-1] in ".!" and ((is_past(word) and before not in patterns.DETERMINERS) or inflected):
            return True
    return lowered[0].startswith(("i'", "we'"))


def _is_rich(text: str) -> bool:
    """Whether a sentence of a house has more to it than that something was done."""
    content = [word for word in patterns.WORD.findall(text) if word.lower() not in EMPTY_WORDS]
    return len(content) > 2 or bool(patterns.SPECIFIC.search(text))


def _says_something(text: str, lowered: list[str]) -> bool:
    content = [word for word in lowered if word not in EMPTY_WORDS and not word.startswith("i'")]
    told = patterns.STATIC.search(text.replace("I'm", "I is")) or patterns.RESTRAINT.search(text)
    return len(content) >= 2 or (len(content) == 1 and told is not None)


def _finished(text: str) -> str:
    """Sentence case and a full stop."""
    return _capital(" ".join(text.split())).rstrip("!…;,. ") + "."


def _capital(text: str) -> str:
    # Only a plain word is capitalised: iPhone and parse_html() keep their spelling.
    first = text.partition(" ")[0].removesuffix("'s")
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


GRAMMAR = Grammar(
    "en", statement, patterns.STATIC, patterns.DYNAMIC, patterns.HEDGE, patterns.ASIDE, english_tense.lasts
)
