"""What is said in the present and of no day lasts; what happened, or will, does not; the tense places a weekday."""

from __future__ import annotations

import pytest

from memoryhub.ingest.facts import relative_dates
from tests.ingest.facts_of import DAY, facts_of


@pytest.mark.parametrize(
    ("sentence", "is_static"),
    [
        ("The gate code is 4417.", True),
        ("Labels can now be printed in Ghent.", True),
        ("Old export links expire after 30 days.", True),
        ("The press does not run at night.", True),
        ("The press was sold to a museum in Ghent.", False),
        ("The press has moved to Ghent.", False),
        ("The studio is moving to Ghent.", False),
        ("The fair takes place on 20 October.", False),
        ("Orlan has never been to Ghent.", False),
        ("Das Licht geht nach zehn Minuten aus.", True),
        ("Die Rechnungen werden am Ende des Monats gedruckt.", True),
        ("Die Presse wurde an ein Museum in Gent verkauft.", False),
        ("Orlan hat die Presse nach Gent verkauft.", False),
        ("Das Fest findet am 20. Oktober in Gent statt.", False),
        ("备份文件放在保险箱里。", True),
        ("张伟把备份文件搬到了保险箱里。", False),
        ("창고의 열쇠는 서랍에 있다.", True),
        ("창고의 열쇠는 서랍으로 옮겼다.", False),
    ],
)
def test_the_present_lasts_unless_a_day_is_named(sentence: str, is_static: bool) -> None:
    assert [fact.is_static for fact in facts_of(sentence)] == [is_static]


@pytest.mark.parametrize(
    ("language", "text", "written"),
    [
        ("en", "Orlan moved to Ghent on Monday.", "2026-11-30"),
        ("en", "Orlan is moving to Ghent on Monday.", "2026-12-07"),
        ("en", "Orlan is away until Sunday.", "2026-12-06"),
        ("en", "The kiln broke yesterday and the potter can only come on Monday.", "2026-12-07"),
        ("de", "Orlan ist am Montag nach Gent gezogen.", "2026-11-30"),
        ("de", "Orlan fliegt am Montag nach Gent.", "2026-12-07"),
        ("de", "Orlan kann am Wochenende nicht fahren.", "2026-12-05/2026-12-06"),
    ],
)
def test_the_tense_says_which_weekday_is_meant(language: str, text: str, written: str) -> None:
    assert f"({written})" in relative_dates.resolve(text, language=language, said_on=DAY).text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The shop closes on Monday."),
        ("en", "The dinner is on Friday 13 March."),
        ("de", "Das Büro ist am Montag geschlossen."),
        ("de", "Orlan kommt am Montag, den 7. Dezember."),
    ],
)
def test_a_weekday_of_every_week_or_with_its_date_stays_as_it_is(language: str, text: str) -> None:
    assert relative_dates.resolve(text, language=language, said_on=DAY).text == text
