"""Bytes become text in the encoding they were written in."""

from __future__ import annotations

import pytest

from memoryhub.ingest.extract import ExtractionError, decoding

CHINESE = "张伟住在北京，他喜欢喝茶。"
TRADITIONAL = "我對花生過敏，所以不能吃沙嗲醬。"
GERMAN = "Jürgen wohnt in Köln – schön dort."
KOREAN = "민아는 부산에서 일하고 있습니다."
JAPANESE = "会議は大阪の倉庫で開きます。"
RUSSIAN = "Привет, я живу в Москве."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "utf-8-sig"),
        (CHINESE, "utf-16"),
        (CHINESE, "utf-32"),
        (CHINESE, "gb18030"),
        (TRADITIONAL, "big5"),
        (GERMAN, "cp1252"),
        (KOREAN, "cp949"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (RUSSIAN, "cp1251"),
        ("plain words", "utf-16-le"),
        ("plain words", "utf-16-be"),
    ],
)
def test_the_encoding_is_told_from_the_bytes(text: str, encoding: str) -> None:
    assert decoding.decode(text.encode(encoding)) == text


def test_a_declared_charset_counts_where_the_bytes_agree() -> None:
    assert decoding.decode("Ð".encode("latin-1"), charset="latin-1") == "Ð"
    assert decoding.decode(CHINESE.encode(), charset="ascii") == CHINESE


def test_one_nul_in_a_text_makes_no_binary_of_it() -> None:
    assert decoding.decode(b"invoice 7741\0 paid") == "invoice 7741\0 paid"


def test_a_lone_surrogate_is_left_to_the_cleaning_rule() -> None:
    assert decoding.decode(b"fair \xed\xa0\x80 in") == "fair \ud800 in"


@pytest.mark.parametrize("data", [b"%PDF-1.7 x", b"PK\x03\x04abc", b"\x89PNG\r\n", bytes(range(256)) * 4])
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(ExtractionError) as refused:
        decoding.decode(data)
    assert refused.value.code == "binary_content"


def test_bytes_that_read_like_nothing_are_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        decoding.decode(b"\xff\x81\xfe\x8d" * 3)
    assert refused.value.code == "unknown_encoding"
