"""Where sentences end, in the languages the hub reads."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.core import text
from memoryhub.core.text.blocks import Kind


def split(source: str) -> list[str]:
    return [span.text for span in text.sentences(source)]


@pytest.mark.parametrize(
    "expected",
    [
        [
            "Dr. Lund met Mrs. Osei at 3 p.m.",
            "They drank tea, e.g. Darjeeling, vs. coffee.",
            "It cost 3.50!",
            "Really?",
        ],
        ["Release v1.2 fixes config.yaml.", "See https://example.com/a?b=1.", "Then go on."],
        [
            "He wrote it with J. R. Marsh in Vol. 3.",
            "Neither do I.",
            "We take vitamin C.",
            "We chose plan B.",
            "It failed.",
        ],
        ["Acme Inc. is big.", "She works for the U.S. Army.", "He left the U.S.", "They stay."],
        ["i like rain.", "i hate wind.", "well... maybe."],
        ["See No. 5.", "He said no.", "Wait...", "What?!", "Yes."],
        ['He said: "I live in Bonn. I like it."', "Then he left."],
        ['"Stop!" he said.', '"Go."', "Ben went (it was late. Very late.)."],
        ["**Bold claim.**", "_Another._", "Plain."],
        [
            "Am 3. Oktober war z. B. Dr. Weiß da.",
            "Die 2. Fassung kostet ca. 5 Mio. Euro.",
            "Sie hat 12.",
            "Das reicht.",
        ],
        ["Er kam im 19. Jahrhundert usw.", "Danach ging er, d. h. bald."],
        ["L'OMS (p. ex. M. Durand) est là.", "C'est bien !", "Vraiment ?"],
        ["¿Dónde vive la Sra. Gil?", "¡Aquí!", "Llega el lunes."],
        ["A. Lund lives here.", "So does B. Osei."],
        ["Это дом.", "Он большой!"],
    ],
)
def test_spaced_languages(expected: list[str]) -> None:
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize(
    "expected",
    [
        ["我住在青岛。", "你呢？", "我也是！", "他说：“好。我走。”", "后来走了；", "她留下。", "价格是3.5元。"],
        ["这本书（第2版。）很好。", "版本v1.2.3发布了。", "真的?", "好!"],
        ["来月は京都で開く。", "「はい。」と言った。", "彼は来た（遅れて。）。", "そうです！"],
        ["彼は「行く。」", "私は残る。"],
    ],
)
def test_unspaced_languages(expected: list[str]) -> None:
    assert split("".join(expected)) == expected


def test_korean() -> None:
    expected = ["열쇠는 3층에 있다.", "회의는 2026. 3. 4. 오후에 열린다.", "좋아요!", "네."]
    assert split(" ".join(expected)) == expected


def test_lists_headings_tables_and_code_are_told_apart() -> None:
    source = (
        "# About C#\nIntro without a stop\n\n- first\n* [x] second. And more.\n3. third\n3. März 2026: Treffen\n"
        "一、概述\n| a | b |\n|---|---|\n| 1 | 2 |\n```py\nx = 1. + y\n\nz\n```\n> quoted. Twice.\nTitle\n=====\nEnd."
    )
    assert [(span.kind, span.text) for span in text.sentences(source)] == [
        (Kind.HEADING, "About C#"),
        (Kind.PROSE, "Intro without a stop"),
        (Kind.ITEM, "first"),
        (Kind.ITEM, "second."),
        (Kind.ITEM, "And more."),
        (Kind.ITEM, "third"),
        (Kind.PROSE, "3. März 2026: Treffen"),
        (Kind.ITEM, "概述"),
        (Kind.TABLE, "| a | b |"),
        (Kind.TABLE, "| 1 | 2 |"),
        (Kind.CODE, "x = 1. + y\n\nz"),
        (Kind.PROSE, "quoted."),
        (Kind.PROSE, "Twice."),
        (Kind.HEADING, "Title"),
        (Kind.PROSE, "End."),
    ]


def test_lines_the_writer_wrapped_are_one_sentence() -> None:
    source = (
        "This paragraph was wrapped by its writer at some column so that it\n"
        "goes on here. A second sentence does so as well and also runs over\n"
        "its line."
    )
    assert split(source) == [
        "This paragraph was wrapped by its writer at some column so that it goes on here.",
        "A second sentence does so as well and also runs over its line.",
    ]


def test_wrapped_chinese_lines_are_joined_without_a_blank() -> None:
    source = "这一段话由作者在每一行的末尾手工换行，所以一句话会跨越两行继续\n写下去，直到句号为止。下一句。"
    assert split(source) == [
        "这一段话由作者在每一行的末尾手工换行，所以一句话会跨越两行继续写下去，直到句号为止。",
        "下一句。",
    ]


def test_short_lines_and_turns_of_a_talk_stay_apart() -> None:
    talk = "Ben: I think we should move the whole depot to Porto before the winter\nAda: fine with me"
    assert split(talk) == talk.split("\n")
    assert split("Milk\nBread\nEggs\r\nTea") == ["Milk", "Bread", "Eggs", "Tea"]


def test_a_fence_that_is_never_closed_swallows_nothing() -> None:
    assert split("Before.\n```\nAfter it. More.") == ["Before.", "After it.", "More."]


@settings(deadline=None)
@given(st.text(alphabet="éß1 .!?。！「」\"'()\n\r-#>|`*:;…温", max_size=120))
def test_spans_lie_in_order_and_hold_every_letter(source: str) -> None:
    spans = text.sentences(source)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    for span in spans:
        written = source[span.start : span.end]
        assert written == written.strip()
        assert "".join(span.text.split()).replace(">", "") == "".join(written.split()).replace(">", "")
    if "`" not in source and "#" not in source:
        assert sum(map(str.isalpha, source)) == sum(map(str.isalpha, "".join(span.text for span in spans)))


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        '"',
        "“",
        "a. ",
        "(\n",
        "「あ",
        "- ",
        " ",
        "|",
        ">",
        "# ",
        "```a\n",
        "`",
        "1) \n",
        "a",
        " #",
        "(a.)",
        "（a。）",
        ". \n",
    ],
)
def test_a_long_run_of_anything_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    text.sentences("# x " + unit * 20_000 + " end")
    assert time.process_time() - started < 4
