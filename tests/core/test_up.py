"""`up` and `down` as a person meets them: real processes on a data folder and a port of their own."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from memoryhub.core import instance
from memoryhub.core.postgres import Cluster, temporary

pytestmark = pytest.mark.processes
ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120


@dataclass
class Hub:
    """A data folder and a port, and the `up` that runs on them."""

    home: Path
    port: int
    output: Path
    up: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.home / "postgres")

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(ROOT / "manage.py"), *arguments]

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMORYHUB_", "DATABASE_"))}
        settings = {"DJANGO_SETTINGS_MODULE": "memoryhub.settings", "MEMORYHUB_EMBEDDER": "fake"}
        return kept | settings | {"MEMORYHUB_HOME": str(self.home)}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), env=self.environment(), cwd="/", capture_output=True, text=True, check=False
        )

    def start(self) -> None:
        with self.output.open("wb") as output:
            self.up = subprocess.Popen(
                self.command("up", "--port", str(self.port)),
                env=self.environment(),
                cwd="/",
                stdout=output,
                stderr=output,
                # `up` heeds no signal that it was started to ignore, and a suite run with `&` ignores this one.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
        wait_for(lambda: self.says("Memoryhub runs at") or self.has_ended())
        assert not self.has_ended(), self.output.read_text()

    def says(self, text: str) -> bool:
        return text in self.output.read_text()

    def has_ended(self) -> bool:
        return self.up is None or self.up.poll() is not None

    def answers(self) -> bool:
        return instance.answers(self.url, "localhost")

    def children(self, sign: str = "") -> list[psutil.Process]:
        assert self.up is not None
        found = psutil.Process(self.up.pid).children()
        return [child for child in found if sign in " ".join(child.as_dict(["cmdline"])["cmdline"] or [])]

    def postmaster(self) -> int:
        return int((self.cluster.data / "postmaster.pid").read_text().split()[0])


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """A data folder that goes away with the tests, its database too, even when they are killed."""
    with temporary.directory() as directory:
        hub = Hub(directory.parent, free_port(), tmp_path_factory.mktemp("up") / "output")
        yield hub
        if hub.up is not None:
            hub.up.terminate()
            hub.up.wait()


@pytest.fixture
def hub(installation: Hub) -> Hub:
    """The hub, up."""
    if installation.has_ended():
        installation.start()
    return installation


def test_up_ends_with_the_address_and_a_link_for_the_first_person(hub: Hub) -> None:
    assert hub.answers()
    assert hub.says(f"Memoryhub runs at {hub.url} (Ctrl-C stops it).\n")
    link = re.compile("^" + re.escape(hub.url) + r"/\S+$", re.MULTILINE)
    wait_for(lambda: link.search(hub.output.read_text()))


def test_a_second_up_says_where_the_first_runs_and_leaves_it_alone(hub: Hub) -> None:
    assert hub.up is not None
    second = hub.run("up", "--port", str(free_port()))
    assert second.returncode == 0, second.stderr
    assert f"Memoryhub runs already at {hub.url} (process {hub.up.pid};" in second.stdout
    assert hub.answers()


def test_up_on_another_folder_names_the_taken_port(hub: Hub, tmp_path: Path) -> None:
    other = Hub(tmp_path / "home", hub.port, hub.output)
    done = other.run("up", "--port", str(hub.port))
    assert done.returncode == 1
    assert f"Port {hub.port} of 127.0.0.1 cannot be used: Address already in use." in done.stderr
    assert not other.cluster.data.exists()


@pytest.mark.parametrize("sign", ["uvicorn", "manage.py worker"])
def test_a_killed_child_is_started_again(hub: Hub, sign: str) -> None:
    before = hub.children(sign)
    before[0].kill()
    wait_for(lambda: before[0] not in hub.children(sign) and len(hub.children(sign)) == len(before))
    wait_for(hub.answers)
    assert hub.says("process ended (-9); starting again in 1 s.")


def test_a_killed_database_comes_back_without_a_restart_of_the_hub(hub: Hub) -> None:
    killed, web = hub.postmaster(), hub.children("uvicorn")
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: hub.cluster.answers() and hub.postmaster() != killed)
    wait_for(hub.answers)
    assert hub.children("uvicorn") == web


def test_a_killed_up_leaves_no_process_and_blocks_nothing(hub: Hub) -> None:
    children, database = hub.children(), hub.postmaster()
    assert len(children) == 1 + settings.MEMORYHUB_WORKERS
    assert hub.up is not None
    hub.up.kill()
    hub.up.wait()
    hub.start()
    assert not any(child.is_running() for child in children)
    assert hub.answers()
    assert hub.postmaster() == database, "the database that was left running is taken over"


def test_interrupting_stops_all_and_the_database_it_started(hub: Hub) -> None:
    hub.run("down")
    hub.start()
    children = hub.children()
    assert hub.up is not None
    hub.up.send_signal(signal.SIGINT)
    assert hub.up.wait(PATIENCE_SECONDS) == 0
    assert not any(child.is_running() for child in children)
    assert not hub.cluster.answers()
    assert hub.output.read_text().splitlines()[-2:] == ["Stopping.", "Stopped."]


def test_down_stops_the_hub_and_says_so(hub: Hub) -> None:
    assert hub.up is not None
    done = hub.run("down")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == f"Stopped the hub at {hub.url}."
    assert hub.up.wait(PATIENCE_SECONDS) == 0
    assert not hub.answers()
    assert not hub.cluster.answers()
    assert hub.run("down").stdout == f"Nothing runs on {hub.home}.\n"
