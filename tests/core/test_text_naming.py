"""A name is found as a whole, in any script, and never inside another word."""

from __future__ import annotations

import pytest

from memoryhub.core import text

NAMED = [
    ("Where does Mina work?", "Mina"),
    ("Where does MINA work?", "mina"),
    ("What did Al's brother say?", "Al"),
    ("ask Al", "Al"),
    ("Mina는 어디에서 일해?", "Mina"),
    ("Mina在哪里工作?", "Mina"),
    ("What does Ana María like?", "ana maría"),
    ("the C++ build", "C++"),
    ("민지는 어디 살아?", "민지"),
    ("민지 씨에게 물어봐", "민지"),
    ("민지씨에게도 물어봐", "민지"),
    ("我想知道李明住在哪里", "李明"),
    ("田中さんはどこですか", "田中"),
    ("茶", "茶"),
    ("\uff2d\uff49\uff4e\uff41 works", "Mina"),
    ("What does Ana  María\nlike?", "Ana María"),
    ("Где живёт Анна?", "Анна"),
    ("أين تعمل منى؟", "منى"),
]
NOT_NAMED = [
    ("It also rains.", "Al"),
    ("the namespace of the hub", "name"),
    ("minaret", "Mina"),
    ("이민지역의 소식", "민지"),
    ("민지석은 어디 살아?", "민지"),
    ("李子很好吃", "李"),
    ("绿茶", "茶"),
    ("Анна", "Ан"),
    ("anything", ""),
    ("", "Mina"),
    ("v12 is out", "v1"),
]


@pytest.mark.parametrize(("told", "name"), NAMED)
def test_a_name_is_found_as_a_whole(told: str, name: str) -> None:
    assert text.mentions(told, name)


@pytest.mark.parametrize(("told", "name"), NOT_NAMED)
def test_a_part_of_another_word_is_no_name(told: str, name: str) -> None:
    assert not text.mentions(told, name)
