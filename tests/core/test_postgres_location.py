"""Where the embedded server lies, and what settings and commands learn about the database."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryhub.core import errors, postgres
from memoryhub.core.postgres import Cluster, account, binaries, location

ROOT = Path(__file__).resolve().parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A running cluster of the test's own, to be killed and stopped."""
    with Cluster.temporary() as cluster:
        yield cluster


@as_root
def test_programs_the_servers_account_cannot_reach_are_copied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(location, "open_to_all", lambda path: False)
    monkeypatch.setattr(location, "SYSTEM_HOME", tmp_path)
    folder = binaries.folder_for(account.Account("somebody", os.geteuid() + 1, os.getegid()))
    assert folder.is_relative_to(tmp_path)
    done = subprocess.run([folder / "psql", "--version"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("psql (PostgreSQL)"), done.stderr  # psql needs the libraries beside the package
    assert [path.name for path in tmp_path.iterdir()] == [folder.relative_to(tmp_path).parts[0]]


@as_root
def test_a_closed_parent_moves_the_cluster_instead_of_being_opened(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert location.cluster_directory(closed / "home").parent == location.SYSTEM_HOME
    assert closed.stat().st_mode & 0o777 == 0o700


def test_a_cluster_that_exists_is_found_wherever_a_new_one_would_go(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    assert location.cluster_directory(tmp_path) == tmp_path / "postgres"


def test_the_socket_path_fits_a_socket_address_however_long_the_home(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / ("x" * 200)):
        path = location.socket_directory(folder) / location.SOCKET_NAME
        assert len(os.fsencode(path)) <= location.LONGEST_SOCKET_PATH
    assert location.socket_directory(tmp_path / ("x" * 200)) != location.socket_directory(tmp_path / ("y" * 200))


def test_a_shared_place_somebody_else_prepared_is_refused(tmp_path: Path) -> None:
    prepared = tmp_path / "socket"
    prepared.mkdir(mode=0o777)
    prepared.chmod(0o777)
    with pytest.raises(errors.Unavailable, match="closed to everybody else"):
        location.require_private(prepared, os.geteuid())
    target = tmp_path / "link"
    target.symlink_to(tmp_path)
    with pytest.raises(errors.Unavailable):
        location.require_private(target, os.geteuid())


def test_asking_for_settings_writes_and_starts_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("MEMORYHUB_HOME", str(tmp_path / "home"))
    settings = postgres.connection_settings()
    assert (settings["NAME"], settings["USER"]) == ("memoryhub", "memoryhub")
    assert "PASSWORD" not in settings
    assert postgres.conninfo().startswith("host=")
    assert list(tmp_path.iterdir()) == []


def test_database_url_is_taken_apart_for_django(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:s%40fe@db.example.org:6432/hub?sslmode=require")
    assert postgres.embedded() is None
    assert postgres.connection_settings() == {
        "NAME": "hub",
        "USER": "ada",
        "PASSWORD": "s@fe",
        "HOST": "db.example.org",
        "PORT": "6432",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_malformed_database_url_is_refused_without_repeating_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://ada:secret@db.example.org/hub")
    with pytest.raises(errors.InvalidInput, match="DATABASE_URL") as raised:
        postgres.connection_settings()
    assert "secret" not in str(raised.value)


def test_an_external_server_is_checked_and_left_alone(monkeypatch: pytest.MonkeyPatch, cluster: Cluster) -> None:
    monkeypatch.setenv("DATABASE_URL", cluster.conninfo())
    postgres.ensure_running()
    with postgres.holding() as started:
        assert started is False
    postgres.stop()
    assert cluster.answers()
    cluster.stop()
    with pytest.raises(errors.Unavailable, match="DATABASE_URL does not answer"):
        postgres.ensure_running()
    assert not cluster.answers()
