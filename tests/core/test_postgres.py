"""What an embedded server is: it knows all scripts, keeps to its socket, and tells nobody's texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memoryhub.core.postgres import Cluster, bootstrap, postmaster

ROOT = Path(__file__).resolve().parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")


@pytest.fixture(scope="module")
def shared() -> Iterator[Cluster]:
    """A running cluster for tests that only ask."""
    with Cluster.temporary() as cluster:
        yield cluster


def ask(cluster: Cluster, question: str, **connection: str) -> Any:
    with psycopg.connect(cluster.conninfo(**connection), autocommit=True) as connected:
        row = connected.execute(question).fetchone()
    return row[0] if row else None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("SELECT cardinality(show_trgm('日本語の検索')) > 0", True),
        ("SELECT cardinality(show_trgm('한국어')) > 0", True),
        ("SELECT lower('ÄÖŠЖ')", "äöšж"),
        ("SELECT upper('straße')", "STRASSE"),
        ("SELECT to_tsvector('simple', '東京。大阪')::text", "'大阪':2 '東京':1"),
        ("SHOW data_checksums", "on"),
        ("SHOW listen_addresses", ""),
        ("SHOW hnsw.ef_search", "100"),
        ("SHOW hnsw.iterative_scan", "strict_order"),
        ("SHOW jit", "off"),
        ("SHOW timezone", "UTC"),
        ("SELECT rolsuper FROM pg_roles WHERE rolname = current_user", False),
    ],
)
def test_the_cluster_knows_all_scripts_and_the_hubs_settings(shared: Cluster, question: str, answer: object) -> None:
    assert ask(shared, question) == answer


def test_a_new_database_has_the_extensions_although_the_hubs_role_may_not_create_them(shared: Cluster) -> None:
    with psycopg.connect(shared.conninfo(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE another")
    names = "SELECT array_agg(extname::text) FROM pg_extension"
    assert set(bootstrap.EXTENSIONS) <= set(ask(shared, names, dbname="another"))


def test_a_connection_without_the_right_password_is_refused(shared: Cluster, tmp_path: Path) -> None:
    wrong = tmp_path / "passwords"
    wrong.write_text("*:*:*:*:wrong\n")
    wrong.chmod(0o600)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(shared.conninfo(), passfile=str(wrong))


def test_folders_and_passwords_are_closed_to_others(shared: Cluster) -> None:
    modes = {path.name: path.stat().st_mode & 0o777 for path in (shared.data, shared.socket, shared.password_file)}
    assert modes == {"data": 0o700, "socket": 0o700, "passwords": 0o600}


@as_root
def test_for_root_the_server_runs_as_another_account_that_cannot_read_our_passwords(shared: Cluster) -> None:
    process = postmaster.of(shared.data)
    assert process is not None
    assert process.uids().real == shared.data.stat().st_uid != 0
    assert shared.password_file.stat().st_uid == 0


def test_the_log_never_holds_the_texts_of_failed_statements(shared: Cluster) -> None:
    with psycopg.connect(shared.conninfo(), autocommit=True) as connection:
        connection.execute("CREATE TABLE told (text text PRIMARY KEY)")
        connection.execute("INSERT INTO told VALUES ('a private text')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO told VALUES ('a private text')")
    log = shared.log.read_text()
    assert "duplicate key" in log
    assert "private" not in log
