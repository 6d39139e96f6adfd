"""Text in the console: compared word by word, marked as evidence, never with anything hidden in it."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_ui.templatetags import words
from memoryhub.core import ids

SEOUL = "Mina works in the Seoul office."
BUSAN = "Mina works in the Busan office since October."


def test_whole_words_are_compared_and_blanks_stay_outside_the_marks() -> None:
    assert words.word_diff(SEOUL, BUSAN) == (
        "Mina works in the <del>Seoul</del><ins>Busan</ins> office <ins>since October</ins>."
    )


def test_each_side_shows_only_what_is_its_own() -> None:
    assert words.diff_old(SEOUL, BUSAN) == "Mina works in the <del>Seoul</del> office."
    assert words.diff_new(SEOUL, BUSAN) == "Mina works in the <ins>Busan</ins> office <ins>since October</ins>."


def test_chinese_is_compared_sign_by_sign_and_korean_word_by_word() -> None:
    assert words.word_diff("设计评审在周三", "设计评审在周四") == "设计评审在周<del>三</del><ins>四</ins>"
    assert words.word_diff("민아는 서울에서 일한다", "민아는 부산에서 일한다") == (
        "민아는 <del>서울에서</del><ins>부산에서</ins> 일한다"
    )


def test_markup_in_a_text_is_text() -> None:
    assert words.diff_new("a", "<script>alert(1)</script>").count("<script>") == 0
    assert words.evidence("<b>x</b>", 0, 3) == "<mark>&lt;b&gt;</mark>x&lt;/b&gt;"
    assert words.evidence_quote("nothing", "<i>") == "<mark>&lt;i&gt;</mark>"
    assert words.visible("<img src=x>") == "&lt;img src=x&gt;"


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_of_a_comparison_make_up_both_texts(old: str, new: str) -> None:
    pieces = words.compare(old, new)
    assert "".join(piece.text for piece in pieces if piece.side <= 0) == old
    assert "".join(piece.text for piece in pieces if piece.side >= 0) == new


def test_a_long_text_with_many_different_words_is_compared_whole() -> None:
    old = " ".join(f"word{n}" for n in range(9_000))
    pieces = words.compare(old, old + " end")
    assert [piece.text for piece in pieces if piece.side] == [" end"]


def test_evidence_is_marked_in_its_surroundings_cut_between_words() -> None:
    text = "one two three four five six seven"
    assert words.evidence(text, 14, 18, around=9) == "… three <mark>four</mark> five six …"
    assert words.evidence(text, 0, 3) == "<mark>one</mark> two three four five six seven"


@pytest.mark.parametrize(("start", "end"), [(-5, 3), (0, 99), (4, 2), (99, 120)])
def test_a_span_outside_the_text_is_kept_within_it(start: int, end: int) -> None:
    shown = words.evidence("one", start, end)
    assert shown.replace("<mark>", "").replace("</mark>", "") == "one"


def test_a_quote_is_found_in_its_text_and_stands_alone_where_it_is_gone() -> None:
    assert words.evidence_quote("It said so.", "said") == "It <mark>said</mark> so."
    assert words.evidence_quote("Rewritten since.", "said") == "<mark>said</mark>"
    assert words.evidence_quote("Rewritten since.", "") == "<mark></mark>"


def test_hidden_characters_are_shown_wherever_text_is() -> None:
    mark = '<span class="hidden-char">⟨U+202E⟩</span>'
    assert words.visible("a\u202eb") == f"a{mark}b"
    assert mark in words.word_diff("a", "a \u202eb")
    assert mark in words.evidence("x \u202e y", 0, 1)


def test_an_id_is_shown_whole_for_programs_and_short_for_the_eye() -> None:
    value = uuid.UUID(int=1 << 120)
    assert words.wire(value) == ids.encode(value)
    assert words.short(value) == f"{ids.encode(value)[:4]}…{ids.encode(value)[-4:]}"
    assert words.short(ids.encode(value)) == words.short(value)
    assert words.short("short") == "short"
