"""Documents read again, moved and made one through the API, and what it says of those with pages and with insides."""

from __future__ import annotations

from memoryhub.core import ids
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.memories.models import Memory
from memoryhub.spaces import services as spaces
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast
from tests.ingest.test_unpacking import packed
from tests.ingest.work_through import take_in, texts_of, work_on

HERE = "spaces/atlas/documents/"
GHENT, PORTO = "The studio is in Ghent.", "Brenka lives in Porto."


def wire(document: Document) -> str:
    return ids.encode(document.pk)


def test_reading_again_is_previewed_and_done(cast: Cast, owner: Caller) -> None:
    document = take_in(cast.space, f"{GHENT} {PORTO}")
    seen = done(owner.get(f"{HERE}{wire(document)}/reread"))
    assert seen == {
        "kept": 2, "new": [], "changed": [], "asked": [], "gone": [],
        "counts": {"new": 0, "changed": 0, "asked": 0, "gone": 0},
    }  # fmt: skip
    again = done(owner.post(f"{HERE}{wire(document)}/reread"))
    assert (again["status"], again["revision"]) == ("queued", 2)
    refused(owner.post(f"{HERE}{wire(document)}/reread"), 409, "wrong_status")


def test_what_cannot_be_read_cannot_be_previewed(cast: Cast, owner: Caller) -> None:
    document = take_in(cast.space, b"\x00\x01" * 99, name="a.bin")
    refused(owner.get(f"{HERE}{wire(document)}/reread"), 400, "binary_content")


def test_documents_move_between_spaces_of_one_owner(cast: Cast, owner: Caller) -> None:
    annex = spaces.create(actor=Actor.person(cast.ada.pk), tag="annex", owner=cast.ada)
    document = take_in(cast.space, GHENT, custom_id="studio")
    moved = done(owner.post(f"{HERE}move", {"ids": [wire(document)], "to": "annex"}))
    (arrived,) = moved["documents"]
    assert (arrived["custom_id"], arrived["status"], len(moved["forgotten"])) == ("studio", "queued", 1)
    work_on(Document.objects.get(pk=ids.decode(arrived["id"])))
    assert (texts_of(annex), texts_of(cast.space)) == ([GHENT], [])
    refused(owner.get(f"{HERE}{wire(document)}/"), 404)


def test_who_does_not_own_both_spaces_moves_nothing(cast: Cast, owner: Caller) -> None:
    document = take_in(cast.space, GHENT)
    by_ada = Actor.person(cast.ada.pk)
    shared = spaces.create(actor=by_ada, tag="shared", owner=cast.sia)
    spaces.set_member(actor=by_ada, space=shared, user=cast.ada, role="editor")
    body = {"ids": [wire(document)], "to": "shared"}
    refused(owner.post(f"{HERE}move", body), 403, "not_allowed")
    unknown = refused(owner.post(f"{HERE}move", body | {"to": "no-such-space"}), 404)
    foreign = refused(owner.post(f"{HERE}move", body | {"to": "elsewhere"}), 404)
    assert unknown == foreign
    refused(with_key(cast, "ed").post(f"{HERE}move", body), 403)
    spaces.set_member(actor=by_ada, space=shared, user=cast.ada, role="owner")
    spaces.archive(actor=by_ada, space=shared)
    refused(owner.post(f"{HERE}move", body), 409, "archived")
    assert texts_of(cast.space) == [GHENT]


def test_documents_go_into_another(cast: Cast, owner: Caller) -> None:
    into, other = take_in(cast.space, GHENT), take_in(cast.space, PORTO)
    memory = Memory.objects.get(text=PORTO)
    merged = done(owner.post(f"{HERE}merge", {"ids": [wire(other)], "into": wire(into)}))
    assert (merged["id"], merged["revision"]) == (wire(into), 2)
    work_on(into)
    assert texts_of(cast.space) == [PORTO, GHENT]
    assert Memory.objects.get(text=PORTO) == memory


def test_what_is_inside_and_on_which_page_is_told(cast: Cast, owner: Caller) -> None:
    outer = take_in(cast.space, packed({"team/notes.md": GHENT.encode()}), name="x.zip")
    (inner,) = owner.items(f"{HERE}?container={wire(outer)}")
    assert (inner["container"], inner["path"], inner["places"], inner["properties"]) == (
        wire(outer), "team/notes.md", [], {},
    )  # fmt: skip
    document = take_in(cast.space, PORTO)
    Document.objects.filter(pk=document.pk).update(places=[[0, "page", "7"]], properties={"author": "Mina"})
    shown = done(owner.get(f"{HERE}{wire(document)}/"))
    assert (shown["places"], shown["properties"]) == ([{"start": 0, "kind": "page", "name": "7"}], {"author": "Mina"})
    memory = ids.encode(Memory.objects.get(text=PORTO).pk)
    (source,) = done(owner.get(f"spaces/atlas/memories/{memory}/"))["sources"]
    assert source["place"] == {"kind": "page", "name": "7"}
