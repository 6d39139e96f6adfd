"""Deeds on what is selected in the graph: who may, on what they see alone, what is told first, and what is done."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob

from graph_ui.graph import picked
from graph_ui.pages import graph_picked
from memoryhub.associations import selectors as associations
from memoryhub.core import ids
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import bulk, bulk_tasks
from memoryhub.memories import selectors, states
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/picked/"
HTMX = {"HX-Request": "true"}
GUESS = "Nobody may read this guess."
WRITES = [name for name, offer in graph_picked.OFFERS.items() if offer.needs == "write"]
REVIEWS = [name for name, offer in graph_picked.OFFERS.items() if offer.needs == "review"]


@pytest.fixture
def made(cast: Cast) -> list[Memory]:
    """Two facts that are linked, and an inference that waits."""
    first, second = (factories.remember(cast.space, text) for text in ("Mina is a nurse.", "Mina lives in Busan."))
    memories.relate(actor=factories.HUB, space=cast.space, newer_id=second.pk, older_id=first.pk, kind="extends")
    return [first, second, factories.infer(cast.space, GUESS, first)]


def wire(*rows: Memory) -> str:
    return " ".join(ids.encode(row.pk) for row in rows)


def state(memory: Memory) -> str:
    return states.of(selectors.latest_of(memory.space, memory.pk))


def test_each_deed_has_its_right_and_asks_nobody_else(client: Client, cast: Cast, made: list[Memory]) -> None:
    may = {"ada": {*WRITES, *REVIEWS}, "ed": {*WRITES, *REVIEWS}, "ben": set(REVIEWS), "chen": set(), "dora": set()}
    before = ledger.revision_of(cast.space.pk)
    for person, deeds in may.items():
        client.force_login(getattr(cast, person))
        for deed in graph_picked.OFFERS:
            refused = 404 if person == "dora" else 403
            for sure in ("", "1"):
                if sure and deed in deeds:
                    continue
                answer = client.post(f"{PAGE}{deed}/", {"nodes": wire(*made), "sure": sure}, headers=HTMX)
                assert (person, deed, answer.status_code) == (person, deed, 200 if deed in deeds else refused)
        page = client.get("/s/atlas/graph/").content.decode()
        offered = set(re.findall(r'hx-post="/s/atlas/graph/picked/(\w+)/', page))
        assert offered == deeds
    assert ledger.revision_of(cast.space.pk) == before


def test_an_archive_offers_nothing_and_refuses(client: Client, cast: Cast, made: list[Memory]) -> None:
    spaces.archive(actor=cast.principal("ada").actor, space=cast.space)
    client.force_login(cast.ada)
    assert 'hx-post="/s/atlas/graph/picked/' not in client.get("/s/atlas/graph/").content.decode()
    assert client.post(f"{PAGE}forget/", {"nodes": wire(*made), "sure": "1"}).status_code == 409
    assert state(made[0]) == states.CURRENT


def test_nobody_acts_on_what_they_cannot_see(client: Client, cast: Cast, made: list[Memory]) -> None:
    elsewhere = factories.remember(cast.elsewhere, "Of another space.")
    client.force_login(cast.chen)
    saved = client.post(f"{PAGE}export/", {"nodes": wire(*made, elsewhere)})
    assert {node["text"] for node in json.loads(saved.content)} == {"Mina is a nurse.", "Mina lives in Busan."}
    client.force_login(cast.ed)
    told = [
        client.post(f"{PAGE}forget/", {"nodes": f"{wire(made[0])} {other}"}, headers=HTMX).content.decode()
        for other in (wire(elsewhere), ids.encode(ids.new()), "x")
    ]
    assert all("1 is no longer shown." in each and "Forget 1 memory?" in each for each in told)
    # A filter of the address hides as it does on the map.
    answer = client.post(f"{PAGE}forget/?state=pending", {"nodes": wire(*made), "sure": "1", "told": "3"}, headers=HTMX)
    assert answer.status_code in {200, 422}
    answer = client.post(
        f"{PAGE}forget/?state=pending",
        {"nodes": wire(*made), "sure": "1", "told": "1", "reason": "forgotten"},
        headers=HTMX,
    )
    assert "1 memory forgotten." in answer.content.decode()
    assert [state(row) for row in made] == [states.CURRENT, states.CURRENT, states.FORGOTTEN]


def test_the_dialog_tells_the_impact_and_the_deed_does_it_with_one_undo(
    client: Client, cast: Cast, made: list[Memory]
) -> None:
    client.force_login(cast.ed)
    said = client.post(f"{PAGE}forget/", {"nodes": wire(*made)}, headers=HTMX).content.decode()
    assert "Forget 3 memories?" in said
    assert "2 relations go with them." in said
    assert [state(row) for row in made] == [states.CURRENT, states.CURRENT, states.PENDING]
    form = {"nodes": wire(*made), "sure": "1", "told": "3", "reason": "not_true", "note": "all of it"}
    done = client.post(f"{PAGE}forget/", form, headers=HTMX).content.decode()
    assert "3 memories forgotten." in done
    gone = selectors.latest_of(cast.space, made[0].pk)
    assert (gone.forget_reason, gone.forget_note) == ("not_true", "all of it")
    entry = done.split("/s/atlas/undo/")[1].split("/")[0]
    assert client.post(f"/s/atlas/undo/{entry}/", headers=HTMX).status_code == 200
    assert [state(row) for row in made] == [states.CURRENT, states.CURRENT, states.PENDING]


def test_a_day_makes_an_end_of_forgetting(client: Client, cast: Cast, made: list[Memory]) -> None:
    client.force_login(cast.ed)
    form = {"nodes": wire(*made), "sure": "1", "reason": "forgotten", "told": "3"}
    over = client.post(f"{PAGE}forget/", {**form, "day": "2020-01-01"}, headers=HTMX)
    assert over.status_code == 422
    assert "This day is over." in over.content.decode()
    done = client.post(f"{PAGE}forget/", {**form, "day": "2100-01-01"}, headers=HTMX).content.decode()
    assert "2 memories now have an end. 1 was left:" in done
    assert selectors.latest_of(cast.space, made[0].pk).forget_after is not None


def test_what_changed_since_the_dialog_is_left_and_said(client: Client, cast: Cast, made: list[Memory]) -> None:
    client.force_login(cast.ed)
    factories.revise(cast.space, made[0], "Mina is a doctor.")
    form = {"nodes": wire(made[0], made[1]), "sure": "1", "told": "2", "reason": "forgotten"}
    done = client.post(f"{PAGE}forget/", form, headers=HTMX).content.decode()
    assert "1 memory forgotten. 1 was left:" in done
    assert state(made[0]) == states.CURRENT


def test_a_key_is_given_and_taken(client: Client, cast: Cast, made: list[Memory]) -> None:
    client.force_login(cast.ed)
    form = {"nodes": wire(*made), "sure": "1", "told": "3"}
    empty = client.post(f"{PAGE}give/", {**form, "text": "  ", "kind": "concept"}, headers=HTMX)
    assert empty.status_code == 422
    given = client.post(f"{PAGE}give/", {**form, "text": "People", "kind": "concept"}, headers=HTMX).content.decode()
    assert "3 memories got the key." in given
    key = associations.keys_of(cast.space, [made[0].pk])[made[0].pk][0]
    asked = client.post(f"{PAGE}take/", {"nodes": wire(*made)}, headers=HTMX).content.decode()
    assert f'<option value="{ids.encode(key.pk)}">People (3)</option>' in asked
    unknown = client.post(f"{PAGE}take/", {**form, "key": ids.encode(ids.new())}, headers=HTMX)
    assert unknown.status_code == 422
    taken = client.post(f"{PAGE}take/", {**form, "key": ids.encode(key.pk)}, headers=HTMX).content.decode()
    assert "3 memories lost the key." in taken
    assert associations.keys_of(cast.space, [row.pk for row in made]) == {}


def test_a_reviewer_decides_on_many(client: Client, cast: Cast, made: list[Memory]) -> None:
    other = factories.infer(cast.space, "Mina likes the sea.", made[1])
    client.force_login(cast.ben)
    asked = client.post(f"{PAGE}approve/", {"nodes": wire(*made, other)}, headers=HTMX).content.decode()
    assert "Approve 2 memories?" in asked
    assert "2 memories do not wait for review." in asked
    done = client.post(f"{PAGE}approve/", {"nodes": wire(made[2]), "sure": "1", "told": "1"}, headers=HTMX)
    assert "1 memory approved." in done.content.decode()
    form = {"nodes": wire(other), "sure": "1", "told": "1", "reason": "duplicate"}
    assert "1 memory rejected." in client.post(f"{PAGE}reject/", form, headers=HTMX).content.decode()
    assert (state(made[2]), state(other)) == (states.CURRENT, states.DECLINED)


def test_without_a_script_boxes_lead_to_a_page_that_asks_and_back_to_the_outline(
    client: Client, cast: Cast, made: list[Memory]
) -> None:
    client.force_login(cast.ed)
    outline = client.get(f"/s/atlas/graph/?view=outline&node={wire(made[0])}").content.decode()
    assert f'value="{wire(made[0])}"' in outline
    assert f'formaction="{PAGE}cut/"' in outline
    asked = client.post(f"{PAGE}cut/", {"node": [wire(made[0]), wire(made[1])]}).content.decode()
    assert "Cut 1 relation?" in asked
    assert "<!doctype html>" in asked.lower()
    sent = re.search(r'name="nodes" value="([^"]+)"', asked)
    assert sent is not None
    answer = client.post(f"{PAGE}cut/", {"nodes": sent[1], "sure": "1", "told": "1"}, follow=True)
    assert answer.redirect_chain == [("/s/atlas/graph/?view=outline", 302)]
    assert "1 relation cut." in answer.content.decode()


def test_everything_shown_is_everything_of_one_version_of_the_map(
    client: Client, cast: Cast, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.ed)
    small = client.post(f"{PAGE}stable/", {"all": "1"}, headers=HTMX).content.decode()
    assert "Mark 2 memories as stable facts?" in small
    assert all(wire(row) in small for row in made)
    monkeypatch.setattr(picked, "MOST_SENT", 2)
    large = client.post(f"{PAGE}stable/", {"all": "1"}, headers=HTMX).content.decode()
    version = re.search(r'name="version" value="([^"]+)"', large)
    assert version is not None
    assert wire(made[0]) not in large
    factories.remember(cast.space, "Something new.")
    form = {"all": "1", "version": version[1], "sure": "1"}
    assert client.post(f"{PAGE}stable/", form, headers=HTMX).status_code == 409
    assert not selectors.latest_of(cast.space, made[0].pk).is_static
    too_many = client.post(f"{PAGE}stable/", {"nodes": wire(*made)}, headers=HTMX)
    assert too_many.status_code == 400


def test_many_are_done_by_a_job_whose_progress_is_shown(
    client: Client, cast: Cast, made: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "AT_ONCE", 1)
    client.force_login(cast.ed)
    asked = client.post(f"{PAGE}stable/", {"nodes": wire(*made)}, headers=HTMX).content.decode()
    assert "it goes on when you leave the page" in asked
    form = {"nodes": wire(*made), "sure": "1", "told": "2"}
    answer = client.post(f"{PAGE}stable/", form, headers=HTMX)
    assert answer.status_code == 302
    address = answer.headers["Location"]
    assert "0 of 2." in client.get(address, headers=HTMX).content.decode()
    client.force_login(cast.ben)
    assert client.get(address).status_code == 403
    client.force_login(cast.dora)
    assert client.get(address).status_code == 404
    client.force_login(cast.ed)
    bulk_tasks.carry_out(**ProcrastinateJob.objects.get(task_name="lifecycle.bulk").args)
    assert "2 of 2." in client.get(address, headers=HTMX).content.decode()
    assert [selectors.latest_of(cast.space, row.pk).is_static for row in made] == [True, True, False]
    assert client.get(f"{PAGE}progress/{ids.encode(ids.new())}/").status_code == 404


def test_nothing_and_an_unknown_deed_are_named(client: Client, cast: Cast, made: list[Memory]) -> None:
    client.force_login(cast.ed)
    assert client.post(f"{PAGE}forget/", {"nodes": ""}).status_code == 400
    assert client.post(f"{PAGE}likes/", {"nodes": wire(*made)}).status_code == 404
    assert client.get(f"{PAGE}forget/").status_code == 405
