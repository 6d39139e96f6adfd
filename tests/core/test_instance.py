"""One `up` per data folder; it can be found, it answers, and a killed one blocks nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from memoryhub.core import errors, instance

ROOT = Path(__file__).resolve().parents[2]
URL = "http://127.0.0.1:8000"
CLAIMING = """
import sys, time
from pathlib import Path
from memoryhub.core import instance
with instance.claim(Path(sys.argv[1]), "http://127.0.0.1:8000"):
    print(flush=True)
    time.sleep(60)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def claiming(home: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", CLAIMING, str(home)],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_second_claim_is_told_where_the_first_runs(home: Path) -> None:
    with instance.claim(home, URL) as last_was_killed:
        assert last_was_killed is False
        with pytest.raises(instance.AlreadyRunning, match=f"{URL} .process {os.getpid()}.") as raised:
            instance.claim(home, "http://127.0.0.1:9000").__enter__()
        assert raised.value.instance == instance.find(home)
    assert instance.find(home) is None


def test_a_killed_one_blocks_nothing_and_is_noticed(home: Path) -> None:
    with claiming(home) as process:
        assert instance.find(home) is not None
        process.kill()
    assert instance.find(home) is None
    with instance.claim(home, URL) as last_was_killed:
        assert last_was_killed is True


def test_stopping_ends_the_running_one_and_waits_for_it(home: Path) -> None:
    with claiming(home) as process:
        stopped = instance.stop(home)
        assert stopped is not None
        assert (stopped.pid, stopped.url) == (process.pid, URL)
        assert instance.find(home) is None
    assert instance.stop(home) is None


def test_a_stranger_with_the_recorded_number_is_never_ended(home: Path) -> None:
    with instance.claim(home, URL):
        stranger = instance.Instance(os.getpid(), -100.0, URL)
        instance._write(home / "up.json", stranger)
        with pytest.raises(errors.Conflict, match="is not the one"):
            instance.stop(home)


def test_a_hub_is_well_only_if_it_says_so() -> None:
    statuses = [200, 503, 500]

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = self.path == "/healthz" and self.headers["Host"] == "hub.example.org"
            self.send_response(statuses.pop(0) if known else 404)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Keep the test's output clean."""

    with HTTPServer(("127.0.0.1", 0), Health) as server:
        url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, daemon=True).start()
        assert instance.answers(url, "hub.example.org") is True
        assert instance.answers(url, "hub.example.org") is False
        assert instance.answers(url, "elsewhere.example.org") is False
        with pytest.raises(errors.Unavailable, match="its output says why"):
            instance.answers(url, "hub.example.org")
        server.shutdown()
    assert instance.answers(url, "hub.example.org") is False
