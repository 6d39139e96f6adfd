"""The one cleaning rule, the equality of facts, and the showing of hidden characters."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.core import errors, text

ANYTHING = st.text(st.characters(codec=None), max_size=60)


def test_nul_goes_and_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert text.clean("a\x00b \ud800 c \udc00") == "ab \ufffd c \ufffd"


def test_a_surrogate_pair_becomes_the_character_it_stands_for() -> None:
    assert text.clean("kite \ud83e\ude81 fair") == "kite \U0001fa81 fair"


def test_other_scripts_emoji_and_line_breaks_stay_as_they_are() -> None:
    kept = "Łódź, שלום, 風箏, 👩‍🚀 ❤️\r\n\tend"
    assert text.clean(kept) == kept


@settings(deadline=None)
@given(ANYTHING)
def test_cleaned_text_can_be_stored_and_is_clean(raw: str) -> None:
    cleaned = text.clean(raw)
    assert "\x00" not in cleaned
    assert cleaned.encode("utf-8").decode() == cleaned
    assert text.clean(cleaned) == cleaned


def test_json_is_cleaned_in_keys_and_strings_and_nowhere_else() -> None:
    raw = json.loads('{"no\\u0000te": ["a\\ud800", 1.5, true, null, {"x": "\\ud83e\\ude81"}]}')
    assert text.clean_json(raw) == {"note": ["a\ufffd", 1.5, True, None, {"x": "\U0001fa81"}]}


def test_json_nested_too_deep_is_refused_with_the_field() -> None:
    deep: object = "x"
    for _ in range(32):
        deep = [deep]
    assert text.clean_json(deep) == deep
    with pytest.raises(errors.InvalidInput) as refused:
        text.clean_json([deep], field="metadata")
    assert refused.value.field == "metadata"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Prefers tea\u200b\u2060", "Prefers tea⟨U+200B⟩⟨U+2060⟩"),
        ("ends \u202eesrever\u202c here", "ends ⟨U+202E⟩esrever⟨U+202C⟩ here"),
        ("tags \U000e0041\U000e005a", "tags ⟨U+E0041⟩⟨U+E005A⟩"),
        ("a\ufe01 b\U000e0101", "a⟨U+FE01⟩ b⟨U+E0101⟩"),
        ("\u3164blank\u00ad", "⟨U+3164⟩blank⟨U+00AD⟩"),
        ("bell\x07 escape\x1b", "bell⟨U+0007⟩ escape⟨U+001B⟩"),
    ],
)
def test_hidden_characters_are_shown_by_their_code_point(raw: str, shown: str) -> None:
    assert text.visible(raw) == shown


@pytest.mark.parametrize("raw", ["👨‍👩‍👧", "❤️‍🔥", "1️⃣", "می‌خواهم", "क्‍ष", "葛\U000e0100", "a\n\tb\r\n", "Łódź 風箏"])
def test_joiners_that_shape_what_is_seen_are_not_marked(raw: str) -> None:
    assert text.visible(raw) == raw


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mira lives in Lisbon.", "mira  lives\nin LISBON"),
        ("He said “no”", 'He said "no".'),
        ("It’s Ada's", "It's Ada’s"),
        ("2020–2024", "2020-2024"),
        ("\uff21\uff22\uff23\uff11\uff12\uff13！", "abc123"),
        ("我们用 Python 写代码。", "我们用Python写代码"),
        ("Straße", "STRASSE"),
        ("zero\u200bwidth", "zerowidth"),
        ("cafe\u0301", "café"),
    ],
)
def test_the_same_fact_written_otherwise_is_equal(one: str, other: str) -> None:
    assert text.normalise(one) == text.normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("You live in Bonn?", "You live in Bonn."),
        ("10² boxes", "102 boxes"),
        ("It is 5 degrees", "It is -5 degrees"),
        ("나는 간다", "나는간다"),
        ("Ada likes tea", "Ada likes the tea"),
        ("!", "..."),
    ],
)
def test_different_facts_stay_different(one: str, other: str) -> None:
    assert text.normalise(one) != text.normalise(other)


@settings(deadline=None)
@given(ANYTHING)
def test_normalising_twice_changes_nothing(raw: str) -> None:
    once = text.normalise(text.clean(raw))
    assert text.normalise(once) == once


@pytest.mark.parametrize("unit", [" ", "\u200b", "“", ".", "\ud800\udc00", "❤️‍"])
def test_a_long_run_of_anything_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    long = "a" + unit * 200_000 + "b"
    text.clean(long)
    text.normalise(long)
    text.visible(long)
    assert time.process_time() - started < 3
