"""Two workers at the same memories: one line of versions, no deadlock, nothing lost."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ingest import advancing, planning
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.review.models import Proposal
from memoryhub.spaces.models import Space
from tests import factories
from tests.ingest.scripting import Script, told
from tests.ingest.work_through import texts_of
from tests.threads import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def script(settings: LazySettings, tmp_path: Path, transactional_db: None) -> Script:
    return Script(settings, tmp_path / "script.json")


@pytest.fixture
def plans_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both workers have made their first plan before either carries one out."""
    barrier, make = threading.Barrier(2, timeout=60), planning.make
    waited = threading.local()

    def make_and_wait(*args: Any, **values: Any) -> planning.Plan:
        plan = make(*args, **values)
        if not getattr(waited, "once", False):
            waited.once = True
            barrier.wait()
        return plan

    monkeypatch.setattr(planning, "make", make_and_wait)


def work_together(space: Space, *contents: str) -> list[Document]:
    """Two documents, each taken through its stages by a worker of its own."""
    documents = [ingest.submit(actor=Actor.hub("test"), space=space, content=content).document for content in contents]
    results = together(*(lambda pk=document.pk: advancing.advance(pk) for document in documents))
    assert [result for result in results if isinstance(result, Exception)] == []
    for document in documents:
        document.refresh_from_db()
    return documents


def test_two_documents_that_contradict_one_memory_make_one_line(
    space: Space, script: Script, plans_together: None
) -> None:
    """P-CON-1, third round."""
    old, porto, turku = "The studio is in Ghent.", "The studio is in Porto.", "The studio is in Turku."
    pairs = [(old, porto), (old, turku), (porto, turku), (turku, porto)]
    script.write(
        [told(text, text) for text in (old, porto, turku)],
        [{"old": before, "new": after, "kind": "update"} for before, after in pairs],
    )
    root = factories.remember(space, old).pk
    documents = work_together(space, porto, turku)
    assert [document.status for document in documents] == ["done", "done"]
    history = memories.history_of(space, root)
    assert [row.version for row in history] == [1, 2, 3]
    assert [row.is_latest for row in history] == [False, False, True]
    assert {row.text for row in history} == {old, porto, turku}
    assert Proposal.objects.count() == 0


def test_crossed_subjects_do_not_block_each_other(space: Space, script: Script, plans_together: None) -> None:
    first, second = "The studio is in Ghent.", "Brenka lives in Porto."
    news = {
        "one": ("The studio is in Turku.", "Brenka lives in Bergen."),
        "two": ("Brenka lives in Cork.", "The studio is in Graz."),
    }
    studio = [first, news["one"][0], news["two"][1]]
    brenka = [second, news["one"][1], news["two"][0]]
    script.write(
        [told(f"Number {name}.", *facts) for name, facts in news.items()],
        [
            {"old": old, "new": new, "kind": "update"}
            for chain in (studio, brenka)
            for old in chain
            for new in chain[1:]
            if old != new
        ],
    )
    roots = [factories.remember(space, text).pk for text in (first, second)]
    documents = work_together(space, *(f"Number {name}.\n\n" + "\n\n".join(facts) for name, facts in news.items()))
    assert [(document.status, document.error_code) for document in documents] == [("done", "")] * 2
    for root, chain in zip(roots, (studio, brenka), strict=True):
        history = memories.history_of(space, root)
        assert [row.version for row in history] == [1, 2, 3]
        assert {row.text for row in history} == set(chain)
    assert memories.current_memories_of(space, now=clock.now()).count() == 2


def test_two_documents_with_the_same_new_fact_make_one_memory_with_two_sources(
    space: Space, script: Script, plans_together: None
) -> None:
    fact = {"text": "The studio is in Ghent.", "keys": [["studio", "concept"], ["Ghent", "proper_noun"]]}
    script.write([told("Ghent", fact)])
    work_together(space, "The studio is in Ghent.", "Notes: The studio is in Ghent.")
    memory = Memory.objects.get()
    assert (memory.source_count, memory.sources.count(), texts_of(space)) == (2, 2, ["The studio is in Ghent."])


def test_two_submissions_of_the_same_content_make_one_document(space: Space, script: Script) -> None:
    def submit() -> bool:
        return ingest.submit(actor=Actor.hub("test"), space=space, content="The studio is in Ghent.").unchanged

    assert sorted(map(bool, together(submit, submit, submit))) == [False, True, True]
    assert Document.objects.count() == 1


def test_appends_at_the_same_time_lose_nothing(space: Space, script: Script) -> None:
    def append(part: str) -> None:
        ingest.submit(actor=Actor.hub("test"), space=space, content=part, custom_id="notes", mode="append")

    parts = [f"Part {number}." for number in range(6)]
    results = together(*(lambda part=part: append(part) for part in parts))
    assert [result for result in results if isinstance(result, Exception)] == []
    document = Document.objects.get()
    assert sorted(document.inputs.values_list("text", flat=True)) == parts
    assert (document.revision, list(document.inputs.values_list("position", flat=True).order_by("position"))) == (
        6,
        [1, 2, 3, 4, 5, 6],
    )
