"""The map as a file: whole, readable by networkx, safe whatever a text says, and never more than its reader sees."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from typing import Any

import networkx as nx
import pytest
from django.test import Client

from graph_ui.graph import export
from graph_ui.graph.export import About, Edge, Node
from memoryhub.core import clock, ids
from memoryhub.documents.models import Document
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/export/"
FORMATS = ("graphml", "gexf", "json")
HOSTILE = 'Fig & <b>"Quince\'s"</b> ]]> \u202eturned\u202c\x0b\x1b\ufffe line\nand\ttab\r😀'


def read(format_: str, body: bytes) -> Any:
    """The graph of a file, by networkx."""
    if format_ == "graphml":
        return nx.read_graphml(io.BytesIO(body), force_multigraph=True)
    if format_ == "gexf":
        return nx.read_gexf(io.BytesIO(body))
    return nx.node_link_graph(json.loads(body), edges="edges")


def fetch(client: Client, format_: str) -> Any:
    answer = client.get(f"{PAGE}{format_}/")
    assert answer.status_code == 200
    return read(format_, answer.getvalue())


@pytest.fixture
def office(cast: Cast) -> tuple[Memory, Memory, Document]:
    paper = Document.objects.create(
        space=cast.space, kind="text", title="Letters", content="x", content_hash="0" * 64, added_by_kind="hub"
    )
    older = factories.remember(cast.space, HOSTILE, is_static=True)
    newer = factories.remember(cast.space, "The desks are new.")
    memories.relate(actor=factories.HUB, space=cast.space, newer_id=newer.pk, older_id=older.pk, kind="extends")
    factories.key(cast.space, "Desks", older, newer)
    return older, newer, paper


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_holds_what_the_map_holds(
    client: Client, cast: Cast, office: tuple[Memory, Memory, Document], format_: str
) -> None:
    client.force_login(cast.chen)
    found = fetch(client, format_)
    older, newer, paper = (ids.encode(row.pk) for row in office)
    assert set(found.nodes) == {older, newer, paper}
    assert {name: found.nodes[name]["kind"] for name in found} == {older: "memory", newer: "memory", paper: "document"}
    assert (found.nodes[newer]["text"], found.nodes[paper]["text"]) == ("The desks are new.", "Letters")
    assert (found.nodes[older]["is_static"], found.nodes[older]["state"]) == (True, "current")
    assert all(isinstance(found.nodes[name][axis], float) for name in found for axis in "xy")
    told = sorted((source, target, data["relation"], data["count"]) for source, target, data in found.edges(data=True))
    assert (newer, older, "extends", 1) in told
    assert {each[2] for each in told} == {"extends", "key"}
    assert len(told) == 2


@pytest.mark.parametrize("format_", FORMATS)
def test_a_text_stays_what_it_is_as_far_as_the_format_can_say_it(format_: str) -> None:
    node = Node("a", HOSTILE, "memory", "current", True, False, export.moment(0), 'Tea & "Boats"', 1.5, -2.0)
    edges = [Edge("a", "a", "key", 3), Edge("a", "a", "extends", 1)]
    about = About('A <space> & "more"', {"filters": "key=<a>&kind=memory"})
    parts = export.written(export.WRITERS[format_](), about, iter([[node], []]), iter([edges]))
    found = read(format_, b"".join(parts))
    unsayable = str.maketrans("\x0b\x1b\ufffe", "\ufffd" * 3)
    assert found.nodes["a"]["text"] == (HOSTILE if format_ == "json" else HOSTILE.translate(unsayable))
    assert found.nodes["a"]["island"] == 'Tea & "Boats"'
    assert (found.nodes["a"]["created"], found.nodes["a"]["x"], found.nodes["a"]["y"]) == (
        "1970-01-01T00:00:00+00:00",
        1.5,
        -2.0,
    )
    assert sorted((data["relation"], data["count"]) for _a, _b, data in found.edges(data=True)) == [
        ("extends", 1),
        ("key", 3),
    ]


@pytest.mark.parametrize("format_", FORMATS)
def test_an_empty_space_is_an_empty_file(client: Client, cast: Cast, format_: str) -> None:
    client.force_login(cast.chen)
    assert len(fetch(client, format_)) == 0


@pytest.mark.parametrize("format_", FORMATS)
def test_nobody_takes_away_more_than_the_map_shows(
    client: Client, cast: Cast, office: tuple[Memory, Memory, Document], format_: str
) -> None:
    guess = factories.infer(cast.space, "Mina likes the desks.", office[1])
    gone = factories.remember(cast.space, "Soon gone.")
    memories.relate(actor=factories.HUB, space=cast.space, newer_id=gone.pk, older_id=office[1].pk, kind="extends")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
    client.force_login(cast.ben)
    assert ids.encode(guess.pk) in fetch(client, format_)
    for person in ("ed", "ben", "chen"):
        client.force_login(getattr(cast, person))
        assert ids.encode(gone.pk) not in fetch(client, format_)
    assert ids.encode(guess.pk) not in fetch(client, format_)
    body = client.get(f"{PAGE}{format_}/").getvalue()
    assert b"Mina likes" not in body
    assert b"Soon gone" not in body
    client.force_login(cast.dora)
    assert client.get(f"{PAGE}{format_}/").status_code == 404


def test_a_file_has_a_name_and_is_kept_by_nobody(client: Client, cast: Cast) -> None:
    client.force_login(cast.chen)
    answer = client.get(PAGE + "gexf/")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="atlas-')
    assert answer.headers["Content-Disposition"].endswith('.gexf"')
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert client.get(PAGE + "csv/").status_code == 404


def test_the_page_and_its_panel_link_to_each_format_of_what_they_show(client: Client, cast: Cast) -> None:
    client.force_login(cast.chen)
    for path in ("", "?view=outline", "facets/"):
        page = client.get("/s/atlas/graph/" + path, headers={"HX-Request": "true"}).content.decode()
        for format_ in FORMATS:
            assert f'href="{PAGE}{format_}/"' in page
    for path in ("?", "?view=outline&", "facets/?"):
        look = "kind=memory&since=2026-11-01&as_of=2026-11-02&colour=age&node=x"
        page = client.get(f"/s/atlas/graph/{path}{look}", headers={"HX-Request": "true"}).content.decode()
        for format_ in FORMATS:
            assert f'href="{PAGE}{format_}/?kind=memory&amp;since=2026-11-01&amp;as_of=2026-11-02"' in page


LOOKS = (
    "kind=memory",
    "kind=document",
    "state=superseded&state=pending",
    "relation=extends",
    "relation=key&trait=static",
    "trait=dynamic&until=2099-01-01",
    "since=2099-01-01",
    "as_of=2026-11-05&kind=memory",
    "known_at=2026-11-05",
    "state=forgotten&forgotten=1",
    "confidence=high&relation=source",
)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_holds_the_nodes_and_relations_of_the_outline_under_the_same_filters(
    client: Client, cast: Cast, office: tuple[Memory, Memory, Document], format_: str
) -> None:
    older, newer, _paper = office
    factories.revise(cast.space, newer, "The desks are old by now.")
    factories.infer(cast.space, "Mina likes the desks.", older)
    memories.forget(
        actor=factories.HUB, space=cast.space, memory_ids=[factories.remember(cast.space, "Not for long.").pk]
    )
    client.force_login(cast.ed)
    sizes = set()
    for look in LOOKS:
        found = read(format_, client.get(f"{PAGE}{format_}/?{look}").getvalue())
        listed = outlined(client, look)
        assert set(found.nodes) == listed, look
        shown = client.get(f"/s/atlas/graph/?view=outline&{look}").context["figures_words"]
        assert shown.endswith(f" {found.number_of_edges()} relation{'' if found.number_of_edges() == 1 else 's'}")
        sizes.add(len(listed))
    assert len(sizes) > 3


def outlined(client: Client, look: str) -> set[str]:
    """Ids of all that the list holds, with every cluster open."""
    opened = "&".join(f"open={cluster}:250" for cluster in range(9))
    rows = client.get(f"/s/atlas/graph/?view=outline&{opened}&{look}").context["rows"]
    assert all(row.is_open and not row.rest.behind for row in rows)
    return {node.id for row in rows for node in row.nodes}


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_says_which_filters_and_which_moment_it_is_of(client: Client, cast: Cast, format_: str) -> None:
    client.force_login(cast.chen)
    with clock.frozen(datetime(2026, 12, 1, 9, tzinfo=UTC)):
        answer = client.get(f"{PAGE}{format_}/?kind=memory&kind=document&since=2026-11-01&as_of=2026-11-02T10:00:00Z")
    assert f"atlas-2026-12-01-filtered.{format_}" in answer.headers["Content-Disposition"]
    body = answer.getvalue()
    view = {
        "made": "2026-12-01T09:00:00+00:00",
        "filters": "kind=memory&kind=document",
        "since": "2026-11-01T00:00:00+00:00",
        "as_of": "2026-11-02T10:00:00+00:00",
    }
    if format_ == "gexf":
        told = ET.fromstring(body).findtext(".//{*}description")  # noqa: S314 - our own
        assert told == "; ".join([cast.space.name, *(f"{name}: {value}" for name, value in view.items())])
    else:
        graph = read(format_, body).graph
        assert {name: graph[name] for name in view} == view


@pytest.mark.parametrize("look", ["kind=tree", "since=yesterday", "forgotten=1&as_of=2026-11-02"])
def test_a_filter_that_cannot_be_taken_is_refused_before_a_file_begins(client: Client, cast: Cast, look: str) -> None:
    client.force_login(cast.ed)
    assert client.get(f"{PAGE}json/?{look}").status_code == 400


def test_a_reader_gets_no_file_of_what_was_forgotten(client: Client, cast: Cast) -> None:
    client.force_login(cast.chen)
    assert client.get(f"{PAGE}json/?forgotten=1").status_code == 403
