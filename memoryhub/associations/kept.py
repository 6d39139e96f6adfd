"""The few results last asked for in this process, by name: one page asks for the same map several times."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """At most `most` values; the one that was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> Value | None:
        """The value of that name, or None."""
        with self._lock:
            found = self._values.get(name)
            if found is not None:
                self._values.move_to_end(name)
            return found

    def put(self, name: str, value: Value) -> None:
        """Keep a value."""
        with self._lock:
            self._values[name] = value
            while len(self._values) > self._most:
                self._values.popitem(last=False)
