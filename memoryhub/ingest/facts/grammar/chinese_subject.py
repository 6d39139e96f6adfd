"""Whether a Chinese sentence says whom or what it is about, by the word classes of the segmenter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.grammar import chinese_words as patterns

Word = tuple[str, str]

# Words of time stand where a subject would, whatever class the segmenter gives them.
TIME = re.compile(
    r"每|今|昨|明[天早晚年日]|去年|前[天年几]|后[天年来]|[上中下]午|早[上晨]|晚上|半夜|凌晨|周|星期|最近|近[来期日]|平时|以[前后]|之[前后]"
    r"|现在|目前|刚[才刚]?$|曾经|从小|小时候|有时|好久|[上下这]个?(?:次|周|月|星期)|最[后终]"
)
# Nouns the segmenter takes for verbs: 例会, 邻居.
NOUNLIKE = re.compile(r"(?!开会|体会|学会|领会|误会|约会|机会).*(?:会|部|员|者|师|室|店|馆|厅|费|率|号|款|邻居)$")
# What only follows a subject, so that what stands before it is one: 参会人员有, 教育用户可以.
AFTER_SUBJECT = frozenset("是为在的叫有由已将可必应不会改也都能被")
# Ends of verbs that say where something got to: 放在, 升级到.
ARRIVED = ("在", "到", "了", "成", "为", "给")


def has_subject(text: str) -> bool:
    """A noun, name or first person stands before the first verb; a phrase of place or time may precede it."""
    words = [(word, tag) for word, tag in han.tagged(patterns.OCCASION.sub("", text)) if word.strip()]
    in_phrase = False
    for index, (word, tag) in enumerate(words):
        if word in "，,":
            in_phrase = False
        elif word in patterns.PLACING and tag in {"p", "c", "v"} and index + 1 < len(words):
            in_phrase = True
        elif in_phrase or TIME.match(word):
            continue
        elif tag.startswith("v") and tag != "vn" and not NOUNLIKE.match(word):
            return _opens_noun(words[index + 1 : index + 3])
        elif _is_noun(word, tag, words[index + 1 : index + 2]):
            return True
    return False


def _is_noun(word: str, tag: str, following: Sequence[Word]) -> bool:
    if tag in {"m", "q"}:
        return bool(following) and following[0][1].startswith(("n", "q"))
    is_unknown = tag == "x" and len(word) > 1 and bool(han.HAN.match(word))
    return tag.startswith(patterns.NOUNS) or tag in {"r", "nr", "v", "vn"} or is_unknown


def _opens_noun(following: Sequence[Word]) -> bool:
    """Whether what looks like a verb opens a noun: 值班频道是, 新来的水电工, 邻居柏叔, 预算控制在."""
    if len(following) < 2:
        return False
    (first, tag), (second, second_tag) = following
    if first == "的" or tag == "nr":
        return tag == "nr" or second_tag.startswith("n")
    if tag.startswith("v") and tag != "vn":
        return second_tag in {"p", "m", "eng"}
    return tag.startswith("n") and (second[:1] in AFTER_SUBJECT or second.endswith(ARRIVED))


def has_predicate(text: str) -> bool:
    """Whether something is said of the subject; the segmenter knows many a verb as something else: 不含税, 闭馆."""
    before = ""
    for word, tag in han.tagged(text):
        if tag.startswith(("v", "a")) or word in patterns.PREDICATES:
            return True
        if before and (tag in {"p", "d", "l", "t"} or (tag == "m" and before.startswith("n"))):
            return True
        before = tag if word.strip() else before
    return False


def names_something(text: str) -> bool:
    """Whether a sentence without a subject has an object, place or number that is worth keeping."""
    return any(
        tag == "eng" or (tag in {"m", "nr", "ns", "nz"}) or (tag in {"n", "vn"} and len(word) > 1)
        for word, tag in han.tagged(text)
        if not TIME.match(word) and word not in patterns.VAGUE
    )
