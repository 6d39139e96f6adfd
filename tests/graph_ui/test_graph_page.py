"""The graph page and what its script asks for: who sees which nodes, and what a browser may keep."""

from __future__ import annotations

import gzip
import struct
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from graph_ui.graph import payload
from memoryhub.core import clock, ids
from memoryhub.documents.models import Document
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

PAGE = "/s/atlas/graph/"
HOSTILE = '<img src=x onerror="window.__hit=1"> Fig & "Quince\'s" <b>b</b> </script>'


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def office(space: Space) -> Memory:
    return factories.remember(space, "Mina works in the Busan office.")


def node_count(answer: Any) -> int:
    magic, count = struct.unpack_from("<4sI", answer.content)
    assert magic == payload.MAGIC
    return int(count)


def node_ids(client: Client, tag: str = "atlas") -> list[str]:
    found: list[str] = client.get(f"/s/{tag}/graph/ids/").json()["ids"]
    return found


def test_an_empty_space_says_so_on_the_map_and_in_the_list(ed: Client) -> None:
    for path in (PAGE, PAGE + "?view=outline"):
        assert "This space remembers nothing yet" in ed.get(path).content.decode()
    assert node_count(ed.get(PAGE + "nodes/")) == 0


def test_the_map_and_the_list_have_the_same_nodes(ed: Client, space: Space, office: Memory) -> None:
    desks = factories.remember(space, "The desks are new.")
    memories.relate(actor=factories.HUB, space=space, newer_id=desks.pk, older_id=office.pk, kind="extends")
    assert node_count(ed.get(PAGE + "nodes/")) == 2
    assert set(node_ids(ed)) == {ids.encode(office.pk), ids.encode(desks.pk)}
    listed = ed.get(f"{PAGE}?view=outline&node={ids.encode(desks.pk)}").content.decode()
    assert office.text in listed
    assert desks.text in listed


def test_a_list_opened_deep_in_a_large_island_shows_that_page_alone(ed: Client, space: Space) -> None:
    papers = [
        Document(space=space, kind="text", title=f"Letter {at}", content="x", content_hash=f"{at:064}")
        for at in range(2000)
    ]
    Document.objects.bulk_create(papers, batch_size=500)
    deep = papers[777]
    answer = ed.get(f"{PAGE}?view=outline&node={ids.encode(deep.pk)}")
    assert answer.context["unfolded"].endswith(f"&unfold={ids.encode(deep.pk)}%3A25")
    body = answer.content.decode()
    assert f">{deep.title}<" in body
    assert body.count('<div class="row row-node"') == 25
    assert "before these of" in body
    assert len(body) < 100_000


def test_a_browser_keeps_the_block_until_something_changes(ed: Client, space: Space, office: Memory) -> None:
    first = ed.get(PAGE + "nodes/")
    assert "private" in first.headers["Cache-Control"]
    known = {"If-None-Match": first.headers["ETag"]}
    assert ed.get(PAGE + "nodes/", headers=known).status_code == 304
    factories.remember(space, "The lamp is green.")
    assert ed.get(PAGE + "nodes/", headers=known).status_code == 200


def test_what_expires_leaves_the_map_by_the_clock_alone(ed: Client, space: Space) -> None:
    factories.remember(space, "The sale goes on.", forget_after=clock.now() + timedelta(hours=1))
    first = ed.get(PAGE + "nodes/")
    assert node_count(first) == 1
    with clock.frozen(clock.now() + timedelta(hours=2)):
        assert node_count(ed.get(PAGE + "nodes/", headers={"If-None-Match": first.headers["ETag"]})) == 0


def test_a_reader_neither_sees_nor_names_what_waits(client: Client, cast: Cast, space: Space, office: Memory) -> None:
    guess = factories.infer(space, "Mina has moved.", office)
    client.force_login(cast.ben)
    etag = client.get(PAGE + "nodes/").headers["ETag"]
    assert ids.encode(guess.pk) in node_ids(client)
    client.force_login(cast.chen)
    assert node_ids(client) == [ids.encode(office.pk)]
    answer = client.get(PAGE + "nodes/", headers={"If-None-Match": etag})
    assert (answer.status_code, node_count(answer)) == (200, 1)
    asked = f"{PAGE}labels/?id={ids.encode(guess.pk)}&id={ids.encode(office.pk)}"
    assert client.get(asked).json()["labels"] == [{"index": 0, "id": ids.encode(office.pk), "text": office.text}]


