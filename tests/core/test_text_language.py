"""Telling languages apart by script, and by classifier where a script is shared."""

from __future__ import annotations

import pytest

from memoryhub.core import text


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("Orlan leads the payments squad.", "en"),
        ("Das Lager ist in Köln.", "de"),
        ("Ada wohnt in Berlin", "de"),
        ("Le chat dort sur le canapé.", "fr"),
        ("Mi hermana vive en Lima", "es"),
        ("我住在上海。", "zh"),
        ("仓库", "zh"),
        ("泵/阀 Pump 压力表装反了", "zh"),
        ("来月の展示会は京都で行う", "ja"),
        ("東京タワー", "ja"),
        ("자전거의 열쇠", "ko"),
        ("Python 파이썬", "ko"),
        ("Привет, как дела?", "ru"),
        ("Він живе в Києві", "uk"),
        ("سلام دنیا", "fa"),
        ("שלום עולם", "he"),
        ("हिन्दी में लिखा है", "hi"),
        ("สวัสดีครับ", "th"),
        ("Καλημέρα", "el"),
    ],
)
def test_a_sentence_is_recognised(written: str, code: str) -> None:
    assert text.language(written) == code


@pytest.mark.parametrize("written", ["warehouse", "cedar-cloud-dev", "Tavi loves aubergine.", "El gato", "Ghent", "ok"])
def test_short_latin_text_counts_as_english_unless_another_is_clear(written: str) -> None:
    assert text.language(written) == "en"


@pytest.mark.parametrize("written", ["", "  ", "12345", "🪁", "()-/", "٣٤"])
def test_text_without_letters_has_no_language(written: str) -> None:
    assert text.language(written) == "und"


def test_a_few_borrowed_words_do_not_change_the_language() -> None:
    assert text.language("RFC-0017 选 maple-edge-eu as region") == "en"
    assert text.language("这部电影叫「となりの」，我们看了三遍，每个人都非常喜欢，还想再看一遍。") == "zh"
