"""Korean keys: words that bear a case particle, without it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft
from memoryhub.ingest.facts.wordlists import words

MARKED = re.compile(
    r"(?P<stem>[가-힣]{2,8}?|[A-Za-z][\w.-]+)(?P<particle>에서는|에서|에게서|에게|으로는|으로|로는|까지|부터|이라고"
    r"|라고|은|는|이|가|을|를|의|에|로|와|과|도|이다|입니다|이에요|예요)(?=[\s.,!]|$)"
)
LATIN = re.compile(r"(?<![\w.])[A-Za-z][\w.\-/]+")
PLACE = frozenset(("에서", "으로", "에", "로"))
HONORED = re.compile(r"([가-힣]{2,4})\s?(?:씨|님)(?=[은는이가을를의에\s])")
_GENERIC = """
오늘 어제 내일 지금 요즘 최근 때문 경우 사람 것 수 때 등 점 중 이번 지난주 다음 모두 자신 우리 저 나 내년 작년 올해
이것 그것 정도 이후 이전 시간 부분 생각 매일 항상 아침 저녁
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
    for match in MARKED.finditer(text):
        stem = match["stem"]
        if stem not in GENERIC and stem not in people and not re.search(r"[A-Za-z]|요일$", stem):
            yield KeyDraft(stem, "concept")
