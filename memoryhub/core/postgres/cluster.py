"""One embedded PostgreSQL server: made on first use, started and stopped under locks, judged by whether it answers."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from psycopg import pq
from psycopg.conninfo import make_conninfo

from memoryhub.core import errors, filelock
from memoryhub.core.postgres import account, bootstrap, configuration, location, passwords, postmaster, temporary

DATABASE = "memoryhub"
PING_SECONDS = 3


class Cluster:
    """The server whose files lie in `directory`; `fsync=False` makes a fast one that a power cut would ruin."""

    def __init__(self, directory: Path, *, fsync: bool = True) -> None:
        self.directory = directory
        self.fsync = fsync
        self.data = directory / "data"
        self.log = directory / "log" / "server.log"
        self.socket = location.socket_directory(directory)
        self.password_file = directory / "passwords"

    def connection_settings(self) -> dict[str, Any]:
        """Return the keys of Django's DATABASES; libpq reads the password from its file when it connects."""
        return {
            "NAME": DATABASE,
            "USER": passwords.OWNER,
            "HOST": str(self.socket),
            "PORT": str(configuration.PORT),
            "OPTIONS": {"passfile": str(self.password_file)},
        }

    def conninfo(self, *, dbname: str = DATABASE, user: str = passwords.OWNER) -> str:
        """Return libpq's connection string."""
        return make_conninfo(
            host=str(self.socket), port=configuration.PORT, dbname=dbname, user=user, passfile=str(self.password_file)
        )

    def answers(self) -> bool:
        """Tell whether the server accepts connections now."""
        return self._ping() == pq.Ping.OK

    def start(self) -> bool:
        """Start the server unless it answers, making it on first use; return whether this call started it.

        Raises Unavailable with the end of the server's log when it cannot be started.
        """
        self._make_directory()
        with filelock.exclusive(self.directory / "start.lock"):
            started = self._ping_settled() != pq.Ping.OK
            if started:
                self._launch(account.for_cluster(self.data))
            bootstrap.prepare_database(self.conninfo, DATABASE, self.password_file)
        return started

    def stop(self) -> None:
        """Stop the server if it runs; its files stay."""
        if not self.directory.is_dir():
            return
        with filelock.exclusive(self.directory / "start.lock"):
            postmaster.stop(self.data)

    @contextlib.contextmanager
    def holding(self) -> Iterator[bool]:
        """Keep the server running inside the block; yield whether it was started here.

        Who started it stops it at the end, unless another process holds it still.
        """
        self._make_directory()
        lock = self.directory / "holders.lock"
        started = False
        try:
            with filelock.shared(lock):
                started = self.start()
                yield started
        finally:
            if started:
                self.stop_unless_held()

    def stop_unless_held(self) -> bool:
        """Stop the server if no process is inside `holding`; return whether that was so."""
        with filelock.exclusive_or_none(self.directory / "holders.lock") as alone:
            if alone:
                self.stop()
        return alone

    def is_alive(self) -> bool:
        """Tell cheaply whether the server's main process lives; it may yet be starting."""
        return postmaster.of(self.data) is not None

    @classmethod
    @contextlib.contextmanager
    def temporary(cls) -> Iterator[Cluster]:
        """Run a throw-away server without fsync; it goes with the block, or with this process if that is killed."""
        with temporary.directory() as directory:
            cluster = cls(directory, fsync=False)
            cluster.start()
            yield cluster

    def _ping(self) -> int:
        target = make_conninfo(self.conninfo(), connect_timeout=PING_SECONDS)
        return pq.PGconn.ping(target.encode())

    def _ping_settled(self) -> int:
        """Ping until the server has made up its mind: while it recovers or shuts down it turns callers away."""
        deadline = time.monotonic() + postmaster.START_SECONDS
        while (found := self._ping()) == pq.Ping.REJECT:
            if time.monotonic() > deadline:
                raise errors.Unavailable(
                    f"PostgreSQL has been starting for {postmaster.START_SECONDS} s. See {self.log}."
                )
            time.sleep(0.2)
        return found

    def _make_directory(self) -> None:
        try:
            location.create_home(self.directory.parent)
            location.make_folder(self.directory, 0o711 if os.geteuid() == 0 else 0o700)
        except OSError as error:
            raise errors.Unavailable(
                f"The data folder cannot be made: {error} Set MEMORYHUB_HOME elsewhere."
            ) from error
        if not os.access(self.directory, os.R_OK | os.W_OK | os.X_OK):
            raise errors.Unavailable(f"{self.directory} belongs to another user. Set MEMORYHUB_HOME elsewhere.")

    def _make_folders(self, user: account.Account) -> None:
        if self.socket.parent != self.directory:
            location.make_folder(self.socket.parent, 0o711 if os.geteuid() == 0 else 0o700)
            location.require_private(self.socket.parent, os.geteuid(), open_bits=0o011)
        for folder in (self.log.parent, self.socket):
            location.make_folder(folder, 0o700)
            user.give(folder)
        location.require_private(self.socket, user.uid)

    def _launch(self, user: account.Account) -> None:
        self._make_folders(user)
        if not self.data.exists():
            bootstrap.initialise(self.data, self.password_file, user, sync=self.fsync)
        bootstrap.require_version(self.data, user)
        settings = self.directory / "memoryhub.conf"
        settings.write_text(configuration.text(socket=self.socket, fsync=self.fsync), encoding="utf-8")
        settings.chmod(0o644)
        postmaster.launch(self.data, self.socket, self.log, user)