def test_labels_are_told_by_index_of_the_version_asked_about_only(ed: Client, space: Space, office: Memory) -> None:
    version = ed.get(PAGE + "nodes/").headers["ETag"].strip('"')
    told = {"version": version, "labels": [{"index": 0, "id": ids.encode(office.pk), "text": office.text}]}
    assert ed.get(PAGE + "labels/", {"version": version, "index": ["0", "7", "x"]}).json() == told
    factories.remember(space, "The lamp is green.")
    answer = ed.get(PAGE + "labels/", {"version": version, "index": "0"}).json()
    assert answer["labels"] == []
    assert answer["version"] != version


def test_a_block_is_packed_for_those_who_can_unpack_it(ed: Client, office: Memory) -> None:
    for part in ("nodes/", "edges/"):
        packed = ed.get(PAGE + part, headers={"Accept-Encoding": "gzip, br"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["Vary"]
        plain = ed.get(PAGE + part)
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(packed.content) == plain.content
        assert plain.headers["ETag"] == packed.headers["ETag"]


def test_a_forgotten_text_is_gone_from_every_part(ed: Client, space: Space, office: Memory) -> None:
    ed.get(PAGE)
    memories.forget(actor=factories.HUB, space=space, memory_ids=[office.pk])
    for path in (
        "",
        "?view=outline&open=0:25",
        "overview/",
        "ids/",
        f"labels/?id={ids.encode(office.pk)}",
        "search/?q=Busan",
    ):
        body = ed.get(PAGE + path).content.decode()
        assert "Busan" not in body
        assert ids.encode(office.pk) not in body


def test_search_answers_with_places(ed: Client, office: Memory) -> None:
    found = ed.get(PAGE + "search/?q=where+is+Mina").json()
    assert found["hits"][0] == {"id": ids.encode(office.pk), "label": office.text, "kind": "memory", "index": 0}
    assert found["version"] == ed.get(PAGE + "nodes/").headers["ETag"].strip('"')
    assert ed.get(PAGE + "search/?q=").status_code == 400


def test_hidden_and_turning_characters_are_written_out_for_a_canvas(ed: Client, space: Space) -> None:
    odd = factories.remember(space, "Ava signed invoice_\u202efdp.exe on Monday.")
    told = ed.get(f"{PAGE}labels/?id={ids.encode(odd.pk)}").json()["labels"][0]["text"]
    hits = ed.get(f"{PAGE}search/?q=invoice").json()["hits"]
    assert told == hits[0]["label"] == "Ava signed invoice_⟨U+202E⟩fdp.exe on Monday."


def test_markup_in_texts_stays_text(ed: Client, space: Space) -> None:
    hostile = factories.remember(space, HOSTILE)
    for path in (PAGE, f"{PAGE}?view=outline&node={ids.encode(hostile.pk)}"):
        body = ed.get(path).content.decode()
        assert "<img src=x" not in body
        assert "</script> Fig" not in body
    assert ed.get(f"{PAGE}labels/?id={ids.encode(hostile.pk)}").json()["labels"][0]["text"] == HOSTILE


@pytest.mark.parametrize("path", ["", "nodes/", "edges/", "overview/", "ids/", "labels/", "search/?q=a"])
def test_for_a_stranger_there_is_no_map(client: Client, cast: Cast, office: Memory, path: str) -> None:
    client.force_login(cast.dora)
    assert client.get(PAGE + path).status_code == 404
    assert node_ids(client, "elsewhere") == []


@pytest.mark.parametrize("path", ["ids/?offset=x", "ids/?offset=-1"])
def test_a_bad_offset_is_refused_by_name(ed: Client, path: str) -> None:
    assert ed.get(PAGE + path, headers={"Accept": "application/json"}).status_code == 400
