"""How deep a memory sits: each time it is given to an agent a little deeper, in words shallow, medium or deep."""

from __future__ import annotations

INCREMENT = 0.05
MEDIUM, DEEP = 0.3, 0.7


def stage(depth: float) -> str:
    """The word for a depth (0 to 1)."""
    return "deep" if depth >= DEEP else "medium" if depth >= MEDIUM else "shallow"
