"""Following folders: what changes in them is told once it has been left alone for a while, so that no file is taken
while it is being written.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import watchfiles

from memoryhub.management import gathering

QUIET_SECONDS = 2.0
TICK_SECONDS = 0.5
Seen = tuple[int, int, int] | None


@dataclass(slots=True)
class _Waiting:
    seen: Seen
    since: float


class Quiet:
    """Paths that changed; each is handed out when its size, time and file have stayed the same for some seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._waiting: dict[Path, _Waiting] = {}

    def note(self, path: Path, *, now: float) -> None:
        """Something happened to it."""
        self._waiting[path] = _Waiting(_seen(path), now)

    def ready(self, *, now: float) -> list[Path]:
        """What is quiet by now, in order; it is forgotten here."""
        for path, waiting in self._waiting.items():
            if (seen := _seen(path)) != waiting.seen:
                self._waiting[path] = _Waiting(seen, now)
        found = sorted(path for path, waiting in self._waiting.items() if now - waiting.since >= self._seconds)
        for path in found:
            del self._waiting[path]
        return found


def changes(folders: Sequence[Path], *, stop: threading.Event | None = None) -> Iterator[tuple[list[Path], list[Path]]]:
    """Pairs (there, gone) of paths below these folders, at least every `TICK_SECONDS`, most of them empty.

    A path that is gone may have been a file or a folder. Hidden ones are not told. Ends when `stop` is set; raises
    `KeyboardInterrupt` at Ctrl-C.
    """
    quiet = Quiet(QUIET_SECONDS)
    ticks = watchfiles.watch(
        *folders, watch_filter=None, step=50, rust_timeout=int(TICK_SECONDS * 1000), debounce=1000,
        yield_on_timeout=True, stop_event=stop, ignore_permission_denied=True,
    )  # fmt: skip
    for tick in ticks:
        now = time.monotonic()
        for _kind, name in tick:
            for path in _files(Path(name), folders):
                quiet.note(path, now=now)
        there: list[Path] = []
        gone: list[Path] = []
        for path in quiet.ready(now=now):
            (there if path.exists() else gone).append(path)
        yield there, gone


def _files(path: Path, folders: Sequence[Path]) -> Iterator[Path]:
    """The path itself, or the files of a folder that came as a whole: of these nothing else may tell."""
    if not gathering.is_below(path, folders):
        return
    if not path.is_dir():
        yield path
        return
    for each, reason in gathering.below(path):
        if not reason:
            yield each


def _seen(path: Path) -> Seen:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino
