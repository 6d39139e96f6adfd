"""Documents moved and made one from the page of documents."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests.cast import Cast
from tests.graph_ui.test_document_contents import HTMX, LIST, words
from tests.ingest.work_through import take_in, texts_of

GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."


@pytest.fixture
def ada(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ada)
    return client


def picked(*rows: Document) -> list[str]:
    return [ids.encode(row.pk) for row in rows]


def test_documents_move_to_a_space_of_ones_own(ada: Client, cast: Cast) -> None:
    by_ada = Actor.person(cast.ada.pk)
    annex = spaces.create(actor=by_ada, tag="annex", owner=cast.ada, name="Annex")
    spaces.set_member(actor=by_ada, space=cast.elsewhere, user=cast.ada, role="editor")
    document = take_in(cast.space, GHENT, title="Studio")
    page: Any = ada.get(f"{LIST}move/", {"document": picked(document)}, **HTMX)
    dialog = words(page)
    assert "Studio To the space Annex They are read anew there." in dialog
    assert "1 memory has no other source here and is forgotten." in dialog
    assert "Elsewhere" not in dialog
    told = ada.post(f"{LIST}move/", {"document": picked(document), "to": "annex"}, **HTMX)
    assert "1 document moved to Annex." in words(told)
    assert "Undo" in words(told)
    assert ids.encode(document.pk) in told["HX-Trigger"]
    assert Document.objects.get().space == annex
    assert texts_of(cast.space) == []


def test_who_owns_no_other_space_is_told_so(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, GHENT)
    assert "You own no other space" in words(ada.get(f"{LIST}move/", {"document": picked(document)}))
    for tag in ("elsewhere", "no-such-space"):
        assert ada.post(f"{LIST}move/", {"document": picked(document), "to": tag}).status_code == 404
    assert Document.objects.get().space == cast.space


def test_documents_go_into_the_one_that_is_chosen(ada: Client, cast: Cast) -> None:
    into, other = take_in(cast.space, GHENT, title="All"), take_in(cast.space, PORTO, title="People")
    memory = Memory.objects.get(text=PORTO)
    dialog = words(ada.get(f"{LIST}merge/", {"document": picked(into, other)}, **HTMX))
    assert "Which one takes in the others? All People" in dialog
    body = {"document": picked(into, other), "into": ids.encode(into.pk)}
    assert "They are one document now, “All”" in words(ada.post(f"{LIST}merge/", body, **HTMX))
    assert [row.pk for row in Document.objects.all()] == [into.pk]
    assert texts_of(cast.space) == [PORTO, GHENT]
    assert Memory.objects.get(text=PORTO) == memory


def test_one_document_cannot_be_merged(ada: Client, cast: Cast) -> None:
    document = take_in(cast.space, GHENT)
    assert ada.get(f"{LIST}merge/", {"document": picked(document)}).status_code == 400


@pytest.mark.parametrize(("name", "moves", "merges"), [("ed", 403, 200), ("ben", 403, 403), ("dora", 404, 404)])
def test_owners_move_and_editors_merge(client: Client, cast: Cast, name: str, moves: int, merges: int) -> None:
    rows = [take_in(cast.space, GHENT), take_in(cast.space, PORTO)]
    client.force_login(getattr(cast, name))
    assert client.get(f"{LIST}move/", {"document": picked(*rows)}).status_code == moves
    assert client.get(f"{LIST}merge/", {"document": picked(*rows)}).status_code == merges
