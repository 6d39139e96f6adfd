"""The memories page: who sees what, and deeds with their undo."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from memoryhub.core import clock, ids
from memoryhub.memories import selectors
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

HTMX = {"HX-Request": "true"}
LIST = "/s/atlas/memories/"


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def office(space: Space) -> Memory:
    first = factories.remember(space, "Mina works in the Seoul office.")
    return factories.revise(space, first, "Mina works in the Busan office.")


def url(memory: Memory, deed: str = "") -> str:
    return f"{LIST}{ids.encode(memory.pk)}/{deed}"


def body(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status
    return str(answer.content.decode())


def test_the_list_has_what_is_current(ed: Client, office: Memory) -> None:
    page = body(ed.get(LIST))
    assert "Busan office" in page
    assert "Seoul office" not in page
    assert "Seoul office" in body(ed.get(LIST + "?state=superseded"))


def test_an_empty_list_says_what_to_do(ed: Client) -> None:
    assert "Nothing is remembered yet" in body(ed.get(LIST))
    assert "Remove the filters" in body(ed.get(LIST + "?kind=static"))


def test_a_search_answers_as_agents_get_it(ed: Client, space: Space, office: Memory) -> None:
    gone = factories.remember(space, "The Busan lease is over.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    page = body(ed.get(LIST + "?q=Busan"))
    assert "Busan office" in page
    assert "Busan lease" not in page


def test_the_panel_shows_every_version_and_what_changed(ed: Client, office: Memory) -> None:
    panel = body(ed.get(url(office), headers=HTMX))
    assert "<del>Seoul</del>" in panel
    assert "<ins>Busan</ins>" in panel
    assert "<html" not in panel


def test_the_panel_names_what_has_to_do_with_it_and_why(ed: Client, space: Space) -> None:
    for text in ("Newton saw it fall.", "It is green.", "It was forgotten."):
        ed.post(LIST + "new/", {"text": text, "keys": "apple"})
    newton, green, gone = Memory.objects.filter(space=space).order_by("pk")
    memories.relate(actor=factories.HUB, space=space, newer_id=newton.pk, older_id=green.pk, kind="extends")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    found = body(ed.get(url(newton), headers=HTMX)).partition(">Related<")[2].partition(">Versions<")[0]
    assert all(words in found for words in ("It is green.", "extends", "apple"))
    assert "It was forgotten." not in found


def test_any_version_leads_to_the_newest(ed: Client, space: Space, office: Memory) -> None:
    first = selectors.history_of(space, office.pk)[0]
    assert "Mina works in the Busan office." in body(ed.get(url(first)))


def test_a_correction_is_a_new_version(ed: Client, space: Space, office: Memory) -> None:
    answer = ed.post(url(office, "correct/"), {"text": "Mina works in Ulsan.", "base_version": 2}, headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#inspector"
    assert "A new version stands." in body(answer)
    assert [row.text for row in selectors.history_of(space, office.pk)][-1] == "Mina works in Ulsan."


def test_a_correction_of_an_older_version_is_refused_beside_its_field(ed: Client, space: Space, office: Memory) -> None:
    answer = ed.post(url(office, "correct/"), {"text": "Mina works in Ulsan.", "base_version": 1}, headers=HTMX)
    assert "version 2" in body(answer, 422)
    assert len(selectors.history_of(space, office.pk)) == 2


def test_restore_writes_a_new_version(ed: Client, space: Space, office: Memory) -> None:
    first = selectors.history_of(space, office.pk)[0]
    assert "Restored as version 3." in body(ed.post(url(first, "restore/"), headers=HTMX))
    assert selectors.latest_of(space, office.pk).text == first.text


def test_forgetting_can_be_taken_back_from_the_notice(ed: Client, space: Space, office: Memory) -> None:
    answer = body(ed.post(url(office, "forget/"), headers=HTMX))
    assert selectors.latest_of(space, office.pk).forgotten_at is not None
    undo = "/s/atlas/undo/" + answer.partition("/s/atlas/undo/")[2].partition('"')[0]
    assert ed.post(undo, headers=HTMX).status_code == 200
    assert selectors.latest_of(space, office.pk).forgotten_at is None


def test_a_forgotten_memory_can_be_brought_back(ed: Client, space: Space, office: Memory) -> None:
    ed.post(url(office, "forget/"))
    assert "Bring back" in body(ed.get(url(office)))
    ed.post(url(office, "unforget/"))
    assert selectors.latest_of(space, office.pk).forgotten_at is None


def test_a_told_fact_has_its_keys(ed: Client, space: Space) -> None:
    told = {"text": "The lamp is green.", "keys": "lamp, colour", "is_static": "on"}
    assert "Remembered." in body(ed.post(LIST + "new/", told, headers=HTMX))
    memory = Memory.objects.get(space=space)
    assert memory.is_static
    assert set(memory.key_links.values_list("key__text", flat=True)) == {"lamp", "colour"}


def test_an_empty_fact_is_refused_beside_its_field(ed: Client) -> None:
    answer = ed.post(LIST + "new/", {"text": "  "}, headers=HTMX)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["text"])


def test_hidden_characters_are_shown_as_marks(ed: Client, space: Space) -> None:
    factories.remember(space, "Prefers tea\u200b and \u202eeffoc")
    page = body(ed.get(LIST))
    assert "\u202e" not in page
    assert "U+202E" in page


def test_pages_follow_each_other_without_a_gap(ed: Client, space: Space) -> None:
    for number in range(55):
        factories.remember(space, f"Fact number {number:02d} stands here.")
    first = body(ed.get(LIST))
    cursor = first.partition("cursor=")[2].partition('"')[0]
    second = body(ed.get(f"{LIST}?state=current&kind=&cursor={cursor}", headers={**HTMX, "HX-Target": "more"}))
    seen = [number for number in range(55) if f"Fact number {number:02d}" in first]
    rest = [number for number in range(55) if f"Fact number {number:02d}" in second]
    assert (len(seen), sorted(seen + rest)) == (30, list(range(55)))


def test_the_list_costs_the_same_with_more_rows(
    ed: Client, space: Space, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    for number in range(20):
        factories.remember(space, f"Fact number {number} stands here.")
    ed.get(LIST)
    with django_assert_max_num_queries(11):  # type: ignore[attr-defined]  # a context manager
        ed.get(LIST)


def test_a_viewer_sees_what_is_current_and_changes_nothing(
    client: Client, cast: Cast, space: Space, office: Memory
) -> None:
    client.force_login(cast.chen)
    gone = factories.remember(space, "The lease is over.")
    memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
    guess = factories.infer(space, "Mina has moved.", office)
    assert "Forget" not in body(client.get(url(office)))
    assert client.get(url(gone)).status_code == 404
    assert client.get(url(guess)).status_code == 404
    for state in ("forgotten", "pending", "superseded", "expired"):
        assert client.get(f"{LIST}?state={state}").status_code == 403
    for deed in ("correct/", "restore/", "forget/", "unforget/"):
        assert client.post(url(office, deed), {"text": "No.", "base_version": 2}).status_code == 403
    assert client.post(LIST + "new/", {"text": "No."}).status_code == 403


def test_a_stranger_finds_nothing(client: Client, cast: Cast, office: Memory) -> None:
    client.force_login(cast.dora)
    for path in (LIST, url(office), LIST + "new/"):
        assert client.get(path).status_code == 404
    assert client.get(f"/s/elsewhere/memories/{ids.encode(office.pk)}/").status_code == 404
    assert client.post(f"/s/elsewhere/memories/{ids.encode(office.pk)}/forget/").status_code == 404
    office.refresh_from_db()
    assert office.forgotten_at is None


def test_several_are_forgotten_in_one_deed_with_one_undo(ed: Client, space: Space, office: Memory) -> None:
    chosen = [office, factories.remember(space, "It rains."), factories.remember(space, "It snows.")]
    kept = factories.remember(space, "It hails.")
    given = {"memory": [ids.encode(memory.pk) for memory in chosen]}
    answer = body(ed.post(LIST + "forget/", given, headers=HTMX))
    assert "3 memories forgotten." in answer
    assert [row.text for row in selectors.current_memories_of(space, now=clock.now())] == [kept.text]
    undo = "/s/atlas/undo/" + answer.partition("/s/atlas/undo/")[2].partition('"')[0]
    assert ed.post(undo, headers=HTMX).status_code == 200
    assert selectors.current_memories_of(space, now=clock.now()).count() == 4


def test_only_those_who_may_write_choose_and_only_where_there_is_something_to_forget(
    client: Client, cast: Cast, ed: Client, office: Memory
) -> None:
    assert 'class="pick"' in body(ed.get(LIST))
    assert 'class="pick"' not in body(ed.get(LIST + "?state=superseded"))
    client.force_login(cast.chen)
    assert 'class="pick"' not in body(client.get(LIST))
    assert client.post(LIST + "forget/", {"memory": ids.encode(office.pk)}).status_code == 403


@pytest.mark.parametrize(("given", "status"), [([], 400), (["x" * 22] * 501, 400), (["not-an-id"], 404)])
def test_what_is_chosen_to_be_forgotten_has_to_be_memories(ed: Client, given: list[str], status: int) -> None:
    assert ed.post(LIST + "forget/", {"memory": given}).status_code == status


def test_the_panel_says_how_deep_it_sits(ed: Client, space: Space, office: Memory) -> None:
    assert "sits shallow" in body(ed.get(url(office), headers=HTMX))
    for _ in range(15):
        memories.note_recall(space=space, memory_ids=[office.pk])
    assert "sits deep" in body(ed.get(url(office), headers=HTMX))


def test_a_told_fact_ends_with_a_day_of_the_space(ed: Client, space: Space) -> None:
    spaces.change(actor=factories.HUB, space=space, time_zone="Asia/Tokyo")
    ed.post(LIST + "new/", {"text": "The code is 4417.", "forget_after": "2099-12-01"}, headers=HTMX)
    assert Memory.objects.get(space=space).forget_after == datetime(2099, 12, 1, 15, tzinfo=UTC)
    answer = ed.post(LIST + "new/", {"text": "It rains.", "forget_after": "9999-12-31"}, headers=HTMX)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["forget_after"])
