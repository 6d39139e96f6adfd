"""Ends this process when the one that started it is gone, so that a killed `up` leaves no port taken."""

from __future__ import annotations

import os
import signal
import threading
import time

# Holds the number of a pipe's reading end; only the parent has the writing end, and never writes.
VARIABLE = "MEMORYHUB_PARENT_PIPE"  # internal: MEMORYHUB_PARENT_PIPE is set by `up` for its children
GRACE_SECONDS = 10


def watch() -> None:
    """Watch the parent from a thread, if this process was started by `up`; without one this does nothing."""
    descriptor = os.environ.pop(VARIABLE, None)
    if descriptor is not None:
        threading.Thread(target=_end_with, args=(int(descriptor),), name="parent-watch", daemon=True).start()


def _end_with(descriptor: int) -> None:
    while os.read(descriptor, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)
