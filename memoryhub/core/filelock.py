"""Advisory locks on files, for what processes of one machine must not do at once; a killed holder frees them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock alone; wait for it."""
    with _opened(path) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


@contextmanager
def shared(path: Path) -> Iterator[None]:
    """Hold the lock together with other sharers; wait for an exclusive holder to go."""
    with _opened(path) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield


@contextmanager
def exclusive_or_none(path: Path) -> Iterator[bool]:
    """Hold the lock alone if nobody holds it now; yield whether that is so."""
    with _opened(path) as descriptor:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def is_held(path: Path) -> bool:
    """Tell whether some process holds the lock."""
    if not path.exists():
        return False
    with exclusive_or_none(path) as alone:
        return not alone


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    # Never unlinked: two processes could then lock two files of one name.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
