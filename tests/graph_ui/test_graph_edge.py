"""The panel of an edge: what it says, to whom, and what those who may can do about it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.documents.models import Chunk, Document
from memoryhub.memories import selectors
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, Relation
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/edge/"
HTMX = {"HX-Request": "true"}
SAID = "Desks came with the new office."
GUESS = "Nobody may read this guess."


@dataclass(frozen=True, slots=True)
class Office:
    office: Memory
    desks: Memory
    relation: Relation
    paper: Document


@pytest.fixture
def office(cast: Cast) -> Office:
    space = cast.space
    paper = Document.objects.create(
        space=space, kind="text", title="Letters", content=SAID, content_hash="0" * 64, added_by_kind="hub"
    )
    chunk = Chunk.objects.create(space=space, document=paper, revision=1, index=0, text=SAID, start=0, end=len(SAID))
    source = SourceDraft(document_id=paper.pk, chunk_id=chunk.pk, start=0, end=len(SAID), quote=SAID)
    first = factories.remember(space, "Mina works in the Busan office.")
    desks = factories.remember(space, "The desks are new.", sources=(source,))
    relation = memories.relate(
        actor=cast.principal("ada").actor,
        space=space,
        newer_id=desks.pk,
        older_id=first.pk,
        kind="extends",
        rule="shared_key",
        confidence=0.5,
        evidence={"key": "office", "similarity": 0.71},
    )
    factories.key(space, "Furniture", first, desks)
    return Office(first, desks, relation, paper)


def edge_of(*nodes: Memory | Document, kind: str = "") -> str:
    return ".".join([*(ids.encode(node.pk) for node in nodes), *([kind] if kind else [])])


def shown(client: Client, edge: str) -> str:
    answer = client.get(PAGE, {"edge": edge}, headers=HTMX)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_all_that_links_two_nodes_is_told_with_its_reasons(client: Client, cast: Cast, office: Office) -> None:
    client.force_login(cast.chen)
    said = shown(client, edge_of(office.office, office.desks, kind="extends"))
    assert said.index('data-edge-kind="extends"') < said.index('data-edge-kind="key"')
    assert "2 relations link them." in said
    for words in ("The desks are new.", "Mina works in the Busan office.", "shares a rare key", "Furniture", SAID):
        assert words in said
    assert "<dt>similarity</dt> <dd> 0.71 </dd>" in said
    assert "<b>Ada</b> linked two memories" in said
    assert f'data-graph-lit="{ids.encode(office.office.pk)} {ids.encode(office.desks.pk)}"' in said


def test_a_source_and_an_update_are_edges_too(client: Client, cast: Cast, office: Office) -> None:
    newer = factories.revise(cast.space, office.desks, "The desks are old.", actor=cast.principal("ada").actor)
    client.force_login(cast.chen)
    update = shown(client, edge_of(newer, office.desks))
    assert 'data-edge-kind="updates"' in update
    assert "· Ada" in update
    source = shown(client, edge_of(office.paper, office.desks))
    assert 'data-edge-kind="source"' in source
    assert f"<mark>{SAID}</mark>" in source
    for said in (update, source):
        assert "Cut the link" not in said


def test_an_edge_with_a_hidden_end_is_like_one_of_unknown_nodes(client: Client, cast: Cast, office: Office) -> None:
    guess = factories.infer(cast.space, GUESS, office.office)
    gone = factories.remember(cast.space, "Soon gone.")
    memories.relate(actor=factories.HUB, space=cast.space, newer_id=gone.pk, older_id=office.desks.pk, kind="extends")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
    client.force_login(cast.ben)
    assert GUESS in shown(client, edge_of(guess, office.office))
    unknown = f"{ids.encode(ids.new())}.{ids.encode(office.office.pk)}"
    client.force_login(cast.chen)
    bodies = {
        client.get(PAGE, {"edge": edge}, headers=HTMX).content
        for edge in (edge_of(guess, office.office), edge_of(gone, office.desks), unknown, "x.y")
    }
    assert len(bodies) == 1
    for edge in (edge_of(guess, office.office), edge_of(gone, office.desks), unknown):
        assert client.get(PAGE, {"edge": edge}).status_code == 404
    for person in ("ed", "ben"):
        client.force_login(getattr(cast, person))
        assert client.get(PAGE, {"edge": edge_of(gone, office.desks)}).status_code == 404


def test_an_address_that_names_no_edge_is_refused(client: Client, cast: Cast, office: Office) -> None:
    client.force_login(cast.ed)
    one = ids.encode(office.office.pk)
    for edge in ("", one, f"{one}.{one}", edge_of(office.office, office.desks, kind="likes")):
        assert client.get(PAGE, {"edge": edge}).status_code == 400


@pytest.mark.parametrize(
    ("person", "cut", "confirmed"),
    [("ada", 200, 200), ("ed", 200, 200), ("ben", 403, 200), ("chen", 403, 403), ("dora", 404, 404)],
)
def test_who_may_cut_and_confirm(
    client: Client, cast: Cast, office: Office, person: str, cut: int, confirmed: int
) -> None:
    client.force_login(getattr(cast, person))
    named = {"edge": edge_of(office.desks, office.office, kind="extends")}
    assert client.post(PAGE + "confirm/", named, headers=HTMX).status_code == confirmed
    assert client.post(PAGE + "sever/", named, headers=HTMX).status_code == cut
    after = selectors.relation_of(cast.space, office.relation.pk)
    assert (after.confirmed_at is not None, after.severed_at is not None) == (confirmed == 200, cut == 200)
    assert client.get(PAGE, {"edge": named["edge"]}).status_code == (404 if person == "dora" else 200)


def test_buttons_are_for_those_who_may(client: Client, cast: Cast, office: Office) -> None:
    edge = edge_of(office.desks, office.office)
    for person, buttons in (("ed", (True, True)), ("ben", (True, False)), ("chen", (False, False))):
        client.force_login(getattr(cast, person))
        said = shown(client, edge)
        assert ("/edge/confirm/" in said, "/edge/sever/" in said) == buttons


def test_a_deed_is_taken_back_from_its_notice(client: Client, cast: Cast, office: Office) -> None:
    client.force_login(cast.ed)
    named = {"edge": edge_of(office.desks, office.office, kind="extends")}
    for act, column in (("confirm", "confirmed_at"), ("sever", "severed_at")):
        answer = client.post(f"{PAGE}{act}/", named, headers=HTMX).content.decode()
        assert getattr(selectors.relation_of(cast.space, office.relation.pk), column) is not None
        entry = answer.split("/s/atlas/undo/")[1].split("/")[0]
        assert client.post(f"/s/atlas/undo/{entry}/", headers=HTMX).status_code == 200
        assert getattr(selectors.relation_of(cast.space, office.relation.pk), column) is None


def test_only_a_relation_on_the_callers_own_map_can_be_cut(client: Client, cast: Cast, office: Office) -> None:
    client.force_login(cast.ed)
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[office.office.pk])
    named = {"edge": edge_of(office.desks, office.office, kind="extends")}
    assert client.post(PAGE + "sever/", named).status_code == 404
    for kind in ("key", "source", ""):
        named = {"edge": edge_of(office.desks, office.office, kind=kind)}
        assert client.post(PAGE + "sever/", named).status_code == 400
    assert selectors.relation_of(cast.space, office.relation.pk).severed_at is None


def test_without_a_script_the_panel_is_a_page_and_a_deed_leads_back_to_it(
    client: Client, cast: Cast, office: Office
) -> None:
    client.force_login(cast.ed)
    edge = edge_of(office.desks, office.office, kind="extends")
    assert "The desks are new." in client.get(PAGE, {"edge": edge}).content.decode()
    answer = client.post(PAGE + "confirm/", {"edge": edge})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{PAGE}?edge={edge}")


def test_the_page_opens_with_the_panel_that_its_address_names(client: Client, cast: Cast, office: Office) -> None:
    client.force_login(cast.chen)
    edge = edge_of(office.desks, office.office)
    page = client.get("/s/atlas/graph/", {"edge": edge}).content.decode()
    assert f'hx-get="{PAGE}?edge={edge}" hx-trigger="load"' in page
    one, other = edge.split(".")
    page = client.get("/s/atlas/graph/", {"from": one, "to": other}).content.decode()
    assert f'hx-get="/s/atlas/graph/path/?from={one}&amp;to={other}" hx-trigger="load"' in page
