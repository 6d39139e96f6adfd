"""How deep a memory sits: each time it is given to an agent a little deeper, less deep once it is corrected; in words
shallow, medium or deep. Steps and bounds are those of the associative memory that agents know (contract 1.2)."""

from __future__ import annotations

INCREMENT = 0.05
MEDIUM, DEEP = 0.3, 0.7
# What a correction leaves of the depth of the version before it: what sits deep resists.
LEFT_OF_DEEP, LEFT = 0.8, 0.3


def stage(depth: float) -> str:
    """The word for a depth (0 to 1)."""
    return "deep" if depth >= DEEP else "medium" if depth >= MEDIUM else "shallow"


def corrected(depth: float) -> float:
    """What is left of the depth of a version when another takes its place."""
    return depth * (LEFT_OF_DEEP if depth >= DEEP else LEFT)
