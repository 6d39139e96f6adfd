"""How good the facts of the rules are, measured on the labelled set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from memoryhub.core import text as text_rules
from memoryhub.ingest import chunking, facts
from memoryhub.ingest.extract import extract
from memoryhub.ingest.facts import Fact
from tests.ingest import labelled
from tests.ingest.labelled import Label, LabelledText

# A first person that was left standing: the fact is then told of nobody, unless it quotes its speaker.
FIRST_PERSON = re.compile(
    r"\b(?:I|my|me|mine|ich|mir|mich|meine?[nrms]?)\b|我|(?:^|\s)(?:나는|내가|저는|제가|제|내|나)\s"
)
WRITTEN_WITHOUT_SPACES = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3]")


class Share(NamedTuple):
    """How many of `total` were right."""

    right: int = 0
    total: int = 0

    @property
    def value(self) -> float:
        """From 0 to 1; 1 where there was nothing to get wrong."""
        return self.right / self.total if self.total else 1.0

    def counted(self, right: int, total: int = 1) -> Share:
        return Share(self.right + right, self.total + total)


MEASURES = ("precision", "recall", "static", "key precision", "key recall", "speaker", "dates")


@dataclass(slots=True)
class Quality:
    """Shares by measure.

    `precision`: facts that lie on a sentence worth keeping; `recall`: such sentences that gave a fact. The others are
    about those found: told apart into static and dynamic, keys that are fitting and fitting keys that are there, told
    of the one they are about, relative dates resolved. Facts flagged as instructions wait for a person and count as
    not kept. A key fits one of its label if either contains the other as whole words.
    """

    shares: dict[str, Share] = field(default_factory=lambda: dict.fromkeys(MEASURES, Share()))

    def count(self, measure: str, right: int, total: int = 1) -> None:
        self.shares[measure] = self.shares[measure].counted(right, total)

    def __getitem__(self, measure: str) -> float:
        return self.shares[measure].value


class Judged(NamedTuple):
    """A text, its facts beside the sentence each lies on, and its sentences beside their facts."""

    text: LabelledText
    facts: list[tuple[Fact, Label | None]]
    labels: list[tuple[Label, list[Fact]]]


def judged(text: LabelledText) -> Judged:
    """Read the facts out of a text and lay them on its sentences."""
    extracted = extract(text.content.encode(), name=text.name, media_type=None)
    found = facts.extract(chunking.chunks(extracted), document_date=text.day, turns=extracted.turns, author=text.author)
    kept = [fact for fact in found if "instruction" not in fact.flags]
    places = list(labelled.places(extracted.text, text.labels))
    laid = [(fact, _under(fact, places)) for fact in kept]
    by_label = [(label, [fact for fact, under in laid if under is label]) for _, _, label in places]
    return Judged(text, laid, by_label)


def quality_of(judgements: Iterable[Judged]) -> Quality:
    """The shares over some texts together."""
    quality = Quality()
    for judgement in judgements:
        for _, label in judgement.facts:
            quality.count("precision", label is not None and label.keep)
        for label, found in judgement.labels:
            if label.keep:
                quality.count("recall", bool(found))
                if found:
                    _count_details(quality, label, found)
    return quality


def _count_details(quality: Quality, label: Label, found: list[Fact]) -> None:
    quality.count("static", any(fact.is_static for fact in found) == label.static)
    wanted = label.keys + tuple((key,) for key in label.also)
    got = list(dict.fromkeys(key.text for fact in found for key in fact.keys))
    quality.count("key precision", sum(any(_fits(key, variants) for variants in wanted) for key in got), len(got))
    quality.count("key recall", sum(any(_fits(key, one) for key in got) for one in label.keys), len(label.keys))
    if label.subject:
        quality.count("speaker", all(_is_told_of(fact, label.subject) for fact in found))
    if label.dates:
        quality.count("dates", all(any(day in fact.text for fact in found) for day in label.dates))


def _under(fact: Fact, places: list[tuple[int, int, Label]]) -> Label | None:
    """The sentence that shares most with the fact's place."""
    shared = ((min(fact.end, end) - max(fact.start, start), label) for start, end, label in places)
    most, label = max(shared, key=lambda pair: pair[0])
    return label if most > 0 else None


def _is_told_of(fact: Fact, subject: str) -> bool:
    is_named = subject.casefold() in fact.text.casefold()
    return is_named and ("attributed" in fact.flags or not FIRST_PERSON.search(fact.text))


def _fits(key: str, variants: Iterable[str]) -> bool:
    return any(_contains(key, variant) or _contains(variant, key) for variant in variants)


def _contains(outer: str, inner: str) -> bool:
    outer, inner = text_rules.normalise(outer), text_rules.normalise(inner)
    if WRITTEN_WITHOUT_SPACES.search(inner):
        return inner in outer
    return f" {inner} " in f" {outer} "


def errors(judgements: Iterable[Judged]) -> Iterator[str]:
    """What went wrong in the texts that rules may be made better by, one line each."""
    for text, laid, by_label in judgements:
        if text.split == "dev":
            yield from (f"{text.name}: wrongly kept: {fact.text}" for fact, on in laid if not (on and on.keep))
            for label, found in by_label:
                if label.keep:
                    yield from (f"{text.name}: {line}" for line in _errors_of(label, found))


def _errors_of(label: Label, found: list[Fact]) -> Iterator[str]:
    if not found:
        yield f"missed: {label.text}"
        return
    quality = Quality()
    _count_details(quality, label, found)
    said = " | ".join(
        f"{fact.text} {'static' if fact.is_static else 'dynamic'} {[key.text for key in fact.keys]}" for fact in found
    )
    for measure in MEASURES[2:]:
        if quality[measure] < 1:
            yield f"{measure}: {said}"
