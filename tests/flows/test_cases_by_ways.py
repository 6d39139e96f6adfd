"""Acceptance cases of the way in, told by each way that can carry them."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.flows import telling
from tests.flows.telling import Teller
from tests.ingest.work_through import memory_saying, texts_of

pytestmark = pytest.mark.django_db


FILES = {"multipart", "command", "upload"}


@pytest.fixture(params=telling.WAYS)
def teller(request: pytest.FixtureRequest, cast: Cast, tmp_path: Path) -> Teller:
    """Ada, by each way."""
    return Teller(cast, cast.space, tmp_path, request.param)


@pytest.fixture(params=telling.NAMING)
def naming(request: pytest.FixtureRequest, cast: Cast, tmp_path: Path) -> Teller:
    """Ada, by each way in which documents have names."""
    return Teller(cast, cast.space, tmp_path, request.param)


def history(space: Space, text: str) -> list[str]:
    return [row.text for row in memories.history_of(space, memory_saying(space, text).pk)]


def found(space: Space, query: str, mode: str = "memories") -> list[str]:
    return [hit.text for hit in search.search(SearchRequest(space, query, mode=mode)).hits]


class TestOddCharacters:
    """P-ING-1."""

    def test_what_no_database_keeps_is_cleaned_by_one_rule_and_the_rest_stays(self, teller: Teller) -> None:
        # In a file the two make it binary, and a form cannot be sent with them.
        half, nul = ("", "") if teller.way == "paste" or teller.way in FILES else ("\ud800", "\x00")
        told = f"Lantern \U0001fa94 feast {half} in Kraków, שלום, 燈籠, invoice 8852{nul} is paid."
        document = teller.tell(told).document
        assert (document.status, document.error_code) == ("done", "")
        kept = "Lantern \U0001fa94 feast \ufffd in Kraków, שלום, 燈籠, invoice 8852 is paid."
        assert document.content == (kept if half else kept.replace("\ufffd", ""))
        for query in ("8852", "燈籠"):
            assert any("8852 is paid" in text for text in found(teller.space, query, "hybrid"))


class TestRunbook:
    """P-ING-2."""

    FIRST = "The water is tested on Monday at 08:00. The spare key is with Ines."
    SECOND = "The water is tested on Friday at 17:00."

    def test_one_document_each_space_says_the_newest(self, naming: Teller) -> None:
        first = naming.tell(self.FIRST, "runbook")
        second = naming.tell(self.SECOND, "runbook")
        assert (first.document.pk, second.document.revision) == (second.document.pk, 2)
        assert texts_of(naming.space) == [self.SECOND]
        assert history(naming.space, self.SECOND) == ["The water is tested on Monday at 08:00.", self.SECOND]
        retired = Memory.objects.get(space=naming.space, text="The spare key is with Ines.")
        assert retired.forget_reason == "source_removed"
        seq = ledger.revision_of(naming.space.pk)
        again = naming.tell(self.SECOND, "runbook")
        assert (again.unchanged, again.document.pk) == (True, first.document.pk)
        assert ledger.revision_of(naming.space.pk) == seq
        elsewhere = Teller(naming.cast, naming.cast.elsewhere, naming.disk, naming.way)
        other = elsewhere.tell(self.SECOND, "runbook")
        assert (other.unchanged, other.document.pk != first.document.pk) == (False, True)
        assert texts_of(elsewhere.space) == [self.SECOND]
        assert ledger.revision_of(naming.space.pk) == seq


class TestChangeOfTaste:
    """P-DED-1."""

    OLD, NEW = "Petra loves fennel.", "Petra cannot stand fennel any more."

    def test_the_dislike_is_the_next_version_of_the_liking(self, teller: Teller) -> None:
        for text in (self.OLD, self.NEW):
            teller.tell(text)
        assert texts_of(teller.space) == found(teller.space, "fennel") == [self.NEW]
        assert history(teller.space, self.NEW) == [self.OLD, self.NEW]


class TestSquads:
    """P-DED-2."""

    FACTS = (
        "Karin leads the ferry crew.",
        "Levi leads the crane crew.",
        "Karin also trains the apprentices of the ferry crew.",
        "The crane logbook lies in the cabin.",
        "Never forget: the cabin must be unlocked before the crane logbook can be read.",
    )
    CORRECTION = "Correction: Karin no longer leads the ferry crew, Levi does since Monday."

    def test_only_what_a_correction_names_is_retired(self, teller: Teller) -> None:
        for fact in self.FACTS:
            teller.tell(fact)
        assert len(texts_of(teller.space)) == len(self.FACTS)
        assert not Memory.objects.filter(space=teller.space, version__gt=1).exists()
        again = teller.tell(self.FACTS[1])
        assert (again.unchanged, len(texts_of(teller.space))) == (teller.way != "command", len(self.FACTS))
        teller.tell(self.CORRECTION)
        retired = Memory.objects.filter(space=teller.space, is_latest=False).values_list("text", flat=True)
        assert list(retired) == [self.FACTS[0]]
        assert set(texts_of(teller.space)) >= set(self.FACTS[1:4])


class TestGoingBack:
    """P-DED-3."""

    STEPS = ("The bakery is in Turku.", "The bakery moved to Oulu.", "The bakery moved back to Turku.")

    def test_each_move_is_a_version_and_the_last_is_the_latest(self, teller: Teller) -> None:
        for text in self.STEPS:
            teller.tell(text)
        (latest,) = memories.current_memories_of(teller.space, now=clock.now())
        rows = memories.history_of(teller.space, latest.pk)
        assert [(row.version, row.text) for row in rows] == list(enumerate(self.STEPS, start=1))


class TestHiddenCharacters:
    """P-INJ-2, of what documents say: it is kept as it was told; that the desk shows it is tested there."""

    HIDDEN = "Greta prefers\u200b rye\u2060" + "".join(map(chr, range(0xE0041, 0xE004B))) + "\u202e bread."
    LATIN, CYRILLIC = "Ana paints boats.", "\u0410na paints boats."

    def test_by_each_way_the_same_is_remembered(self, teller: Teller) -> None:
        document = teller.tell(self.HIDDEN).document
        assert (document.content, texts_of(teller.space)) == (self.HIDDEN, [self.HIDDEN])

    def test_what_only_looks_alike_is_another_text(self, teller: Teller) -> None:
        told = [teller.tell(text) for text in (self.LATIN, self.CYRILLIC)]
        assert [one.unchanged for one in told] == [False, False]
        assert [one.document.content for one in told] == [self.LATIN, self.CYRILLIC]
        assert set(found(teller.space, "paints boats", "documents")) == {self.LATIN, self.CYRILLIC}


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_no_text_is_refused_or_fails_by_each_way_and_leaves_nothing_to_find(teller: Teller, text: str) -> None:
    """P-API-2, of a text; what else a body may hold is in `tests/api/test_parsing.py`."""
    before = (Document.objects.count(), ledger.revision_of(teller.space.pk))
    if text and teller.way in FILES:
        # Only the worker looks into a file.
        document = teller.tell(text).document
        assert (document.status, document.error_code) == ("failed", "empty_document")
        return
    with pytest.raises(telling.Refused):
        teller.tell(text)
    assert (Document.objects.count(), ledger.revision_of(teller.space.pk)) == before
