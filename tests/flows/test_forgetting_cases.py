"""Cases of forgetting on every surface that could still show something: REST, console, profile, graph, counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from memoryhub.associations import atlas
from memoryhub.core import clock, ids, packed
from memoryhub.documents.models import Chunk
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import selectors
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast
from tests.ingest.work_through import take_in

LIST = "spaces/atlas/memories/"
Surface = Callable[[Cast, Caller], str]


def mapped(cast: Cast, caller: Caller) -> str:
    graph = atlas.atlas_of(cast.space, now=clock.now(), with_review=False).graph
    return " ".join(Memory.objects.filter(pk__in=packed.unpack(graph.ids)).values_list("text", flat=True))


def page(path: str) -> Surface:
    def shown(cast: Cast, caller: Caller) -> str:
        client = Client()
        client.force_login(cast.chen)
        return str(client.get(path).content.decode())

    return shown


def answer(path: str) -> Surface:
    return lambda cast, caller: str(done(caller.get(path)))


SURFACES: dict[str, Surface] = {
    "list": answer(LIST),
    "search": answer("spaces/atlas/search/?q=cedar"),
    "quoted words": answer("spaces/atlas/search/?q=%22cedar%22"),
    "profile": answer("spaces/atlas/profile/"),
    "profile with a question": answer("spaces/atlas/profile/?q=cedar"),
    "graph": mapped,
    "news of the home page": page("/s/atlas/?part=news"),
    "memories page": page("/s/atlas/memories/"),
    "search page": page("/s/atlas/memories/?q=cedar"),
    "profile page": page("/s/atlas/profile/?q=cedar"),
}


pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(cast: Cast) -> Caller:
    """Ada's program."""
    return with_key(cast, "ada")


@pytest.fixture
def reader(cast: Cast) -> Caller:
    """A program that reads."""
    return with_key(cast, "chen", "read")


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("is_static", [True, False])
def test_what_is_forgotten_is_gone_from_there_at_once_and_what_is_left_is_there(
    cast: Cast, reader: Caller, surface: str, is_static: bool
) -> None:
    """P-FOR-2."""
    made = [
        factories.remember(cast.space, f"The cedar of lot {number} stands.", is_static=is_static) for number in (1, 2)
    ]
    before = SURFACES[surface](cast, reader)
    done(with_key(cast, "ed").post(f"{LIST}forget", {"ids": [ids.encode(made[0].pk)]}))
    after = SURFACES[surface](cast, reader)
    assert "lot 1 " in before
    assert "lot 2 " in after
    assert "lot 1 " not in after


@pytest.mark.parametrize("surface", SURFACES)
def test_of_two_versions_only_the_newest_is_there(cast: Cast, reader: Caller, surface: str) -> None:
    """P-DED-1."""
    loves = factories.remember(cast.space, "Tavi loves the cedar.", is_static=True)
    SURFACES[surface](cast, reader)
    text = "Tavi cannot stand the cedar any more."
    done(with_key(cast, "ed").patch(f"{LIST}{ids.encode(loves.pk)}/", {"text": text}))
    after = SURFACES[surface](cast, reader)
    assert text in after
    # A map shows what a version has replaced, as such.
    assert surface == "graph" or "Tavi loves" not in after


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("deed", ["forget", "correct"])
def test_what_follows_from_something_that_is_gone_or_changed_is_not_there_before_somebody_decides(
    cast: Cast, reader: Caller, surface: str, deed: str
) -> None:
    """P-FOR-4, cases 2 and 3: nothing of it survives inside a profile."""
    ed = with_key(cast, "ed")
    lives = factories.remember(cast.space, "Nadirel lives at the cedar.", is_static=True)
    parks = factories.infer(cast.space, "Nadirel cannot park under her cedar.", lives, is_static=True)
    review.approve_memory(actor=factories.HUB, space=cast.space, memory_id=parks.pk)
    before = SURFACES[surface](cast, reader)
    path = f"{LIST}{ids.encode(lives.pk)}/"
    done(ed.post(f"{path}forget") if deed == "forget" else ed.patch(path, {"text": "Nadirel lives by the sea."}))
    after = SURFACES[surface](cast, reader)
    assert parks.text in before
    assert parks.text not in after
    assert [row["text"] for row in with_key(cast, "ben").items("spaces/atlas/review/")] == [parks.text]


