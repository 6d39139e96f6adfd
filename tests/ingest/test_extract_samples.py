"""Every sample file is read as its kind, or ends as its error says; the sentence of each stands in a chunk of it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from memoryhub.documents.services.blanking import KEPT_AS_WRITTEN, MARKDOWN
from memoryhub.ingest import chunking
from memoryhub.ingest.extract import ExtractionError, extract
from tests.ingest.files import code, data, docx, epub, every, pdf, pictures, pptx, tables, web, xls, xlsx
from tests.ingest.files.sample import Sample

MAKERS = (pdf, docx, pptx, xlsx, xls, epub, web, tables, data, code, pictures)
SAMPLES = [sample for maker in MAKERS for sample in maker.samples()]
GOOD = [sample for sample in SAMPLES if not sample.error_code]
EVERY = [sample for sample in every.folder().values() if not sample.error_code]
BAD = [sample for sample in SAMPLES if sample.error_code]


@pytest.mark.parametrize("sample", GOOD, ids=[sample.name for sample in GOOD])
def test_a_sample_is_read_and_its_sentence_is_found_and_can_be_shown(sample: Sample) -> None:
    extracted = extract(sample.data, name=sample.name, media_type=None)
    assert extracted.kind == sample.kind
    found = [chunk for chunk in chunking.chunks(extracted) if sample.sentence in chunk.index_text]
    assert found, [chunk.index_text for chunk in chunking.chunks(extracted)]
    for chunk in chunking.chunks(extracted):
        assert chunk.text == extracted.text[chunk.start : chunk.end]
        for block in chunk.blocks:
            assert 0 <= block.start < block.end <= len(extracted.text)
            offsets = [source for _at, source in block.segments]
            assert all(block.start <= source <= block.end for source in offsets)


@pytest.mark.parametrize("sample", GOOD, ids=[sample.name for sample in GOOD])
def test_the_same_bytes_are_read_the_same_with_line_feeds_only(sample: Sample) -> None:
    first, second = (extract(sample.data, name=sample.name, media_type=None) for _time in range(2))
    assert first == second
    assert "\r" not in first.text
    assert "\0" not in first.text
    assert all(before.start <= after.start for before, after in pairwise(first.places))


@pytest.mark.parametrize("sample", BAD, ids=[sample.name for sample in BAD])
def test_what_cannot_be_read_ends_with_one_clear_refusal(sample: Sample) -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(sample.data, name=sample.name, media_type=None)
    assert refused.value.code == sample.error_code
    if sample.error_code == "no_text":
        assert str(refused.value).startswith("No text found")


@pytest.mark.parametrize("sample", EVERY, ids=[f"{sample.kind}-{sample.name}" for sample in EVERY])
def test_what_is_kept_can_be_read_again_where_its_file_went(sample: Sample) -> None:
    """As after an erasure, which leaves the kept text in the place of the file (`documents.services.blanking`)."""
    extracted = extract(sample.data, name=sample.name, media_type=None)
    kind = extracted.kind if extracted.kind in KEPT_AS_WRITTEN else MARKDOWN
    assert extract(extracted.text.encode(), name=sample.name, media_type=None, kind=kind).text == extracted.text
