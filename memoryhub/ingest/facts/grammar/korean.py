"""Korean: which sentences state something by themselves, and the first person told in the third."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

LEAD_IN = re.compile(
    r"(?:아|어|음|네|예|아니요|아니|응|와|그래|그리고|그런데|근데|하지만|그래서|또한|참고로|사실|참고|주의|중요|정정"
    r"|수정|안녕하세요|안녕)(?:[,.!:]\s*|\s+)(?=\S)"
)
CORRECTION = re.compile(r"(?:정정|수정)\s*[:,]")
POINTING = re.compile(
    r"(?:이것|그것|저것|이건|그건|저건|이는|그는|그녀|그들|여기|거기|저기|이런|그런|저런|이렇게|그렇게|위의|아래"
    r"|다음은|이 |그 |저 (?!는|희))"
)
LISTENER = re.compile(r"(?:당신|너는|너도|네가|여러분|님은|하세요|하십시오|해 ?주세요|하자|합시다|할까요)")
ASKING = re.compile(r"[?？]|(?:까|니|나요|[인은는던]가요|을래|ㄹ래)[.!]?$")
DECLARED = re.compile(r"(?:다|요|음|함|임|됨|어|아|지|야)[.!~…]*$")
FIRST = re.compile(
    r"^(?:저는|나는|난|전|제가|내가|저도|나도|제|내|저의|나의)(?=\s)|\b(?:저를|나를|저에게|나에게|저한테|나한테)\b"
)
FIRST_ANYWHERE = re.compile(
    r"(?:^|\s)(?:저는|나는|난|제가|내가|저도|나도|제|내|저의|나의|저를|나를|저에게|나에게|우리는?|우리의|저희는?)(?=\s)"
)
GROUP = re.compile(r"(?:^|\s)(?:우리|저희)")
SUBJECT = re.compile(r"[가-힣A-Za-z0-9]+(?:은|는|이|가|께서)\s")
PARTICLE = {
    **dict.fromkeys(("저는", "나는", "난", "전"), "는"),
    **dict.fromkeys(("제가", "내가"), "가"),
    **dict.fromkeys(("저도", "나도"), "도"),
    **dict.fromkeys(("제", "내", "저의", "나의"), "의"),
}
DOUBLE_S = 20
STATIC = re.compile(
    r"이름은|생일|태어났|살아요|살고|삽니다|산다|거주|직업|일해요|일하|일합니다|좋아|싫어|선호|알레르기|채식|항상|절대"
    r"|반드시|해야 (?:한다|합니다|해요)|금지|규칙|정책|매일|매주|매월|이다\.|입니다"
)
DYNAMIC = re.compile(
    r"오늘|어제|내일|모레|지금|현재|요즘|최근|이번|지난|다음|예정|계획|아직|곧|중이|중입니다|할 것|거예요|전에"
)
# What is to come, what somebody is at, and days; the past shows in the verb itself.
PASSING = re.compile(r"겠|[을를할갈올볼될]\s?(?:거|게|것|예정)|고 (?:있|싶)|기로 |\d월 \d+일|\d{4}년|다음|이번")
HEDGE = re.compile(r"아마|것 같|듯|혹시|추측")


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = sentence.strip()
    is_correction = bool(CORRECTION.match(text))
    while (match := LEAD_IN.match(text)) and match.end() < len(text):
        text = text[match.end() :]
    if not _is_whole(text):
        return None
    first = FIRST_ANYWHERE.search(text)
    if not first and (SUBJECT.search(text) or not voice.is_chat):
        return Statement(_finished(text), False, is_correction) if SUBJECT.search(text) else None
    if not voice.name:
        return None
    told = None if GROUP.search(text) or not first else third_person(text, voice.name)
    if told is None:
        return Statement(f"{voice.name}: {_finished(text)}", True, is_correction)
    return Statement(_finished(told), False, is_correction)


def _is_whole(text: str) -> bool:
    return (
        8 <= len(text) <= 200
        and len(text.split()) >= 2
        and bool(DECLARED.search(text))
        and not ASKING.search(text)
        and not POINTING.match(text)
        and not LISTENER.search(text)
    )


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`, with the particle its last syllable asks for; None if the person stands elsewhere."""
    match = FIRST.match(text)
    if not match or match[0] not in PARTICLE:
        return None
    told = name + _particle(PARTICLE[match[0]], name) + text[match.end() :]
    return None if FIRST_ANYWHERE.search(told) else told


def _particle(particle: str, name: str) -> str:
    """The form of a particle behind `name`: 은 and 이 behind a consonant, 는 and 가 behind a vowel."""
    return {"는": "은", "가": "이"}.get(particle, particle) if _is_closed(name) else particle


def _is_closed(name: str) -> bool:
    """Whether the last syllable ends in a consonant."""
    last = name[-1]
    return _final(last) > 0 or last.lower() in "bcdfgjkmpqstvxzln"


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("!~…;, ")
    return text.rstrip(".") + "."


def lasts(text: str) -> bool:
    """Whether the sentence is in the present and of no day."""
    return not PASSING.search(text) and not _is_past(text)


def _is_past(text: str) -> bool:
    """Whether the last word bears the mark of the past: a syllable that ends in a double s, but for 있 (to be)."""
    last = text.rstrip(" .!~…").rpartition(" ")[2]
    return any(_final(letter) == DOUBLE_S for letter in last if letter != "있")


def _final(letter: str) -> int:
    """The number of the consonant that closes a syllable, in the order of Unicode; 0 for none."""
    return (ord(letter) - ord("가")) % 28 if "가" <= letter <= "힣" else 0


GRAMMAR = Grammar("ko", statement, STATIC, DYNAMIC, HEDGE, lasts=lasts)
