"""Why an answer is where it is, in words and figures for people."""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from memoryhub.retrieval import fusion
from memoryhub.retrieval.request import Hit, SearchRequest

LISTS: Mapping[str, Promise] = {
    fusion.MEANING: _("meaning"),
    fusion.WORDS: _("words"),
    fusion.KEYS: pgettext_lazy("association keys", "keys"),
}
FACTORS: Mapping[str, Promise] = {
    "fading": _("age"),
    "sources": _("sources"),
    "depth": _("asked for often"),
    "scale": _("scale of turns"),
}
BONUSES: Mapping[str, Promise] = {
    "key": _("key of the question"),
    "association": _("reached over keys"),
    "neighbour": _("turn beside it"),
    "session": _("same session"),
    "speaker": _("named speaker"),
}
STAGES: Mapping[str, Promise] = {"shallow": _("shallow"), "medium": _("medium"), "deep": _("deep")}


@dataclass(frozen=True, slots=True)
class Part:
    """A list that found the answer: its raw figure (None where it has none), that from 0 to 1, its weight, and what of
    the score that makes."""

    name: Promise
    raw: float | None
    normalised: float
    weight: float
    gives: float


@dataclass(frozen=True, slots=True)
class Explained:
    """An answer with why it is there. The parts give their sum, times all factors, plus all bonuses: the score."""

    hit: Hit
    threshold: float
    found_by: Sequence[Promise]
    parts: Sequence[Part]
    factors: Sequence[tuple[Promise | str, float]]
    bonuses: Sequence[tuple[Promise | str, float]]
    path: Sequence[tuple[str, str]]

    @property
    def stage(self) -> Promise | str:
        """How deep a memory sits; empty for a passage."""
        return STAGES.get(self.hit.stage, "")

    @property
    def bar(self) -> Sequence[tuple[str, float, float]]:
        """Kind, begin and width in percent of each stretch of the score; it fills at 1."""
        factor = math.prod(self.hit.factors.values())
        stretches = [("meaning", self.parts[0].gives * factor), ("words", self.parts[1].gives * factor)]
        stretches.append(("bonus", sum(self.hit.bonuses.values())))
        whole = max(1.0, sum(width for _kind, width in stretches))
        shares = [(kind, 100 * width / whole) for kind, width in stretches]
        return [(kind, sum(share for _kind, share in shares[:at]), width) for at, (kind, width) in enumerate(shares)]


def explained(hit: Hit, request: SearchRequest, texts: Mapping[uuid.UUID, str]) -> Explained:
    """The answer to a request with its reasons; `texts` are those of what its path leads over."""
    return Explained(
        hit=hit,
        threshold=request.threshold,
        found_by=[LISTS[name] for name in fusion.found_by(hit)],
        parts=[
            Part(LISTS[fusion.MEANING], hit.cosine, hit.dense, hit.weight, hit.weight * hit.dense),
            Part(LISTS[fusion.WORDS], hit.bm25 or None, hit.lexical, 1 - hit.weight, (1 - hit.weight) * hit.lexical),
        ],
        factors=[(FACTORS.get(name, name), value) for name, value in hit.factors.items()],
        bonuses=[(BONUSES.get(name, name), value) for name, value in hit.bonuses.items()],
        path=[(step.key, texts.get(step.memory_id, "")) for step in hit.path],
    )
