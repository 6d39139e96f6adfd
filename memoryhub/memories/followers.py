"""What follows a change of a memory in the same transaction: rooms above register here in `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memoryhub.memories.models import Memory

_new_version: list[Callable[[Memory, Memory], None]] = []
_erased: list[Callable[[Sequence[Memory]], None]] = []


def on_new_version(follower: Callable[[Memory, Memory], None]) -> None:
    """Call `follower(old, new)` whenever a chain gets a new version."""
    _new_version.append(follower)


def on_erased(follower: Callable[[Sequence[Memory]], None]) -> None:
    """Call `follower(versions)` whenever the versions of a chain are erased."""
    _erased.append(follower)


def new_version(old: Memory, new: Memory) -> None:
    """Tell the followers."""
    for follower in _new_version:
        follower(old, new)


def erased(versions: Sequence[Memory]) -> None:
    """Tell the followers."""
    for follower in _erased:
        follower(versions)
