"""How much memory the machine gives us, or the container it has put us into."""

from __future__ import annotations

from pathlib import Path

import psutil

# Of a control group, of the second version and of the first.
_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def memory() -> int:
    """Bytes of memory: of the machine, or fewer where a container is limited."""
    total: int = psutil.virtual_memory().total
    return min([total, *(limit for path in _LIMITS if (limit := _limit(path)) is not None)])


def _limit(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):  # there is no such file, or it says "max"
        return None
