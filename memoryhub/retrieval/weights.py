"""How much each thing counts in a score. A space may set others under `weights` in its settings."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from memoryhub.core import errors
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class Weights:
    """Each from 0 to 1, but for `half_life_days`. The defaults were measured on LoCoMo and on Chinese questions.

    `dense_memory` and `dense_chunk` are the share of the meaning against the words: more for a memory, a short fact
    that a question seldom repeats, than for a turn or a passage. `neighbour`, `session` and `speaker` are what a turn
    of a conversation gets from around it (see `retrieval.conversation`). `key` is what a memory gets at most for keys
    that the question names or means; `association` how near, at each hop, a memory that is reached over others comes
    to the weakest that was found directly (see `retrieval.keyed`). `fading` is how much a memory loses at most by age,
    half of it in `half_life_days` (1 to 3650); `sources` and `depth` are what it gains at most by being said by many
    and asked for often (see `retrieval.ageing`). These three were not measured: LoCoMo says nothing of them.
    """

    dense_memory: float = 0.6
    dense_chunk: float = 0.5
    neighbour: float = 0.3
    session: float = 0.4
    speaker: float = 0.2
    key: float = 0.1
    association: float = 0.8
    fading: float = 0.2
    half_life_days: float = 30
    sources: float = 0.05
    depth: float = 0.05

    def dense(self, kind: str) -> float:
        """The share of the meaning for `memory` or `chunk`."""
        return self.dense_memory if kind == "memory" else self.dense_chunk


DEFAULTS = Weights()
BOUNDS = {"half_life_days": (1, 3650)}


def of(space: Space) -> Weights:
    """The weights of a space."""
    return checked(space.settings.get("weights", {})) if space.settings else DEFAULTS


def checked(given: Any) -> Weights:
    """The defaults with what is given; `errors.InvalidInput` naming `settings` for anything that is no weight."""
    if not isinstance(given, dict):
        raise errors.InvalidInput("settings", "weights must be an object.")
    known = {field.name for field in dataclasses.fields(Weights)}
    for name, value in given.items():
        if name not in known:
            raise errors.InvalidInput("settings", f"There is no weight {name!r}; there are {', '.join(sorted(known))}.")
        least, most = BOUNDS.get(name, (0, 1))
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise errors.InvalidInput("settings", f"The weight {name!r} must be a number from {least} to {most}.")
    return dataclasses.replace(DEFAULTS, **given)
