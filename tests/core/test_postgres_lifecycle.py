"""Starting and stopping the embedded server: by one at a time, and over whatever a killed one left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memoryhub.core import errors
from memoryhub.core.postgres import Cluster, account, bootstrap, location, passwords, postmaster, temporary

ROOT = Path(__file__).resolve().parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A running cluster of the test's own, to be killed and stopped."""
    with Cluster.temporary() as cluster:
        yield cluster


def ask(cluster: Cluster, question: str, **connection: str) -> Any:
    with psycopg.connect(cluster.conninfo(**connection), autocommit=True) as connected:
        row = connected.execute(question).fetchone()
    return row[0] if row else None


def python(script: str, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)


def pid_of(cluster: Cluster) -> int:
    process = postmaster.of(cluster.data)
    assert process is not None
    return process.pid


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def test_start_says_whether_it_started_the_server(cluster: Cluster) -> None:
    assert cluster.start() is False
    cluster.stop()
    assert not cluster.answers()
    assert not cluster.is_alive()
    assert cluster.start() is True
    assert cluster.is_alive()


def test_settings_are_written_anew_at_each_start(cluster: Cluster) -> None:
    cluster.stop()
    (cluster.directory / "memoryhub.conf").write_text("work_mem = 12345kB\n")
    cluster.start()
    assert ask(cluster, "SHOW work_mem") == "4MB"
    assert ask(cluster, "SHOW random_page_cost") == "1.1"


def test_own_settings_below_the_include_win(cluster: Cluster) -> None:
    cluster.stop()
    with (cluster.data / "postgresql.conf").open("a") as file:
        file.write("random_page_cost = 2\n")
    cluster.start()
    assert ask(cluster, "SHOW random_page_cost") == "2"


