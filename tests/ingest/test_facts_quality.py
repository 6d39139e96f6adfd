"""On the labelled set, what is kept is worth keeping, and no measure falls behind what was reached."""

from __future__ import annotations

from functools import cache

import pytest

from tests.ingest import labelled
from tests.ingest.quality import Judged, judged, quality_of

LANGUAGES = ("en", "zh", "de", "ko")
FEWEST_TEXTS, FEWEST_SENTENCES = 30, 300
LEAST_PRECISION = 0.90


@cache
def judgements() -> tuple[Judged, ...]:
    return tuple(judged(text) for text in labelled.texts())


def test_the_set_is_large_and_has_conversations_and_documents_of_each_language_in_both_splits() -> None:
    texts = labelled.texts()
    assert len(texts) >= FEWEST_TEXTS
    assert sum(len(text.labels) for text in texts) >= FEWEST_SENTENCES
    kinds = {(text.language, text.split, text.kind) for text in texts}
    assert len(kinds) == len(LANGUAGES) * 4


def test_what_is_kept_is_worth_keeping() -> None:
    assert quality_of(judgements())["precision"] >= LEAST_PRECISION
    held_out = [one for one in judgements() if one.text.split == "held_out"]
    assert quality_of(held_out)["precision"] >= LEAST_PRECISION


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_so_in_every_language(language: str) -> None:
    spoken = [one for one in judgements() if one.text.language == language]
    assert quality_of(spoken)["precision"] >= LEAST_PRECISION


@pytest.mark.parametrize(
    ("measure", "least"),
    [
        ("recall", 0.90),
        ("static", 0.88),
        ("key precision", 0.94),
        ("key recall", 0.91),
        ("speaker", 0.96),
        ("dates", 0.94),
    ],
)
def test_no_measure_falls_behind_what_was_reached(measure: str, least: float) -> None:
    assert quality_of(judgements())[measure] >= least
