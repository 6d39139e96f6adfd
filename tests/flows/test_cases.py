"""Acceptance cases from the way in to the way out: through documents and their stages, and told directly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings

from memoryhub.associations import atlas, related
from memoryhub.associations import selectors as associations
from memoryhub.core import clock, errors, packed
from memoryhub.ingest import advancing
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import selectors as memories
from memoryhub.memories import services as memory_services
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.review import selectors as queue
from memoryhub.review import services as review
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.scripting import Script, told
from tests.ingest.work_through import ADDER, memory_saying, take_in, texts_of
from tests.threads import together

pytestmark = pytest.mark.django_db


def tell(space: Space, text: str, *keys: str) -> Memory:
    """A fact told directly, by its text and its concepts."""
    pairs = [(key, "concept") for key in keys]
    memory: Memory = ingest.remember(actor=ADDER, space=space, text=text, keys=pairs).memory
    return memory


def tell_anew(space: Space, memory: Memory, text: str) -> Memory:
    return ingest.revise(actor=ADDER, space=space, memory_id=memory.pk, text=text)


def found(space: Space, query: str, **values: object) -> list[str]:
    """What a search serves."""
    return [hit.text for hit in search.search(SearchRequest(space, query, **values)).hits]  # type: ignore[arg-type]  # names checked by the dataclass


def mapped(space: Space, *, with_review: bool = False) -> set[str]:
    """The texts of the memories on the map of the space, older versions included."""
    ids = packed.unpack(atlas.atlas_of(space, now=clock.now(), with_review=with_review).graph.ids)
    return set(Memory.objects.filter(pk__in=ids).values_list("text", flat=True))


def waiting(space: Space) -> list[str]:
    return [item.text for item in queue.queue_for(space, now=clock.now())]


def history(space: Space, memory: Memory) -> list[str]:
    return [row.text for row in memories.history_of(space, memory.pk)]


@pytest.fixture
def script(settings: LazySettings, tmp_path: Path) -> Script:
    return Script(settings, tmp_path / "script.json")


class TestRunbook:
    """P-ING-2, with the choice to retire what a document no longer says."""

    FIRST = "The backup runs at 02:00. The pager is with Oskar."
    SECOND = "The backup runs at 04:30."

    def test_one_document_says_the_newest_and_its_past_can_be_read(self, cast: Cast) -> None:
        space = cast.space
        first = take_in(space, self.FIRST, custom_id="handbook")
        second = take_in(space, self.SECOND, custom_id="handbook")
        elsewhere = take_in(cast.elsewhere, self.SECOND, custom_id="handbook")
        assert (first.pk, second.pk != elsewhere.pk) == (second.pk, True)
        assert texts_of(space) == [self.SECOND]
        assert found(space, "backup") == [self.SECOND]
        assert found(space, "pager with Oskar") != ["The pager is with Oskar."]
        assert history(space, memory_saying(space, self.SECOND)) == ["The backup runs at 02:00.", self.SECOND]
        retired = Memory.objects.get(space=space, text="The pager is with Oskar.")
        assert (retired.is_latest, retired.forget_reason) == (True, "source_removed")
        assert history(cast.elsewhere, memory_saying(cast.elsewhere, self.SECOND)) == [self.SECOND]

    def test_the_same_again_costs_nothing_and_says_so(self, space: Space, script: Script) -> None:
        script.write([told("02:00", "The backup runs at 02:00."), told("04:30", self.SECOND)])
        take_in(space, self.FIRST, custom_id="handbook")
        take_in(space, self.SECOND, custom_id="handbook")
        before, seq = script.calls, ledger.revision_of(space.pk)
        again = ingest.submit(actor=ADDER, space=space, content=self.SECOND, custom_id="handbook")
        advancing.advance(again.document.pk)
        assert (again.unchanged, script.calls, ledger.revision_of(space.pk)) == (True, before, seq)


class TestChangeOfTaste:
    """P-DED-1."""

    OLD, NEW = "Wanda loves coriander.", "Wanda cannot stand coriander any more."

    def check(self, space: Space) -> None:
        assert texts_of(space) == [self.NEW]
        assert found(space, "coriander") == [self.NEW]
        older, newer = memories.history_of(space, memory_saying(space, self.NEW).pk)
        assert (older.text, newer.text, newer.parent_id) == (self.OLD, self.NEW, older.pk)
        assert (older.is_latest, newer.is_latest) == (False, True)

    def test_by_documents_and_rules(self, space: Space) -> None:
        take_in(space, self.OLD)
        take_in(space, self.NEW)
        self.check(space)

    def test_by_documents_and_a_model(self, space: Space, script: Script) -> None:
        script.write(
            [told(self.OLD, self.OLD), told(self.NEW, self.NEW)],
            [{"old": self.OLD, "new": self.NEW, "kind": "update"}],
        )
        take_in(space, self.OLD)
        take_in(space, self.NEW)
        self.check(space)

    def test_told_directly(self, space: Space) -> None:
        tell_anew(space, tell(space, self.OLD), self.NEW)
        self.check(space)

    def test_a_document_updates_what_was_told(self, space: Space) -> None:
        tell(space, self.OLD)
        take_in(space, self.NEW)
        self.check(space)


class TestSquads:
    """P-DED-2: likeness picks candidates; only a recorded decision supersedes."""

    FACTS = (
        "Ilse leads the harbour team.",
        "Jory leads the depot team.",
        "Ilse also trains the juniors of the harbour team.",
        "The depot alarm code lies in the safe.",
        "Never forget: the safe must be unlocked before the depot alarm code can be read.",
    )
    CORRECTION = "Correction: Ilse no longer leads the harbour team, Jory does since Monday."

    def test_by_documents_and_rules_nothing_is_retired_by_likeness_or_a_word(self, space: Space) -> None:
        for fact in self.FACTS:
            take_in(space, fact)
        assert len(texts_of(space)) == len(self.FACTS)
        assert not Memory.objects.filter(space=space, version__gt=1).exists()
        assert not queue.open_proposals_of(space, now=clock.now()).exists()
        take_in(space, f"# Once more\n\n{self.FACTS[1]}\n", name="again.md")
        assert len(texts_of(space)) == len(self.FACTS)

    def test_by_documents_and_rules_the_correction_retires_what_it_names(self, space: Space) -> None:
        for fact in (*self.FACTS, self.CORRECTION):
            take_in(space, fact)
        retired = Memory.objects.get(space=space, is_latest=False)
        assert retired.text == self.FACTS[0]
        assert set(texts_of(space)) >= set(self.FACTS[1:4])

    def test_by_documents_and_a_model(self, space: Space, script: Script) -> None:
        new = self.CORRECTION.removeprefix("Correction: ")
        script.write(
            [told(fact, fact) for fact in self.FACTS] + [told("Correction:", {"text": new, "flags": ["correction"]})],
            [{"old": self.FACTS[0], "new": new, "kind": "update"}],
        )
        for fact in (*self.FACTS, self.FACTS[1] + " ", self.CORRECTION):
            take_in(space, fact)
        assert texts_of(space) == sorted([*self.FACTS[1:], new])
        assert history(space, memory_saying(space, new)) == [self.FACTS[0], new]

    def test_told_directly(self, space: Space) -> None:
        told_first, *_ = [tell(space, fact) for fact in self.FACTS]
        again = ingest.remember(actor=ADDER, space=space, text=self.FACTS[1])
        assert (again.created, len(texts_of(space))) == (False, len(self.FACTS))
        tell_anew(space, told_first, self.CORRECTION)
        assert texts_of(space) == sorted([*self.FACTS[1:], self.CORRECTION])


class TestGoingBack:
    """P-DED-3."""

    STEPS = ("The workshop is in Bergen.", "The workshop moved to Malaga.", "The workshop moved back to Bergen.")

    def check(self, space: Space, steps: tuple[str, ...]) -> None:
        (latest,) = memories.current_memories_of(space, now=clock.now())
        rows = memories.history_of(space, latest.pk)
        assert [(row.version, row.text) for row in rows] == list(enumerate(steps, start=1))
        assert [history(space, row) for row in rows] == [list(steps)] * 3
        with pytest.raises(errors.Conflict):
            memory_services.supersede(actor=ADDER, space=space, older_id=rows[2].pk, newer_id=rows[0].pk)
        with pytest.raises(errors.InvalidInput):
            memory_services.supersede(actor=ADDER, space=space, older_id=rows[2].pk, newer_id=rows[2].pk)
        assert history(space, latest) == list(steps)

    def test_by_documents(self, space: Space) -> None:
        for text in self.STEPS:
            take_in(space, text)
        self.check(space, self.STEPS)

    def test_told_directly_and_in_the_words_of_the_first_version(self, space: Space) -> None:
        steps = (*self.STEPS[:2], self.STEPS[0])
        first = tell(space, steps[0])
        for text in steps[1:]:
            tell_anew(space, first, text)
        self.check(space, steps)


def forget(space: Space, memory: Memory) -> None:
    memory_services.forget(actor=ADDER, space=space, memory_ids=[memory.pk])


def leave_out(space: Space, memory: Memory) -> None:
    take_in(space, "Umberto plays the lute.", custom_id="address")


def delete_document(space: Space, memory: Memory) -> None:
    document_id = memory.sources.get().document_id
    assert document_id is not None
    lifecycle.delete_documents(actor=ADDER, space=space, document_ids=[document_id])


WAYS_TO_FORGET = pytest.mark.parametrize("forget_a", [forget, leave_out, delete_document])


class TestParking:
    """P-FOR-4: D derives from A and B, which documents say."""

    A, B, D = "Quirin lives on Tallow Street.", "Tallow Street is closed to cars.", "Quirin cannot park at home."

    @pytest.fixture
    def d(self, space: Space) -> Memory:
        take_in(space, self.A, custom_id="address")
        take_in(space, self.B)
        about = [memory_saying(space, text).pk for text in (self.A, self.B)]
        inferred: Memory = ingest.remember(
            actor=ADDER, space=space, text=self.D, is_inference=True, derives_from=about, rule="test"
        ).memory
        return inferred

    def approve(self, ada: Actor, space: Space, d: Memory) -> None:
        review.approve_memory(actor=ada, space=space, memory_id=d.pk)
        assert self.D in found(space, "park at home")
        assert self.D in mapped(space)

    def check_unserved(self, space: Space) -> None:
        assert self.D not in texts_of(space)
        assert self.D not in found(space, "Quirin park at home", mode="memories")
        assert self.D not in mapped(space)

    @WAYS_TO_FORGET
    def test_pending_it_leaves_the_queue(
        self, ada: Actor, space: Space, d: Memory, forget_a: Callable[[Space, Memory], None]
    ) -> None:
        assert waiting(space) == [self.D]
        forget_a(space, memory_saying(space, self.A))
        d.refresh_from_db()
        assert (d.review_status, d.review_reason, waiting(space)) == ("withdrawn", "source_forgotten", [])
        with pytest.raises(errors.Conflict):
            review.approve_memory(actor=ada, space=space, memory_id=d.pk)

    @WAYS_TO_FORGET
    def test_approved_it_is_served_no_longer_and_asked_about_again(
        self, ada: Actor, space: Space, d: Memory, forget_a: Callable[[Space, Memory], None]
    ) -> None:
        self.approve(ada, space, d)
        forget_a(space, memory_saying(space, self.A))
        d.refresh_from_db()
        assert (d.review_status, d.review_reason, waiting(space)) == ("pending", "source_forgotten", [self.D])
        self.check_unserved(space)

    def test_a_new_revision_of_a_document_sends_it_back_too(self, ada: Actor, space: Space, d: Memory) -> None:
        self.approve(ada, space, d)
        take_in(space, "Quirin lives on Fern Lane.", custom_id="address")
        d.refresh_from_db()
        assert (d.review_status, d.review_reason, waiting(space)) == ("pending", "source_changed", [self.D])
        self.check_unserved(space)
        assert self.A not in texts_of(space)

    def test_bringing_the_source_back_approves_nothing(self, ada: Actor, space: Space, d: Memory) -> None:
        self.approve(ada, space, d)
        a = memory_saying(space, self.A)
        forget(space, a)
        memory_services.unforget(actor=ada, space=space, memory_ids=[a.pk])
        self.check_unserved(space)
        assert self.A in texts_of(space)


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_documents_against_one_memory_make_one_line(cast: Cast) -> None:
    """P-CON-1, third round: nothing that was said is lost, and nothing is current twice."""
    space, old = cast.space, "The workshop is in Bergen."
    news = ["The workshop moved to Malaga.", "The workshop moved to Turku."]
    take_in(space, old)
    documents = [ingest.submit(actor=ADDER, space=space, content=text).document for text in news]

    together(*(lambda pk=document.pk: advancing.advance(pk) for document in documents))

    for document in documents:
        document.refresh_from_db()
        assert (document.status, document.outcome) == ("done", "remembered")
    (latest,) = memories.current_memories_of(space, now=clock.now())
    rows = memories.history_of(space, latest.pk)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert [row.is_latest for row in rows] == [False] * (len(rows) - 1) + [True]
    assert sorted([*(row.text for row in rows), *waiting(space)]) == sorted([old, *news])


class TestCedars:
    """P-FOR-2: of twelve memories with one word and one key, the six that ranked first are forgotten."""

    @pytest.fixture(params=["by documents", "told directly"])
    def forgotten(self, request: pytest.FixtureRequest, space: Space) -> set[str]:
        for number in range(1, 13):
            text = f"The cedar of lot {number} belongs to the parish."
            if request.param == "told directly":
                tell(space, text, "cedar")
            else:
                take_in(space, text)
        keys = associations.keys_with_counts(space, now=clock.now())
        assert keys.get(text="cedar").memory_count == 12  # type: ignore[attr-defined]  # annotated
        first = search.search(SearchRequest(space, "cedar", limit=6)).hits
        memory_services.forget(actor=ADDER, space=space, memory_ids=[hit.id for hit in first])
        return {hit.text for hit in first}

    def test_they_are_gone_from_every_surface_and_use_up_no_place(self, space: Space, forgotten: set[str]) -> None:
        now, left = clock.now(), set(texts_of(space))
        assert (len(forgotten), len(left), left & forgotten) == (6, 6, set())
        assert set(found(space, "cedar", limit=6)) == left
        assert set(found(space, '"cedar"', limit=6)) == left
        assert memories.counts_of(space, now=now).current == 6
        assert associations.keys_with_counts(space, now=now).get(text="cedar").memory_count == 6  # type: ignore[attr-defined]  # annotated
        for with_review in (False, True):
            assert mapped(space, with_review=with_review) == left

    def test_they_are_gone_from_the_page_of_their_key_and_from_what_is_related(
        self, space: Space, forgotten: set[str]
    ) -> None:
        now, left = clock.now(), set(texts_of(space))
        key = associations.keys_with_counts(space, now=now).get(text="cedar")
        assert {row.text for row in associations.memories_with(space, key.pk, now=now)} == left
        live = memory_saying(space, min(left))
        assert {one.memory.text for one in related.related(space, live, now=now)} == left - {live.text}

    def test_they_bridge_nothing(self, space: Space, forgotten: set[str]) -> None:
        gone = Memory.objects.get(space=space, text=sorted(forgotten)[0])
        live = memory_saying(space, texts_of(space)[0])
        memory_services.relate(actor=ADDER, space=space, newer_id=live.pk, older_id=gone.pk, kind="extends")
        assert gone.pk not in {edge.other.pk for edge in memories.relations_of(space, live.pk, now=clock.now())}
        assert gone.text not in mapped(space)

    def test_they_are_kept_where_one_looks_for_what_is_forgotten(self, space: Space, forgotten: set[str]) -> None:
        rows = memories.memories_of(space, now=clock.now(), state="forgotten")
        assert {row.text for row in rows} == forgotten
        told_of = ledger.entries_of(space.pk).filter(verb="memory.forgotten")
        assert {entry.subject_id for entry in told_of} == {row.root_id for row in rows}
        assert all((row.forget_reason, row.forgotten_at is not None) == ("forgotten", True) for row in rows)
