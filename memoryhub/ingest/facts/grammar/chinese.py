"""Chinese: which sentences state something by themselves, and the first person told in the third."""

from __future__ import annotations

import re

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.grammar import chinese_subject
from memoryhub.ingest.facts.grammar import chinese_words as patterns
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

FEWEST, MOST = 5, 120


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = _stripped(patterns.PICTURES.sub("", sentence).strip(), voice)
    if not text or not _is_whole(text, voice):
        return None
    is_correction = bool(patterns.CORRECTION.match(sentence.strip()))
    if patterns.FIRST.search(text):
        return _told_of_speaker(text, voice, is_correction=is_correction)
    told = _finished(text)
    if chinese_subject.has_subject(text) or (patterns.DECIDED.match(text) and not voice.is_chat):
        return Statement(told, False, is_correction)
    if not chinese_subject.names_something(text):
        return None
    if voice.name:
        return Statement(f"{voice.name}：{told}", True, is_correction)
    return Statement(told, False, is_correction) if patterns.SCHEDULED.match(text) and not voice.is_chat else None


def _told_of_speaker(text: str, voice: Voice, *, is_correction: bool) -> Statement | None:
    if not voice.name:
        # A document without an author may yet speak for its house.
        is_house = not voice.is_chat and not patterns.FIRST.search(patterns.GROUP.sub("", text))
        return Statement(_finished(text), False, is_correction) if is_house else None
    third = third_person(text, voice.name)
    if third is None:
        return Statement(f"{voice.name}：{_finished(text)}", True, is_correction)
    return Statement(_finished(third), False, is_correction)


def _stripped(text: str, voice: Voice) -> str:
    text = patterns.REFERENCE.sub("", text)
    before = ""
    while text != before:
        before = text
        for lead in (patterns.LABEL, patterns.LEAD_IN):
            if (match := lead.match(text)) and match.end() < len(text):
                text = text[match.end() :].lstrip()
    for name in voice.listeners:
        text = re.sub(rf"^{re.escape(name)}[，,！!]\s*|[，,]\s*{re.escape(name)}(?=[。！!]*$)", "", text)
    return text.strip(" *-–—>")


def _is_whole(text: str, voice: Voice) -> bool:
    return (
        len(han.HAN.findall(text)) + len(han.LATIN.findall(text)) >= FEWEST
        and len(text) <= MOST
        and len(patterns.SYMBOL.findall(text)) * 6 <= len(text)
        and text[-1] not in "：:，,、（(—"
        and text[0] not in "（([【"
        and (text[-1] in patterns.DONE or voice.is_chat or bool(re.search(r"[是为在叫]", text)))
        and _is_balanced(text)
        and not any(pattern.match(text) for pattern in (patterns.POINTING, patterns.ORDER, patterns.EMPTY))
        and not any(
            pattern.search(text)
            for pattern in (patterns.LISTENER, patterns.ASKING, patterns.ELSEWHERE, patterns.MARKS, patterns.EVALUATION)
        )
        and not patterns.REMARK.search(text)
        and not _leans(text)
        and chinese_subject.has_predicate(text)
    )


def _is_balanced(text: str) -> bool:
    return (
        all(text.count(opened) == text.count(closed) for opened, closed in patterns.PAIRS) and text.count('"') % 2 == 0
    )


def _leans(text: str) -> bool:
    """A pronoun with no noun before it that it could stand for."""
    near = patterns.NEAR.search(text)
    if not near:
        return False
    nouns = [word for word, tag in han.tagged(text[: near.start()]) if tag.startswith(patterns.NOUNS) and len(word) > 1]
    return not nouns


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`; a group becomes the name and others (等人). None if the first person stands in a
    quotation.
    """
    if re.search(r"[“「\"][^”」\"]*[我咱][^”」\"]*[”」\"]", text):
        return None
    text = patterns.ORGANISATION.sub(f"{name}所在的", text)
    text = patterns.HOME.sub(name, text)
    text = patterns.GROUP.sub(f"{name}等人", text)
    text = patterns.OWN_PEOPLE.sub(f"{name}的", text)
    return re.sub(r"我|俺|本人", name, text)


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("！!；;，,~…. ")
    text = re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", text)
    return text.rstrip("。") + "。"


def lasts(text: str) -> bool:
    """Whether nothing in the sentence says that it happened, or will."""
    return not patterns.PASSING.search(text)


GRAMMAR = Grammar("zh", statement, patterns.STATIC, patterns.DYNAMIC, patterns.HEDGE, patterns.ASIDE, lasts)
