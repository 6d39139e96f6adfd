"""Children live as long as their supervisor: started again after a crash, stopped in order, never left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from memoryhub.core import errors, postgres, supervisor
from memoryhub.core.postgres import Cluster

ROOT = Path(__file__).resolve().parents[2]
# A program that notes its name when it starts and when it is told to end.
NOTING = """
import signal, sys, time
def note(word):
    with open(sys.argv[1], "a") as file:
        file.write(word + " " + sys.argv[2] + "\\n")
def end(*_):
    note("ends")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
note("starts")
time.sleep(60)
"""
WATCHING = """
import sys, time
from pathlib import Path
from memoryhub.core import parent
parent.watch()
Path(sys.argv[1]).touch()
time.sleep(60)
"""
STUBBORN = "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"


def program(script: str, *arguments: str, name: str = "test") -> supervisor.Program:
    return supervisor.Program(name, [sys.executable, "-c", script, *arguments], {"PYTHONPATH": str(ROOT)})


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def crash(child: supervisor.Child) -> None:
    assert child.process is not None
    child.process.wait()


def test_children_start_in_order_and_stop_in_reverse(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    web, worker = (program(NOTING, str(notes), name) for name in ("web", "worker"))
    with supervisor.children([web, worker]):
        wait_for(lambda: notes.read_text().count("starts") == 2)
    assert notes.read_text().splitlines()[2:] == ["ends worker", "ends web"]


def test_a_child_that_ignores_the_request_to_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.2)
    with supervisor.children([program(STUBBORN)]) as (child,):
        assert child.process is not None
        time.sleep(0.5)
    assert child.process.returncode == -signal.SIGKILL


def test_a_crashed_child_starts_again_after_growing_delays_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    said: list[str] = []
    with supervisor.children([program("raise SystemExit(3)")]) as (child,):
        delays: list[float] = []
        for _ in range(8):
            crash(child)
            child.keep_alive(said.append)
            begin = now
            while child.process is None:
                now += 1
                child.keep_alive(said.append)
            delays.append(now - begin)
    assert delays == [1, 2, 4, 8, 16, 30, 30, 30]
    assert said[0] == "The test process ended (3); starting again in 1 s."


def test_a_crash_after_a_long_life_counts_as_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    said: list[str] = []
    with supervisor.children([program("raise SystemExit(3)")]) as (child,):
        for lifetime in (0, 5, supervisor.PROVEN_SECONDS + 1):
            crash(child)
            now += lifetime
            child.keep_alive(said.append)
            now += supervisor.LONGEST_DELAY_SECONDS
            child.keep_alive(said.append)
    assert [line.rsplit(" in ")[1] for line in said] == ["1 s.", "2 s.", "1 s."]


def test_children_of_a_killed_supervisor_end_by_themselves(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    script = f"""
import sys, time
from memoryhub.core import supervisor
program = supervisor.Program("test", [sys.executable, "-c", {WATCHING!r}, {str(ready)!r}])
with supervisor.children([program]) as (child,):
    print(child.process.pid, flush=True)
    time.sleep(60)
"""
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE) as up:
        assert up.stdout is not None
        child = psutil.Process(int(up.stdout.readline()))
        wait_for(ready.exists)
        up.kill()
        child.wait(timeout=5)
    assert not child.is_running()


def test_waiting_for_a_child_that_ends_says_so() -> None:
    with (
        supervisor.children([program("raise SystemExit(1)", name="web")]) as (child,),
        pytest.raises(errors.Unavailable, match="The web process ended while starting"),
    ):
        supervisor.wait_until(lambda: False, child, seconds=10, stopping=threading.Event())


def test_waiting_for_a_child_that_never_answers_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        supervisor.children([program("import time; time.sleep(60)", name="web")]) as (child,),
        pytest.raises(errors.Unavailable, match="did not answer within 1 s"),
    ):
        supervisor.wait_until(lambda: False, child, seconds=1, stopping=threading.Event())


def test_a_taken_port_is_one_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            errors.Unavailable, match=f"Port {port} of 127.0.0.1 cannot be used: Address already in use"
        ):
            supervisor.require_free_port("127.0.0.1", port, wait_seconds=0)
    supervisor.require_free_port("127.0.0.1", port, wait_seconds=0)


def test_a_port_that_is_given_up_in_time_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        timer = threading.Timer(0.5, taken.close)
        timer.start()
        supervisor.require_free_port("127.0.0.1", port, wait_seconds=10)
        timer.join()


def test_signals_set_the_event_inside_the_block_only() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with supervisor.stop_signals() as stopping:
        assert not stopping.is_set()
        os.kill(os.getpid(), signal.SIGTERM)
        wait_for(stopping.is_set)
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_nohup_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with supervisor.stop_signals() as stopping:
            os.kill(os.getpid(), signal.SIGHUP)
            os.kill(os.getpid(), signal.SIGHUP)
            assert not stopping.wait(0.2)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_killed_database_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with Cluster.temporary() as cluster:
        monkeypatch.setattr(postgres, "embedded", lambda: cluster)
        database = supervisor.Database(said.append)
        database.keep_alive()
        assert said == []
        os.kill(int((cluster.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        wait_for(lambda: not cluster.is_alive())
        database.keep_alive()
        assert cluster.answers()
    assert said == ["The database has gone away; starting it again."]


def test_a_database_that_cannot_start_is_not_tried_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with Cluster.temporary() as cluster:
        monkeypatch.setattr(postgres, "embedded", lambda: cluster)
        cluster.stop()
        (cluster.data / "PG_VERSION").write_text("15\n")
        database = supervisor.Database(said.append)
        database.keep_alive()
        database.keep_alive()
    assert len(said) == 2
    assert "written by PostgreSQL 15" in said[1]
