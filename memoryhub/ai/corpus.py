"""The hub's own multilingual texts on which a basis and the thresholds of a model are fitted."""

from __future__ import annotations

import csv
import functools
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts of one `kind` (key, fact, query_key, query_fact) that mean, or do not mean, the same."""

    kind: str
    same: bool
    a: str
    b: str


def translations() -> list[list[str]]:
    """The sentences of `corpus.tsv`, one list for each language, in the same order."""
    return [list(column) for column in zip(*_rows("corpus.tsv"), strict=True)]


def fitting_texts() -> list[str]:
    """What a basis is fitted on: every sentence, its two halves, and it together with the next one.

    Memories are clauses, sentences and short turns; the three lengths stand for these.
    """
    found: list[str] = []
    for sentences in translations():
        for sentence, following in zip(sentences, [*sentences[1:], sentences[0]], strict=True):
            found += (sentence, *_halves(sentence), f"{sentence} {following}")
    return found


@functools.cache
def pairs() -> tuple[Pair, ...]:
    """The labelled pairs of `pairs.tsv`."""
    return tuple(Pair(kind, same == "1", a, b) for kind, same, a, b in _rows("pairs.tsv"))


def held_out() -> list[str]:
    """Texts a basis has not been fitted on, each once: those of the pairs."""
    fitted = {sentence for sentences in translations() for sentence in sentences}
    return [text for text in dict.fromkeys(text for pair in pairs() for text in (pair.a, pair.b)) if text not in fitted]


def _rows(name: str) -> list[list[str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


def _halves(sentence: str) -> tuple[str, str]:
    words = sentence.split(" ")
    if len(words) > 3:
        half = len(words) // 2
        return " ".join(words[:half]), " ".join(words[half:])
    half = len(sentence) // 2
    return sentence[:half], sentence[half:]
