"""What the server is told depends on the memory it may use."""

from __future__ import annotations

import math
from pathlib import Path

import psutil
import pytest

from memoryhub.core.postgres import configuration, machine

MB, GB = 2**20, 2**30
PARALLEL = "max_parallel_maintenance_workers"


def told(memory: int, monkeypatch: pytest.MonkeyPatch, *, shared: float = math.inf) -> dict[str, str]:
    """The settings that a server on such a machine gets."""
    monkeypatch.setattr(machine, "memory", lambda: memory)
    monkeypatch.setattr(configuration, "_shared_memory", lambda: shared)
    lines = configuration.text(socket=Path("/run/hub"), fsync=True).splitlines()[1:]
    return dict(line.split(" = ") for line in lines)


@pytest.mark.parametrize(
    ("memory", "buffers", "builds"),
    [
        (512 * MB, "128MB", "128MB"),
        (6 * GB, "768MB", "512MB"),
        (24 * GB, "3072MB", "2048MB"),
        (256 * GB, "4096MB", "2048MB"),
    ],
)
def test_the_server_takes_a_share_of_the_memory_within_bounds(
    memory: int, buffers: str, builds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = told(memory, monkeypatch)
    assert (settings["shared_buffers"], settings["maintenance_work_mem"]) == (buffers, builds)
    assert PARALLEL not in settings


def test_indexes_are_built_by_one_process_where_several_cannot_share_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert told(6 * GB, monkeypatch, shared=64 * MB)[PARALLEL] == "0"
    assert PARALLEL not in told(6 * GB, monkeypatch, shared=512 * MB)


@pytest.mark.parametrize(("said", "left"), [("1073741824\n", GB), ("max\n", None), (None, None), (f"{2**60}\n", None)])
def test_a_container_may_have_less_than_the_machine(
    said: str | None, left: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = tmp_path / "memory.max"
    if said is not None:
        limit.write_text(said, encoding="ascii")
    monkeypatch.setattr(machine, "_LIMITS", (limit,))
    assert machine.memory() == (left or psutil.virtual_memory().total)


def test_what_was_in_memory_comes_back_after_a_restart_unless_the_server_is_thrown_away() -> None:
    kept, thrown_away = (
        configuration.text(socket=Path("/run/hub"), fsync=fsync).splitlines() for fsync in (True, False)
    )
    assert "shared_preload_libraries = 'pg_prewarm'" in kept
    assert "shared_preload_libraries = ''" in thrown_away
