"""Keeps what was made last in this process, bounded by how much of it there is; of many that ask, one makes it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sized
from typing import Generic, TypeVar

Made = TypeVar("Made", bound=Sized)


class Kept(Generic[Made]):
    """What was last asked for, by name: at most ``most`` of them, which have at most ``elements`` in all unless it is
    the newest alone."""

    def __init__(self, *, most: int, elements: int) -> None:
        self._most, self._elements = most, elements
        self._kept: OrderedDict[str, Made] = OrderedDict()
        self._making: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def find(self, name: str) -> Made | None:
        """What bears the name, if it is there."""
        with self._lock:
            found = self._kept.get(name)
            if found is not None:
                self._kept.move_to_end(name)
            return found

    def newest(self, beginning: str) -> Made | None:
        """What was asked for last of all whose names begin so."""
        with self._lock:
            return next((self._kept[name] for name in reversed(self._kept) if name.startswith(beginning)), None)

    def get(self, name: str, make: Callable[[], Made]) -> Made:
        """What bears the name; where it is not there one of those who want it makes it, and the others wait."""
        with self._lock:
            making = self._making.setdefault(name, threading.Lock())
        try:
            with making:
                found = self.find(name)
                if found is None:
                    found = make()
                    self._put(name, found)
                return found
        finally:
            with self._lock:
                self._making.pop(name, None)

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()

    def _put(self, name: str, made: Made) -> None:
        with self._lock:
            self._kept[name] = made
            while len(self._kept) > 1 and self._is_full():
                self._kept.popitem(last=False)

    def _is_full(self) -> bool:
        return len(self._kept) > self._most or sum(map(len, self._kept.values())) > self._elements
