"""Korean: which sentences state something by themselves, and the first person told in the third."""

from __future__ import annotations

from memoryhub.ingest.facts import hangul
from memoryhub.ingest.facts.grammar import korean_words as patterns
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

SHORTEST, LONGEST = 8, 200
PARTICLE = {
    **dict.fromkeys(("저는", "나는", "난", "전", "나"), "는"),
    **dict.fromkeys(("제가", "내가"), "가"),
    **dict.fromkeys(("저도", "나도"), "도"),
    **dict.fromkeys(("제", "내", "저의", "나의"), "의"),
}


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = sentence.strip()
    is_correction = bool(patterns.CORRECTION.match(text))
    while (match := patterns.LEAD_IN.match(text)) and match.end() < len(text):
        text = text[match.end() :]
    text = patterns.CONSEQUENCE.sub(r"\g<state>다.", text)
    if voice.name:
        text = patterns.OWN.sub(f"{voice.name}의 ", text)
        text = f"{voice.name}의 {text}" if patterns.KIN.match(text) else text
    if not _is_whole(text):
        return None
    first = patterns.FIRST_ANYWHERE.search(text)
    has_subject = _has_subject(text, voice)
    if not (first or has_subject or patterns.ANCHOR.search(text)):
        return None
    if not first and (has_subject or not voice.name):
        return Statement(_finished(text), False, is_correction) if has_subject or _is_written(text, voice) else None
    if not voice.name:
        return None
    told = None if patterns.GROUP.search(text) or not first else third_person(text, voice.name)
    if told is None:
        return Statement(f"{voice.name}: {_finished(text)}", True, is_correction)
    return Statement(_finished(told), False, is_correction)


def _is_whole(text: str) -> bool:
    return (
        SHORTEST <= len(text) <= LONGEST
        and len(text.split()) >= 2
        and _is_declared(text)
        and not patterns.POINTING.match(text)
        and not any(pattern.search(text) for pattern in (patterns.ASKING, patterns.LISTENER, patterns.ORDERED))
        and not patterns.WISH.search(text)
        and not (patterns.EVALUATION.search(text) and not patterns.ANCHOR.search(text))
    )


def _is_declared(text: str) -> bool:
    last = text.rstrip(".!~… ")[-1:]
    is_plain = hangul.final(last) == 0 and hangul.vowel(last) in patterns.PLAIN_VOWELS
    return bool(patterns.DECLARED.search(text)) or (is_plain and last not in patterns.NOT_PLAIN)


def _has_subject(text: str, voice: Voice) -> bool:
    return any(found["noun"] not in patterns.NO_SUBJECT for found in patterns.SUBJECT.finditer(text)) or (
        bool(voice.name) and text.startswith(f"{voice.name}의 ")
    )


def _is_written(text: str, voice: Voice) -> bool:
    """Whether a document says it in the plain or formal style, where the subject is often left out."""
    return not voice.is_chat and text.rstrip(". ").endswith("다")


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`, with the particle its last syllable asks for; None if the person stands elsewhere."""
    match = patterns.FIRST.match(text)
    if not match or match[0] not in PARTICLE:
        return None
    told = name + _particle(PARTICLE[match[0]], name) + text[match.end() :]
    return None if patterns.FIRST_ANYWHERE.search(told) else told


def _particle(particle: str, name: str) -> str:
    """The form of a particle behind `name`: 은 and 이 behind a consonant, 는 and 가 behind a vowel."""
    return {"는": "은", "가": "이"}.get(particle, particle) if _is_closed(name) else particle


def _is_closed(name: str) -> bool:
    """Whether the last syllable ends in a consonant."""
    last = name[-1]
    return hangul.final(last) > 0 or last.lower() in "bcdfgjkmpqstvxzln"


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("!~…;, ")
    return text.rstrip(".") + "."


def lasts(text: str) -> bool:
    """Whether the sentence is in the present and of no day."""
    return not patterns.PASSING.search(text) and not _is_past(text)


def _is_past(text: str) -> bool:
    """Whether the last word bears the mark of the past: a syllable that ends in a double s, but for 있 (to be)."""
    last = text.rstrip(" .!~…").rpartition(" ")[2]
    return any(hangul.final(letter) == patterns.DOUBLE_S for letter in last if letter != "있")


GRAMMAR = Grammar("ko", statement, patterns.STATIC, patterns.DYNAMIC, patterns.HEDGE, lasts=lasts)
