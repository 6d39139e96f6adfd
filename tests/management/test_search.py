"""`manage.py search`: what agents would get, at a terminal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memoryhub.core import ids
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from tests import factories
from tests.cast import Cast

ASKED = "Where does Mina live?"


@pytest.fixture
def moved(cast: Cast) -> Cast:
    """Mina lived in Porto until she moved to Busan."""
    lived = factories.remember(cast.space, "Mina lives in Porto.", valid_from=datetime(2024, 1, 1, tzinfo=UTC))
    draft = factories.draft("Mina lives in Busan.", valid_from=datetime(2026, 6, 1, tzinfo=UTC))
    memories.revise(actor=Actor.person(cast.ada.pk), space=cast.space, memory_id=lived.pk, draft=draft)
    return cast


def search(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    call_command("search", ASKED, "--space", "atlas", *options)
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(search(capsys, "--json", *options))
    return found


def test_a_table_has_the_answers_with_their_ids(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    (hit,) = answer(capsys)["hits"]
    shown = search(capsys)
    assert "Mina lives in Busan." in shown
    assert hit["id"] in shown
    assert "Porto" not in shown


def test_as_of_looks_back_from_a_day_of_the_space(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    texts = [[hit["text"] for hit in answer(capsys, "--as-of", day)["hits"]] for day in ("2025-05-01", "2026-06-02")]
    assert texts == [["Mina lives in Porto."], ["Mina lives in Busan."]]


def test_what_the_hub_did_not_know_yet_is_no_answer(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "--known-at", "2020-01-01")["hits"] == []


def test_older_versions_stand_below_their_answer(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    assert "v1: Mina lives in Porto." in search(capsys, "--include", "versions")


def test_what_was_forgotten_stands_apart(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    gone = factories.remember(moved.space, "Mina lives in a blue house.")
    memories.forget(actor=Actor.person(moved.ada.pk), space=moved.space, memory_ids=[gone.pk])
    assert "blue house" not in search(capsys)
    shown = search(capsys, "--include", "forgotten")
    assert shown.index("Busan") < shown.index("Forgotten") < shown.index("blue house")
    assert ids.encode(gone.pk) in shown


def test_why_says_what_made_the_score(moved: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    (hit,) = answer(capsys)["hits"]
    shown = " ".join(search(capsys, "--why").split())
    assert f"{hit['weight']:.2f} x {hit['dense']:.3f} + {1 - hit['weight']:.2f} x {hit['lexical']:.3f}" in shown


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--as-of", "yesterday"), "as_of"),
        (("--as-of", "2026-05-01T10:00"), "as_of"),
        (("--known-at", "2999-01-01"), "known_at"),
        (("--hops", "9"), "hops"),
        (("--rerank",), "rerank"),
        (("--as-of", "2026-05-01", "--mode", "hybrid"), "as_of"),
    ],
)
def test_what_cannot_be_asked_is_named(moved: Cast, options: tuple[str, ...], named: str) -> None:
    with pytest.raises(CommandError, match=named):
        call_command("search", ASKED, "--space", "atlas", *options)


def test_what_a_terminal_would_obey_is_shown_instead(cast: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    factories.remember(cast.space, "Mina lives in \x1b]0;owned\x07Busan\x1b[2J \u202ethere.")
    shown = search(capsys, "--why")
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert "⟨U+001B⟩" in shown
