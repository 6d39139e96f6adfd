"""All spaces of a person: which there are, how they are counted and placed, and what nobody else learns from them."""

from __future__ import annotations

from datetime import timedelta
from itertools import islice, pairwise
from math import hypot

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from graph_ui.graph import spaces
from memoryhub.accounts.models import User
from memoryhub.associations import atlas
from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.memories import services as memories
from memoryhub.spaces import services as made
from memoryhub.spaces.access import Principal
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/graph/"
VIEWS = ("", "?view=outline")


def space_of(person: User, tag: str, name: str = "") -> Space:
    return made.create(actor=Actor.person(person.pk), tag=tag, owner=person, name=name or tag.title())


def paper(space: Space, content_hash: str) -> Document:
    return Document.objects.create(
        space=space, kind="text", title="Letter", content="x", content_hash=content_hash, added_by_kind="hub"
    )


def of(person: User) -> dict[str, spaces.Island]:
    """Tag -> island."""
    return {each.space.tag: each for each in spaces.of(Principal(person), now=clock.now())}


def test_a_space_is_counted_as_its_members_see_it(cast: Cast) -> None:
    kept = factories.remember(cast.space, "The desks are new.")
    gone = factories.remember(cast.space, "Soon gone.")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
    factories.infer(cast.space, "Mina likes the desks.", kept)
    with clock.frozen(clock.now() + timedelta(hours=1)):
        sheet = paper(cast.space, "a" * 64)
    for person in (cast.ada, cast.chen):
        island = of(person)["atlas"]
        assert (island.memories, island.documents, island.newest) == (1, 1, sheet.created_at)
    assert (of(cast.dora)["elsewhere"].memories, of(cast.dora)["elsewhere"].newest) == (0, None)


@pytest.mark.parametrize("view", VIEWS)
def test_nobody_learns_of_spaces_they_are_not_in(client: Client, cast: Cast, view: str) -> None:
    paper(cast.space, "a" * 64)
    paper(cast.elsewhere, "a" * 64)
    client.force_login(cast.dora)
    page = client.get(PAGE + view).content.decode()
    assert "Elsewhere" in page
    for told in ("Atlas", "/s/atlas/", "also in", "in both"):
        assert told not in page
    client.force_login(cast.sia)
    page = client.get(PAGE + view).content.decode()
    assert "You are in no space yet" in page
    assert "Atlas" not in page
    assert "Elsewhere" not in page
    client.logout()
    assert client.get(PAGE + view).status_code == 302


@pytest.mark.parametrize("view", VIEWS)
def test_what_is_archived_says_so_and_what_is_going_is_not_there(client: Client, cast: Cast, view: str) -> None:
    going, old = space_of(cast.ada, "going"), space_of(cast.ada, "old")
    Space.objects.filter(pk=going.pk).update(purge_at=clock.now() + timedelta(days=30))
    Space.objects.filter(pk=old.pk).update(archived_at=clock.now())
    assert (of(cast.ada)["old"].hue, of(cast.ada)["atlas"].hue) == (0, 1)
    client.force_login(cast.ada)
    page = client.get(PAGE + view).content.decode()
    assert page.count("archived") == 1
    assert "Going" not in page


def test_a_further_space_moves_and_resizes_none(cast: Cast) -> None:
    factories.remember(cast.space, "The desks are new.")
    before = {tag: (each.x, each.y, each.r, each.hue) for tag, each in of(cast.ada).items()}
    for number in range(9):
        full = space_of(cast.ada, f"a-{number}", "AAA")
        factories.remember(full, "One")
        factories.remember(full, "Two")
    after = of(cast.ada)
    assert len(after) == 10
    assert {tag: (each.x, each.y, each.r, each.hue) for tag, each in after.items() if tag in before} == before


def test_no_island_reaches_another_however_large_and_the_larger_is_the_larger() -> None:
    cells = list(islice(spaces.places(), 200))
    nearest = min(hypot(a - c, b - d) for i, (a, b) in enumerate(cells) for c, d in cells[:i])
    assert nearest > 2 * spaces.radius(10**9) + 30
    assert max(hypot(*cell) for cell in cells) < 9 * spaces.CELL
    radii = [spaces.radius(entries) for entries in (0, 1, 10, 1_000, 100_000, 1_000_000)]
    assert all(one < other for one, other in pairwise(radii))
    assert (radii[0], radii[-1]) == (spaces.SMALLEST, spaces.LARGEST)


def test_bridges_are_documents_of_the_same_content_in_two_spaces_of_the_person(cast: Cast) -> None:
    second, third = space_of(cast.ada, "second"), space_of(cast.ada, "third")
    for space in (cast.space, second, cast.elsewhere):
        paper(space, "a" * 64)
        paper(space, "b" * 64)
    paper(third, "c" * 64)
    found = of(cast.ada)
    assert [(other.tag, count) for other, count in found["atlas"].shared] == [("second", 2)]
    assert found["third"].shared == ()
    assert spaces.overview(list(found.values()))["bridges"] == [[0, 1, 2]]
    assert of(cast.chen)["atlas"].shared == ()


def test_islands_are_named_by_words_that_may_be_read_now(client: Client, cast: Cast) -> None:
    group = [factories.remember(cast.space, f"Heron number {number} stands.") for number in range(12)]
    factories.key(cast.space, "heronry", *group)
    atlas.atlas_of(cast.space, now=clock.now())
    assert of(cast.chen)["atlas"].islands == ["heronry"]
    client.force_login(cast.chen)
    assert "heronry" in client.get(PAGE).content.decode()
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[memory.pk for memory in group])
    assert of(cast.chen)["atlas"].islands == ()
    assert "heronry" not in client.get(PAGE).content.decode()


def test_many_spaces_take_as_many_queries_as_one(client: Client, cast: Cast) -> None:
    client.force_login(cast.ada)
    taken = []
    for number in (0, 1, 12):
        for each in range(number):
            space = space_of(cast.ada, f"space-{number}-{each}")
            factories.key(space, "Desks", factories.remember(space, "The desks are new."))
            atlas.atlas_of(space, now=clock.now())
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(PAGE).status_code == 200
        taken.append(len(asked))
    assert taken[1] == taken[2]
    assert max(taken) <= 12


@pytest.mark.parametrize("view", ["?q=seCOND", "?view=outline&q=second", "?q=two+sec"])
def test_a_search_shows_the_spaces_of_that_name(client: Client, cast: Cast, view: str) -> None:
    space_of(cast.ada, "two", "Second & <b>")
    client.force_login(cast.ada)
    answer = client.get(PAGE + view)
    assert [each.space.tag for each, is_shown in answer.context["islands"] if is_shown] == ["two"]
    page = answer.content.decode()
    assert "1 of 2 shown" in page
    assert "Second &amp; &lt;b&gt;" in page
    assert "No space has that name." in client.get(PAGE + "?q=nothing").content.decode()


def test_each_island_leads_to_its_own_map_and_pages_lead_here(client: Client, cast: Cast) -> None:
    space_of(cast.ada, "second")
    client.force_login(cast.ada)
    assert 'href="/s/second/graph/"' in client.get(PAGE).content.decode()
    assert 'href="/s/second/graph/?view=outline"' in client.get(PAGE + "?view=outline").content.decode()
    assert client.get("/s/atlas/").content.decode().count(f'href="{PAGE}"') == 2