def test_a_killed_server_starts_again_at_once_with_all_rows_though_a_long_query_survived_it(cluster: Cluster) -> None:
    with psycopg.connect(cluster.conninfo()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000)")
    long_query = psycopg.connect(cluster.conninfo())

    def run() -> None:
        with pytest.raises(psycopg.OperationalError):
            long_query.execute("SELECT count(*) FROM generate_series(1, 1000000000)")

    thread = threading.Thread(target=run)
    thread.start()
    wait_for(lambda: ask(cluster, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'") == 2)
    os.kill(pid_of(cluster), signal.SIGKILL)
    begin = time.monotonic()
    assert cluster.start() is True
    assert time.monotonic() - begin < 30
    assert ask(cluster, "SELECT count(*) FROM kept") == 1000
    thread.join()


@pytest.mark.skipif(sys.platform != "linux", reason="adopting orphans is a call of Linux")
def test_a_killed_server_that_nobody_buries_does_not_block_the_next(cluster: Cluster) -> None:
    cluster.stop()
    script = """
import ctypes, os, signal, sys
from pathlib import Path
from typing import Any
from memoryhub.core.postgres import Cluster
PR_SET_CHILD_SUBREAPER = 36
assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) == 0
cluster = Cluster(Path(sys.argv[1]), fsync=False)
cluster.start()
pid = int((cluster.data / "postmaster.pid").read_text().split()[0])
os.kill(pid, signal.SIGKILL)
print(cluster.start())
print(Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0])
"""
    with python(script, str(cluster.directory)) as process:
        assert process.stdout is not None
        assert process.stdout.read().split() == ["True", "Z"]
    assert cluster.answers()


def test_a_stale_pid_file_that_names_a_stranger_is_not_believed(cluster: Cluster) -> None:
    left_behind = (cluster.data / "postmaster.pid").read_text()
    cluster.stop()
    with subprocess.Popen(["/bin/sleep", "60"], user=cluster.data.stat().st_uid) as stranger:
        lines = [str(stranger.pid), *left_behind.split("\n")[1:]]
        (cluster.data / "postmaster.pid").write_text("\n".join(lines))
        assert not cluster.is_alive()
        assert cluster.start() is True
        assert stranger.poll() is None
        stranger.kill()


def test_two_processes_at_once_start_one_server(cluster: Cluster) -> None:
    cluster.stop()
    script = """
import sys
from pathlib import Path
from typing import Any
from memoryhub.core.postgres import Cluster
input()
print(Cluster(Path(sys.argv[1]), fsync=False).start())
"""
    both = [python(script, str(cluster.directory)) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = sorted(process.communicate()[0].strip() for process in both)
    assert said == ["False", "True"]
    assert cluster.answers()


def test_who_started_the_server_stops_it_unless_another_holds_it(cluster: Cluster) -> None:
    cluster.stop()
    with cluster.holding() as started:
        assert started is True
        assert cluster.answers()
    assert not cluster.answers()

    other = Cluster(cluster.directory, fsync=False)
    first = cluster.holding()
    first.__enter__()
    with other.holding() as started_again:
        assert started_again is False
        first.__exit__(None, None, None)
        assert other.answers()
    assert other.answers(), "who found the server running leaves it running"


def test_a_creation_that_was_cut_short_is_done_anew() -> None:
    with temporary.directory() as directory:
        cluster = Cluster(directory, fsync=False)
        (directory / "data.new" / "base").mkdir(parents=True)
        assert cluster.start() is True
        assert not (directory / "data.new").exists()


def test_a_locale_the_system_lacks_is_replaced_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "CHARACTER_TYPES", ("xx_XX.UTF-8", "C.UTF-8"))
    with Cluster.temporary() as cluster:
        assert ask(cluster, "SELECT cardinality(show_trgm('検索エンジン')) > 0") is True


def test_files_of_another_major_version_are_refused(cluster: Cluster) -> None:
    cluster.stop()
    (cluster.data / "PG_VERSION").write_text("15\n")
    with pytest.raises(errors.Unavailable, match="written by PostgreSQL 15"):
        cluster.start()


def test_what_the_log_says_is_told_when_the_server_cannot_start(cluster: Cluster) -> None:
    cluster.stop()
    with (cluster.data / "postgresql.conf").open("a") as file:
        file.write("shared_buffers = 'very much'\n")
    with pytest.raises(errors.Unavailable, match="very much"):
        cluster.start()


def test_a_throw_away_cluster_goes_with_the_process_that_made_it() -> None:
    script = """
from memoryhub.core.postgres import Cluster
with Cluster.temporary() as cluster:
    print(cluster.directory, flush=True)
    input()
"""
    with python(script) as process:
        assert process.stdout is not None
        directory = Path(process.stdout.readline().strip())
        assert Cluster(directory).answers()
        process.kill()
    wait_for(lambda: not directory.parent.exists())
    assert not Cluster(directory).answers()


@as_root
def test_an_ordinary_user_needs_no_other_account() -> None:
    interpreter = next((name for name in (sys.executable, "/usr/bin/python3") if _usable_by_all(name)), None)
    if interpreter is None:
        pytest.skip("no Python of this version that another user may run")
    nobody = account._named("nobody")
    assert nobody is not None
    script = """
import os, tempfile
os.environ["MEMORYHUB_HOME"] = tempfile.mkdtemp()
from memoryhub.core import postgres
postgres.ensure_running()
cluster = postgres.embedded()
print(cluster.data.stat().st_uid == os.geteuid(), cluster.answers())
postgres.stop()
import shutil; shutil.rmtree(os.environ["MEMORYHUB_HOME"])
"""
    paths = os.pathsep.join([str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))])
    done = subprocess.run(
        [interpreter, "-B", "-c", script],
        env={"PYTHONPATH": paths, "HOME": "/nonexistent", "PATH": os.defpath},
        cwd="/",
        user=nobody.uid,
        group=nobody.gid,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["True", "True"], done.stderr


def _usable_by_all(interpreter: str) -> bool:
    if not location.open_to_all(Path(interpreter)) or not location.open_to_all(ROOT):
        return False
    version = "import sys; print(sys.version_info[:2] == " + repr(tuple(sys.version_info[:2])) + ")"
    return subprocess.run([interpreter, "-c", version], capture_output=True, check=False).stdout.strip() == b"True"


def test_a_lost_password_file_is_named(cluster: Cluster) -> None:
    cluster.password_file.unlink()
    with pytest.raises(errors.Unavailable, match=str(cluster.password_file)):
        cluster.start()


def test_a_password_that_is_not_the_databases_is_told_as_that(cluster: Cluster) -> None:
    cluster.password_file.unlink()
    passwords.ensure(cluster.password_file)
    with pytest.raises(errors.Unavailable, match="does not let us in"):
        cluster.start()
