"""Korean keys: words that bear a case particle, without it, and the bare nouns that stand before them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.facts import hangul
from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft
from memoryhub.ingest.facts.wordlists import words

_COPULA = "입니다|이다|이에요|예요|이고|이며|이야|야|이었다|였다"
MARKED = re.compile(
    r"(?P<stem>[가-힣]{2,8}?|[A-Za-z][\w.-]+)(?P<particle>에서는|에서도|에서|에게서|에게|으로는|으로|로는|로|까지|부터|이라고|라고"
    rf"|은|는|이|가|을|를|의|에는|에|와|과|도|만|마다|(?:까지|부터)?(?:{_COPULA}))(?=[\s.,!]|$)"
)
LATIN = re.compile(r"(?<![\w.])[A-Za-z][\w.\-/]+")
WORD = re.compile(r"[^\s.,!?()]+")
HONORED = re.compile(r"([가-힣]{2,4})\s?(?:씨|님)(?=[은는이가을를의에입예야\s])")
# Nouns whose own last syllable looks like a particle.
WHOLE = words(
    "고양이 어린이 원숭이 호랑이 목걸이 손잡이 옷걸이 떡볶이 곰팡이 지팡이 거북이 부엉이 달팽이 젊은이 회의 강의 문의"
)
# A particle has one form behind a consonant and another behind a vowel.
AFTER_CONSONANT, AFTER_VOWEL = frozenset(("은", "이", "을", "과")), frozenset(("는", "가", "를", "와"))
# Endings of verbs, adverbs and words that describe: what bears one is no noun.
NO_NOUN = re.compile(
    r"(?:어서|아서|여서|해서|고|며|지만|면|니까|려고|도록|게|히|이|로|에|서|도|만|다|요|까지|부터|마다|처럼|보다|지|야|한테)$"
)
ADNOMINAL = frozenset((4, 8))  # closed by n or l, as verbs are before the noun they describe
_GENERIC = """
오늘 어제 내일 지금 요즘 최근 때문 경우 사람 것 수 때 등 점 중 이번 지난주 다음 모두 자신 우리 저 나 내년 작년 올해
이것 그것 정도 이후 이전 시간 부분 생각 매일 항상 아침 저녁 오전 오후 새벽 매우 아주 너무 다시 이미 먼저 직접 전혀
모든 여러 다섯 여섯 일곱 여덟 아홉 거의 자주 가끔 아직 드디어 지난 이제 다른 새로 함께 서로 계속 하루 평균 최대 대신
"""
GENERIC = words(_GENERIC)


def terms(text: str, context: Context) -> Iterator[KeyDraft]:
    """The candidate keys of one Korean fact, in reading order within each kind."""
    people = [person for person in sorted(context.people, key=len, reverse=True) if person in text]
    people += HONORED.findall(text)
    yield from (KeyDraft(person, "name") for person in people)
    yield from (
        KeyDraft(word, "proper_noun" if not word.islower() else "concept")
        for word in LATIN.findall(text)
        if word not in people
    )
    before: list[str] = []
    for word in WORD.findall(text):
        stem = _marked(word)
        if stem:
            nouns = [*before, stem]
            yield from (KeyDraft(noun, "concept") for noun in nouns if noun not in GENERIC and noun not in people)
        before = [*before, word][-2:] if not stem and _is_bare(word) else []


def _marked(word: str) -> str:
    """The noun of a word that bears a particle; empty for any other."""
    match = MARKED.fullmatch(word)
    if match is None or word in WHOLE or re.search(r"[A-Za-z]|요일$", match["stem"]):
        return ""
    stem, particle = match["stem"], match["particle"]
    if stem.endswith(("까지", "부터", "에서")):
        return ""
    is_closed = hangul.final(stem[-1]) > 0
    return "" if particle in (AFTER_VOWEL if is_closed else AFTER_CONSONANT) else stem


def _is_bare(word: str) -> bool:
    """Whether the word may be a noun without a particle: 지하 in 지하 주차장."""
    is_hangul = all("가" <= letter <= "힣" for letter in word)
    if word in WHOLE:
        return True
    return (
        is_hangul
        and len(word) > 1
        and word not in GENERIC
        and not NO_NOUN.search(word)
        and hangul.final(word[-1]) not in ADNOMINAL
    )
