"""What stands around a turn tells of it, too: the turns beside it, the session it belongs to, and who speaks.

A turn seldom repeats what it answers ("Yes, in Busan."). Measured on LoCoMo, evidence recall at 10 by turns: .68
without, .76 with all three.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memoryhub.core import text
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.weights import Weights

# A session counts by so many of its turns.
BEST_OF_SESSION = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn stands: its document, which of its chunks it is, its session, and who speaks."""

    document_id: uuid.UUID
    index: int
    session: str
    speaker: str


def fuse_in(fused: Sequence[Fused], places: Mapping[uuid.UUID, Place], query: str, weights: Weights) -> list[Fused]:
    """The candidates with what their surroundings add, best first; what is no turn (has no place) stays as it is.

    What is added is told in `Fused.bonuses`. Turns are brought back to the scale they were on, which is told as a
    factor, so that the best turn does not outrank a memory or passage by being a turn.
    """
    turns = {one.id: one for one in fused if one.id in places}
    if not turns:
        return list(fused)
    beside = _neighbours(turns, places, weights.neighbour)
    sessions = _sessions({key: one.score + beside[key] for key, one in turns.items()}, places, weights.session)
    speaker = _named([place.speaker for place in places.values()], query)
    told = {
        key: {
            "neighbour": beside[key],
            "session": sessions[places[key].document_id, places[key].session],
            "speaker": weights.speaker if speaker and places[key].speaker == speaker else 0.0,
        }
        for key in turns
    }
    highest = max(one.score + sum(told[key].values()) for key, one in turns.items())
    scale = max(one.score for one in turns.values()) / highest if highest > 0 else 1.0
    return sorted(
        (_with(one, told[one.id], scale) if one.id in told else one for one in fused),
        key=lambda one: (one.score, one.id),
        reverse=True,
    )


def _with(one: Fused, bonuses: Mapping[str, float], scale: float) -> Fused:
    return one._replace(
        score=(one.score + sum(bonuses.values())) * scale,
        bonuses={name: bonus * scale for name, bonus in bonuses.items() if bonus},
        factors={"scale": scale},
    )


def _neighbours(
    turns: Mapping[uuid.UUID, Fused], places: Mapping[uuid.UUID, Place], weight: float
) -> dict[uuid.UUID, float]:
    """The better of the two turns beside each, in the same session."""
    scores = {
        (places[key].document_id, places[key].session, places[key].index): one.score for key, one in turns.items()
    }

    def better(place: Place) -> float:
        around = ((place.document_id, place.session, place.index + step) for step in (-1, 1))
        return max(scores.get(at, 0.0) for at in around)

    return {key: weight * better(places[key]) for key in turns}


def _sessions(
    scores: Mapping[uuid.UUID, float], places: Mapping[uuid.UUID, Place], weight: float
) -> dict[tuple[uuid.UUID, str], float]:
    """The mean of the best turns of each session; one that is not among the candidates counts nothing."""
    found: dict[tuple[uuid.UUID, str], list[float]] = {}
    for key, score in scores.items():
        found.setdefault((places[key].document_id, places[key].session), []).append(score)
    return {
        session: weight * sum(sorted(best, reverse=True)[:BEST_OF_SESSION]) / BEST_OF_SESSION
        for session, best in found.items()
    }


def _named(speakers: Collection[str], query: str) -> str:
    """The one speaker the question names; empty where it names none or several."""
    named = {speaker for speaker in set(speakers) if speaker and text.mentions(query, speaker)}
    return named.pop() if len(named) == 1 else ""
