"""A new fact updates an old one without asking only where the rules are sure."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from memoryhub.ingest.updates import Candidate, Verdict, decide

PAIRS: list[dict[str, str]] = json.loads((Path(__file__).parent.parent / "data" / "pairs.json").read_text())
LEAST_RECALL = 0.9
FIVE = (
    "Orlan leads the payments squad.",
    "Brenka leads the search squad.",
    "Orlan also coaches the interns of the payments squad.",
    "The Grafana password lives in the vault.",
    "Never forget: the vault must be unsealed before the Grafana password can be read.",
)
SIXTH = "Correction: Orlan no longer leads the payments squad, Brenka does since Monday."


def verdict(old: str, new: str, language: str = "en") -> Verdict:
    return decide(Candidate(old, language), Candidate(new, language))


def test_there_are_a_hundred_labelled_pairs_in_three_languages() -> None:
    assert len(PAIRS) >= 100
    assert min(Counter(pair["language"] for pair in PAIRS).values()) >= 30
    assert len({(pair["old"], pair["new"]) for pair in PAIRS}) == len(PAIRS)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['old']} / {pair['new']}")
def test_no_pair_is_updated_silently_without_its_label_saying_so(pair: dict[str, str]) -> None:
    kind = verdict(pair["old"], pair["new"], pair["language"]).kind
    allowed = {
        "update": {"update", "propose", "none"},
        "propose_or_none": {"propose", "none"},
        "none": {"none"},
        "same": {"same"},
    }
    assert kind in allowed[pair["label"]]


def test_most_updates_are_found(record_property: Any) -> None:
    wanted = [pair for pair in PAIRS if pair["label"] == "update"]
    found = [pair for pair in wanted if verdict(pair["old"], pair["new"], pair["language"]).kind == "update"]
    record_property("update_recall", len(found) / len(wanted))
    assert len(found) / len(wanted) >= LEAST_RECALL


def test_likeness_and_the_word_forget_update_nothing() -> None:
    """P-DED-2, sentences 1 to 5, each against each."""
    assert {verdict(old, new).kind for old in FIVE for new in FIVE if old != new} == {"none"}


def test_an_explicit_correction_updates_what_it_names_and_nothing_else() -> None:
    """P-DED-2, sentence 6."""
    assert [verdict(old, SIXTH).kind for old in FIVE] == ["update", "none", "none", "none", "none"]
    assert verdict(FIVE[0], SIXTH).rule == "ended"


def test_the_same_sentence_twice_is_the_same_fact() -> None:
    assert verdict(FIVE[1], "brenka leads the search squad").kind == "same"


def test_a_turned_taste_updates_if_it_says_that_it_turned() -> None:
    """P-DED-1; without "any more" a person decides."""
    assert verdict("Tavi loves aubergine.", "Tavi cannot stand aubergine any more.").kind == "update"
    assert verdict("Tavi loves aubergine.", "Tavi cannot stand aubergine.").kind == "propose"
    assert verdict("Tavi hates aubergine.", "Tavi cannot stand aubergine any more.").kind != "update"


def test_a_changed_place_updates_there_and_back() -> None:
    """P-DED-3."""
    ghent, porto, back = "The studio is in Ghent.", "The studio moved to Porto.", "The studio moved back to Ghent."
    assert verdict(ghent, porto) == Verdict(
        "update", "changed_place", {"subject": "studio", "from": "in ghent", "to": "to porto", "slot": "place"}
    )
    assert verdict(porto, back).kind == "update"
    assert verdict(ghent, back).kind == "none"


def test_a_changed_day_and_time_updates() -> None:
    """P-ING-2; the channel beside it is another subject."""
    found = verdict("Deploy window is Tuesday 09:00.", "Deploy window is Thursday 14:00.")
    assert (found.kind, found.rule, found.evidence["slot"]) == ("update", "changed_value", "time weekday")
    assert verdict("On-call channel is blue-room.", "Deploy window is Thursday 14:00.").kind == "none"


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("The standup starts at 9am.", "The standup starts at 09:00.", "en"),
        ("Ravi has 3 cats.", "Ravi has three cats.", "en"),
        ("例会是上午九点。", "例会是9:00。", "zh"),
        ("王芳有两只猫。", "王芳有2只猫。", "zh"),
        ("Jonas hat drei Katzen.", "Jonas hat 3 Katzen.", "de"),
    ],
)
def test_another_way_to_write_a_value_is_no_change(old: str, new: str, language: str) -> None:
    assert verdict(old, new, language).kind in {"same", "none"}


def test_an_older_statement_never_updates_a_newer_one_silently() -> None:
    window, later = "Deploy window is Tuesday 09:00.", "Deploy window is Thursday 14:00."
    old = Candidate(window, "en", said_on=date(2026, 12, 4))
    new = Candidate(later, "en", said_on=date(2026, 11, 1))
    assert (decide(old, new).kind, decide(old, new).rule) == ("propose", "changed_value")
    assert decide(new, old).kind == "update"


def test_a_correction_announced_by_its_source_counts_without_the_word() -> None:
    old = Candidate("The project lead is Orlan.", "en")
    said = Candidate("The project lead is Brenka.", "en", is_correction=True)
    assert decide(old, said).kind == "update"
    assert verdict(old.text, said.text).kind == "propose"


def test_languages_are_not_compared_with_each_other() -> None:
    found = decide(Candidate("Das Ticket kostet 20 Euro.", "de"), Candidate("The ticket costs 25 euros.", "en"))
    assert (found.kind, found.rule) == ("none", "not_comparable")


def test_a_sentence_that_cannot_be_taken_apart_updates_nothing() -> None:
    assert verdict("Rain.", "Rain, rain.").rule == "not_comparable"
    assert verdict("The kiln is in Ghent. " * 60, "The kiln is in Porto.").rule == "not_comparable"


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("Quirin lives on Tallow Street.", "Quirin lives on Fern Lane.", "en"),
        ("The clinic is at 12 Tallow Street.", "The clinic is at 4 Fern Lane.", "en"),
        ("Quirin wohnt in der Lindenstraße.", "Quirin wohnt in der Parkallee 4.", "de"),
    ],
)
def test_another_street_is_asked_about(old: str, new: str, language: str) -> None:
    found = verdict(old, new, language)
    assert (found.kind, found.rule) == ("propose", "changed_place")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Quirin lives in Ghent.", "Quirin lives on Fern Lane."),
        ("Quirin lives on Fern Lane.", "Quirin lives in Ghent."),
        ("Quirin lives in Ghent.", "Quirin works in Porto."),
    ],
)
def test_a_street_in_a_town_and_work_in_another_are_no_contradiction(old: str, new: str) -> None:
    assert verdict(old, new).kind == "none"
