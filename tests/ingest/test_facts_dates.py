"""Words of time are resolved from the day they were said, and written beside them."""

from __future__ import annotations

from datetime import date

import pytest

from memoryhub.ingest.facts import relative_dates
from tests.ingest.facts_of import DAY, facts_of


@pytest.mark.parametrize(
    ("language", "words", "written"),
    [
        ("en", "yesterday", "2026-12-03"),
        ("en", "the day before yesterday", "2026-12-02"),
        ("en", "last night", "2026-12-03"),
        ("en", "last Friday", "2026-11-27"),
        ("en", "last Monday", "2026-11-30"),
        ("en", "this Monday", "2026-11-30"),
        ("en", "next Friday", "2026-12-11"),
        ("en", "last week", "2026-11-23/2026-11-29"),
        ("en", "this weekend", "2026-12-05/2026-12-06"),
        ("en", "last month", "2026-11"),
        ("en", "next month", "2027-01"),
        ("en", "last year", "2025"),
        ("en", "3 days ago", "2026-12-01"),
        ("en", "two weeks ago", "2026-11-16/2026-11-22"),
        ("en", "ten years ago", "2016"),
        ("de", "gestern", "2026-12-03"),
        ("de", "vorgestern", "2026-12-02"),
        ("de", "letzten Freitag", "2026-11-27"),
        ("de", "nächsten Montag", "2026-12-07"),
        ("de", "letzte Woche", "2026-11-23/2026-11-29"),
        ("de", "vor drei Tagen", "2026-12-01"),
        ("zh", "昨天", "2026-12-03"),
        ("zh", "前天", "2026-12-02"),
        ("zh", "昨晚", "2026-12-03"),
        ("zh", "上周五", "2026-11-27"),
        ("zh", "下周一", "2026-12-07"),
        ("zh", "上个月", "2026-11"),
        ("zh", "去年", "2025"),
        ("zh", "三天前", "2026-12-01"),
        ("ko", "어제", "2026-12-03"),
        ("ko", "그저께", "2026-12-02"),
        ("ko", "지난주 금요일", "2026-11-27"),
        ("ko", "다음 달", "2027-01"),
        ("ko", "3일 전", "2026-12-01"),
        ("fr", "hier", "2026-12-03"),
        ("es", "ayer", "2026-12-03"),
    ],
)
def test_words_of_time_are_spelt_out(language: str, words: str, written: str) -> None:
    dated = relative_dates.resolve(words, language=language, said_on=DAY)
    assert dated.text.removeprefix(words).strip(" ()") == written
    assert dated.valid_from is not None
    assert dated.valid_from.isoformat().startswith(written[:4])


def test_a_turn_of_the_year_is_kept_in_mind() -> None:
    new_year = date(2027, 1, 1)
    assert relative_dates.resolve("last month", language="en", said_on=new_year).text == "last month (2026-12)"
    assert relative_dates.resolve("next month", language="en", said_on=DAY).valid_from == date(2027, 1, 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "in the morning"),
        ("de", "am Morgen"),
        ("de", "Guten Morgen"),
        ("zh", "上面的月亮"),
        ("zh", "以前"),
        ("sv", "igår"),
    ],
)
def test_other_words_are_left_alone(language: str, text: str) -> None:
    assert relative_dates.resolve(text, language=language, said_on=DAY).text == text


def test_the_fact_begins_to_hold_on_its_own_day() -> None:
    fact = facts_of("Orlan moved to Busan yesterday.")[0]
    assert (fact.text, fact.valid_from) == ("Orlan moved to Busan yesterday (2026-12-03).", date(2026, 12, 3))


def test_each_turn_counts_from_its_own_day() -> None:
    chat = "2026-11-28\nMina: I moved to Busan yesterday.\n\n2026-12-02\nJoon: I moved to Daegu yesterday."
    assert [fact.valid_from for fact in facts_of(chat, "chat.txt")] == [date(2026, 11, 27), date(2026, 12, 1)]


def test_without_a_day_the_words_stay_and_confidence_falls() -> None:
    dated, undated = facts_of("Orlan moved to Busan.")[0], facts_of("Orlan moved to Busan yesterday.", day=None)[0]
    assert (undated.text, undated.valid_from) == ("Orlan moved to Busan yesterday.", None)
    assert undated.confidence < dated.confidence
