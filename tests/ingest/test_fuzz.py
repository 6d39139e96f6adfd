"""Whatever a text says, it is read or refused, and a document ends done or failed with all its rows or none."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.ingest import advancing
from memoryhub.ingest import services as ingest
from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, extract
from memoryhub.memories.models import MemorySource
from memoryhub.spaces.models import Space
from tests.fuzz import judging, mutations
from tests.ingest.files import chats, code, data, mails, tables, web, words
from tests.ingest.work_through import ADDER

WRITTEN = [sample for maker in (words, web, tables, data, code, mails, chats) for sample in maker.samples()]
LIMITS = Limits(text_bytes=2**20, unpacked_bytes=2**23, entries=100)
NAMES = ("a.md", "a.txt", "a.csv", "a.json", "a.jsonl", "a.py", "a.html", "a.eml", "a.mbox", "_chat.txt", "")
PIECES = st.sampled_from(
    ("# ", "- ", "> ", "| a | b |\n|---|---|\n", "```\n", "---\n", "\n\n", "A: ", "12/31/23, 10:15 - A: ", "\u202e",
     "\ufeff", "<p>", "</div>", "&amp;", "[x](y)", '{"a": ', "]", ",", '"', "From a@b\n",
     "Subject: x\n\n", "\t", "会议。", "\x85")
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=30)), max_size=30).map("".join)
QUICK = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def faults(data: bytes, name: str) -> list[str]:
    """What is wrong with what a reader makes of it."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        try:
            first = extract(data, name=name, media_type=None, limits=LIMITS, scratch=scratch)
        except ExtractionError as error:
            where = judging.unexpected(error)
            return [where] if where else []
        again: Extracted | Exception = judging.read_again(
            data, name=name, media_type="", limits=LIMITS, scratch=scratch / "again"
        )
        differs = judging.difference(first, again)
        return judging.faults_of(first, scratch) + ([differs] if differs else [])


@settings(QUICK, max_examples=200)
@given(text=TEXTS, name=st.sampled_from(NAMES))
def test_any_text_is_read_by_the_rules_or_refused(text: str, name: str) -> None:
    assert faults(text.encode("utf-8", "surrogatepass"), name) == []


@settings(QUICK, max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_a_broken_sample_is_read_by_the_rules_or_refused(seed: int) -> None:
    case = mutations.broken(random.Random(seed), WRITTEN)
    assert faults(case.data, case.name) == []


@pytest.mark.django_db
@settings(QUICK, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_a_broken_sample_ends_done_or_failed_with_all_its_rows_or_none(space: Space, seed: int) -> None:
    case = mutations.broken(random.Random(seed), WRITTEN)
    if not case.data:
        return
    document = ingest.submit(actor=ADDER, space=space, content=case.data, name=case.name[:200]).document
    advancing.advance(document.pk)
    document.refresh_from_db()
    assert document.status in {"done", "failed"}, document.error_message
    assert document.error_code != "internal_error"
    check_rows(document)


def check_rows(document: Document) -> None:
    """Chunks, vectors, memories and sources fit each other and the text."""
    chunks = list(Chunk.objects.filter(document=document).order_by("index"))
    sources = list(MemorySource.objects.filter(document=document).select_related("memory"))
    if document.status == "failed":
        assert (chunks, sources) == ([], [])
        return
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert {chunk.revision for chunk in chunks} <= {document.revision}
    assert all(chunk.text == document.content[chunk.start : chunk.end] for chunk in chunks)
    assert ChunkVector.objects.filter(chunk__document=document).count() == len(chunks)
    assert document.remembered_revision == document.revision
    assert {source.chunk_id for source in sources} <= {chunk.pk for chunk in chunks}
    assert all(source.memory.text for source in sources)