class TestEnds:
    """P-FOR-3: when a memory ends is one moment, whichever clock and zone whoever says it has."""

    @pytest.fixture(autouse=True)
    def tokyo(self, cast: Cast) -> None:
        """The space's clocks, not the server's."""
        spaces.change(actor=factories.HUB, space=cast.space, time_zone="Asia/Tokyo")

    def tell(self, owner: Caller, ends: object) -> Any:
        return owner.post(LIST, {"text": "The cedar is felled.", "forget_after": ends})

    @pytest.mark.parametrize(
        ("given", "ends"),
        [("2026-12-01T00:00:00+09:00", "2026-11-30T15:00:00Z"), ("2026-12-01", "2026-12-01T15:00:00Z")],
    )
    def test_a_moment_is_itself_and_a_plain_date_is_the_end_of_that_day_in_the_space(
        self, owner: Caller, given: str, ends: str
    ) -> None:
        at = datetime.fromisoformat(ends)
        with clock.frozen(at - timedelta(days=1)):
            assert done(self.tell(owner, given))["forget_after"] == ends
        with clock.frozen(at - timedelta(seconds=1)):
            assert len(owner.items(LIST)) == 1
        with clock.frozen(at):
            assert owner.items(LIST) == []

    def test_a_moment_without_an_offset_is_refused(self, owner: Caller) -> None:
        assert refused(self.tell(owner, "2026-12-01T00:00:00"), 400)["field"] == "forget_after"

    @pytest.mark.parametrize("surface", SURFACES)
    def test_with_no_worker_running_it_is_gone_from_there_when_it_ends(
        self, cast: Cast, owner: Caller, surface: str
    ) -> None:
        now = datetime(2026, 11, 30, 12, tzinfo=UTC)
        with clock.frozen(now):
            done(self.tell(owner, "2026-11-30T12:00:03+00:00"))
            before = SURFACES[surface](cast, owner)
        with clock.frozen(now + timedelta(seconds=3)):
            after = SURFACES[surface](cast, owner)
            assert selectors.counts_of(cast.space, now=clock.now()).current == 0
        assert "cedar is felled" in before
        assert "cedar is felled" not in after

    def test_one_that_has_ended_already_is_never_served(self, owner: Caller) -> None:
        assert done(self.tell(owner, "2020-01-01T00:00:00Z"))["state"] == "expired"
        assert owner.items(LIST) == []

    def test_the_servers_zone_changes_nothing(self, owner: Caller, zone: Callable[[str], None]) -> None:
        zone("America/Los_Angeles")
        assert done(self.tell(owner, "2026-12-01"))["forget_after"] == "2026-12-01T15:00:00Z"

    @pytest.fixture
    def zone(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
        """Sets the zone of the process, and takes it back."""

        def put(name: str) -> None:
            monkeypatch.setenv("TZ", name)
            time.tzset()

        yield put
        monkeypatch.undo()
        time.tzset()


def test_the_id_of_a_chunk_is_told_from_an_unknown_one_with_its_documents_call(cast: Cast, owner: Caller) -> None:
    """P-FOR-1: only memories can be forgotten."""
    memory = factories.remember(cast.space, "It rains.")
    document = take_in(cast.space, "Why is the depot green?")
    chunk = ids.encode(Chunk.objects.filter(document=document).latest("pk").pk)
    before = ledger.revision_of(cast.space.pk)
    for told in (
        owner.get(f"{LIST}{chunk}/"),
        owner.post(f"{LIST}{chunk}/forget"),
        owner.post(f"{LIST}forget", {"ids": [ids.encode(memory.pk), chunk]}),
    ):
        problem = refused(told, 400, "chunk_id")
        assert "DELETE /spaces/{tag}/documents/{document_id}/" in problem["detail"]
        assert problem["details"] == {"document": ids.encode(document.pk)}
    assert ledger.revision_of(cast.space.pk) == before
    refused(with_key(cast, "dora").get(f"spaces/elsewhere/memories/{chunk}/"), 404, "not_found")


def test_a_batch_is_taken_back_by_its_id_in_one_call(cast: Cast, owner: Caller) -> None:
    made = [ids.encode(factories.remember(cast.space, text).pk) for text in ("It rains.", "It snows.")]
    batch = done(owner.post(f"{LIST}forget", {"ids": made}))["batch"]
    assert owner.items(LIST) == []
    refused(with_key(cast, "chen").post(f"spaces/atlas/ledger/{batch}/undo"), 403, "not_allowed")
    done(owner.post(f"spaces/atlas/ledger/{batch}/undo"))
    assert len(owner.items(LIST)) == 2
    refused(owner.post(f"spaces/atlas/ledger/{batch}/undo"), 409, "already_undone")
    refused(with_key(cast, "dora").post(f"spaces/elsewhere/ledger/{batch}/undo"), 404, "not_found")
