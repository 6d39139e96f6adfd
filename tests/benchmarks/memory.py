"""The most memory that processes have while they are watched."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import psutil

from memoryhub.core import supervisor

EVERY_SECONDS = 0.2


class Memory:
    """Peaks in bytes: `together` of all workers, `workers` of any one of them, `readers` of any that reads."""

    def __init__(self, children: Sequence[supervisor.Child]) -> None:
        self.together = self.workers = self.readers = 0
        self._children, self._stopping = children, threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            running = [psutil.Process(child.process.pid) for child in self._children if child.process is not None]
            sizes = [process.memory_info().rss for process in running]
            self.together, self.workers = max(self.together, sum(sizes)), max(self.workers, *sizes)
            for reader in (each for process in running for each in process.children(recursive=True)):
                try:
                    self.readers = max(self.readers, reader.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue
