"""The replay of a search on the map of a space: its steps in words, and where on the wire their candidates are."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from graph_ui.graph import asked
from graph_ui.graph.view import View
from graph_ui.graph.words import number
from memoryhub.core import ids, text
from memoryhub.retrieval import fusion, replay
from memoryhub.retrieval.fusion import Found, Fused
from memoryhub.retrieval.keyed import Step as Hop
from memoryhub.retrieval.request import Hit, SearchRequest

FUSED, RETURNED = "fused", "returned"
MOST_TOLD = 10  # candidates of a step whose texts go along
TITLES: Mapping[str, Promise] = {
    fusion.MEANING: _("Near in meaning"),
    fusion.WORDS: _("With the words"),
    fusion.KEYS: _("Over keys"),
    FUSED: _("Fused into one order"),
    RETURNED: _("Returned"),
}
WHAT: Mapping[str, Promise] = {
    fusion.MEANING: _("The nearest to the question come first."),
    fusion.WORDS: _("What has rarer words of the question, and more of them, comes first."),
    fusion.KEYS: _("What the question names leads to a memory, whose keys lead on to others."),
    FUSED: _("The parts are brought to one scale and added up; age, sources and keys change the sum."),
    RETURNED: _("These answer the question. The lines are the keys that led there."),
}
NOTHING: Mapping[str, Promise] = {
    fusion.MEANING: _("Nothing is near to the question."),
    fusion.WORDS: _("No memory has a word of the question."),
    fusion.KEYS: _("No key leads to a memory."),
    FUSED: _("There is nothing to fuse."),
    RETURNED: _("There is no answer."),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One that is on this map, at `index` of the wire, the `rank`-th of its step; only some have their text."""

    index: int
    id: str
    rank: int
    note: str
    keys: Sequence[str]
    text: str = ""
    language: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step in words. `missing` of its candidates are not on this map; `legs` are the hops between nodes that are, as
    indices and the wording of the key.
    """

    name: str
    title: Promise
    told: str
    candidates: Sequence[Candidate]
    missing: int
    legs: Sequence[tuple[int, int, str]] = field(default_factory=tuple)

    @property
    def first(self) -> Sequence[Candidate]:
        """Those that are listed with their texts."""
        return self.candidates[:MOST_TOLD]

    @property
    def more(self) -> int:
        """How many candidates on this map come after these."""
        return len(self.candidates) - len(self.first)


def steps_of(seen: View, query: str) -> list[Step]:
    """What one search for the query did, as far as it is on this map, at the moment the map is of.

    Raises `errors.InvalidInput` for a query that cannot be asked.
    """
    then = seen.lens.sight.horizon
    request = SearchRequest(seen.opened.space, query, as_of=then.as_of, known_at=then.known_at)
    found = replay.of(request)
    listed = [_step(seen, name, found.lists[name], NOTES[name]) for name in fusion.LISTS]
    told = [
        *listed,
        _step(seen, FUSED, found.fused, _score),
        _step(seen, RETURNED, found.results.hits, _score),
    ]
    if found.results.lexical_only:
        told[0] = _silent(told[0])
    return told


def _silent(step: Step) -> Step:
    said = gettext("The embedding service does not answer. The words alone decided, and no least similarity cuts.")
    return Step(step.name, step.title, said, (), 0)


def _step(seen: View, name: str, ones: Sequence[Fused | Hit], note: Callable[[Any], str]) -> Step:
    leads = name in {fusion.KEYS, RETURNED}
    placed = [
        (at, one, rank) for rank, one in enumerate(ones, 1) if (at := seen.index_of(ids.encode(one.id))) is not None
    ]
    ends = asked.ends_of(seen.opened, seen.wire, [int(seen.wire.order[at]) for at, *_ in placed[:MOST_TOLD]], gone="")
    texts = {index: (end.text, end.language, end.url) for (index, *_), end in zip(placed, ends, strict=False)}
    candidates = [
        Candidate(
            index,
            seen.wire.id_at(index),
            rank,
            note(one),
            [hop.key for hop in one.path] if leads else [],
            *texts.get(index, ()),
        )
        for index, one, rank in placed
    ]
    missing = len(ones) - len(candidates)
    legs = list(dict.fromkeys(_legs(seen, ones))) if leads else []
    return Step(name, TITLES[name], _told(name, len(ones), missing), candidates, missing, legs)


def _legs(seen: View, ones: Sequence[Found]) -> Iterator[tuple[int, int, str]]:
    hops: Iterator[Hop] = (hop for one in ones for hop in one.path)
    for hop in hops:
        start, end = _index(seen, hop.start), _index(seen, hop.memory_id)
        if start is not None and end is not None:
            yield start, end, text.visible(hop.key)


def _index(seen: View, memory_id: uuid.UUID | None) -> int | None:
    return None if memory_id is None else seen.index_of(ids.encode(memory_id))


def _told(name: str, count: int, missing: int) -> str:
    """What a step is, how many it has, and how many of them cannot be seen here."""
    if not count:
        return str(NOTHING[name])
    counted = ngettext("%(count)s memory.", "%(count)s memories.", count) % {"count": number(count)}
    sentences = [counted, str(WHAT[name])]
    if missing:
        told = ngettext("%(count)s of them is not on this map.", "%(count)s of them are not on this map.", missing)
        sentences.append(told % {"count": number(missing)})
    return " ".join(sentences)


def _meaning(one: Fused) -> str:
    return gettext("cosine %(raw)s, scaled %(part)s") % {"raw": _figure(one.cosine), "part": _figure(one.dense)}


def _words(one: Fused) -> str:
    return gettext("BM25 %(raw)s, scaled %(part)s") % {"raw": _figure(one.bm25), "part": _figure(one.lexical)}


def _hops(one: Fused) -> str:
    return ngettext("%(count)s hop", "%(count)s hops", one.hop) % {"count": one.hop}


def _score(one: Fused | Hit) -> str:
    return gettext("score %(score)s") % {"score": _figure(one.score)}


def _figure(value: float | None) -> str:
    return "–" if value is None else number(value, places=2)


NOTES: Mapping[str, Callable[[Fused], str]] = {fusion.MEANING: _meaning, fusion.WORDS: _words, fusion.KEYS: _hops}
