"""The scripted extractor says what its script says."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from django.conf import LazySettings

from memoryhub.core.errors import Unavailable
from memoryhub.ingest import chunking, extract, extractors
from memoryhub.ingest.extractors import Reading
from memoryhub.ingest.updates import Candidate
from tests.ingest.scripting import Script, told


@pytest.fixture
def script(settings: LazySettings, tmp_path: Path) -> Script:
    return Script(settings, tmp_path / "script.json")


def reading(content: str) -> Reading:
    extracted = extract.extract(content.encode(), name="a.md", media_type=None)
    return Reading(title="", drafts=chunking.chunks(extracted), turns=extracted.turns)


def test_facts_stand_where_their_quote_stands(script: Script) -> None:
    fact = {
        "text": "Orlan lives in Porto.",
        "quote": "he lives in Porto",
        "keys": [["Orlan", "name"]],
        "flags": ["correction"],
    }
    script.write([told("Porto", fact)])
    content = "# Orlan\n\nAbout Orlan: he lives in Porto now.\n"
    (found,) = extractors.configured().extract(reading(content))
    assert content[found.start : found.end] == found.quote == "he lives in Porto"
    assert (found.text, set(found.flags), found.keys[0].text) == ("Orlan lives in Porto.", {"correction"}, "Orlan")


def test_a_document_the_script_does_not_know_has_no_facts_and_counts_no_call(script: Script) -> None:
    script.write([told("Porto", "Orlan lives in Porto.")])
    assert extractors.configured().extract(reading("Hello.")) == []
    assert script.calls == []


def test_it_waits_and_may_be_unavailable(script: Script) -> None:
    script.write([told("Porto", wait=0.2, unavailable=True)])
    began = time.monotonic()
    with pytest.raises(Unavailable):
        extractors.configured().extract(reading("Porto."))
    assert time.monotonic() - began >= 0.2
    assert script.calls == ["Porto"]


def test_a_verdict_is_on_two_very_texts(script: Script) -> None:
    script.write([], [{"old": "A.", "new": "B.", "kind": "update", "rule": "said_so"}])
    extractor = extractors.configured()
    verdict = extractor.decide(Candidate("A.", "en"), Candidate("B.", "en"))
    assert (verdict.kind, verdict.rule) == ("update", "said_so")
    assert extractor.decide(Candidate("B.", "en"), Candidate("A.", "en")).kind == "none"
