"""Korean sentences become facts, told of whoever says them."""

from __future__ import annotations

import pytest

from tests.ingest.facts_of import texts_of


@pytest.mark.parametrize(
    ("speaker", "sentence", "fact"),
    [
        ("민아", "저는 부산에서 일해요.", "민아는 부산에서 일해요."),
        ("지훈", "저는 부산에서 일해요.", "지훈은 부산에서 일해요."),
        ("지훈", "제가 열쇠를 가지고 있어요.", "지훈이 열쇠를 가지고 있어요."),
        ("민아", "제 남편은 의사예요.", "민아의 남편은 의사예요."),
        ("민아", "우리는 제주도에 자주 가요.", "민아: 우리는 제주도에 자주 가요."),
        ("민아", "지난주 금요일에 면접을 봤어요.", "민아: 지난주 금요일(2026-11-27)에 면접을 봤어요."),
    ],
)
def test_the_first_person_becomes_the_speaker_with_the_right_particle(speaker: str, sentence: str, fact: str) -> None:
    assert texts_of(f"{speaker}: {sentence}\n수연: 네?", "chat.txt") == [fact]


def test_statements_are_kept_and_the_rest_is_not() -> None:
    text = "창고의 열쇠는 3층 서랍에 있다. 열쇠는 어디에 있나요? 이것은 열쇠이다. 문을 닫아 주세요."
    assert texts_of(text) == ["창고의 열쇠는 3층 서랍에 있다."]
