"""Sentences are overwritten in place."""

from __future__ import annotations

import pytest

from memoryhub.core.blanking import FILL, blank_json, blanker


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Orlan likes tea.", "Say: Orlan likes tea. Then go."),
        ("Orlan likes tea.", "Say: **Orlan** _likes_\n> tea. Then go."),
        ("**Orlan** likes tea", "Say: Orlan likes tea! Then go."),
        ("用户喜欢喝茶。", "今天,用户**喜欢**喝茶。明天".replace("**", "")),
        ("차를 좋아한다", "그는 차를 좋아한다."),
    ],
)
def test_a_sentence_goes_whatever_markup_stands_in_it(sentence: str, text: str) -> None:
    blanked = blanker([sentence])(text)
    assert len(blanked) == len(text)
    assert FILL in blanked
    assert blanked.count("\n") == text.count("\n")
    assert not {"Orlan", "likes", "tea", "喜欢", "좋아한다"} & set(blanked.replace(".", " ").split())


def test_what_only_looks_alike_stays() -> None:
    assert blanker(["Tea is hot."])("The team said that tea is hotter.") == "The team said that tea is hotter."


def test_without_sentences_nothing_changes() -> None:
    assert blanker(["", " . "])("text") == "text"


def test_every_text_of_a_json_value_is_blanked() -> None:
    value = {"Orlan likes tea": ["Orlan likes tea", 1, None, {"a": "fine"}]}
    assert "Orlan" not in str(blank_json(value, blanker(["Orlan likes tea"])))
