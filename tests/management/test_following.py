"""Folders that are followed: what is told, and when."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memoryhub.management import following
from memoryhub.management.following import Quiet


def test_a_file_is_ready_when_it_has_been_left_alone(tmp_path: Path) -> None:
    quiet, file = Quiet(2.0), tmp_path / "a.md"
    file.write_text("One.")
    quiet.note(file, now=0)
    assert quiet.ready(now=1.9) == []
    file.write_text("One. Two.")
    assert (quiet.ready(now=2.1), quiet.ready(now=4.0)) == ([], [])
    assert quiet.ready(now=4.2) == [file]
    assert quiet.ready(now=9) == []


def test_each_event_begins_the_wait_anew_and_what_is_gone_is_ready_too(tmp_path: Path) -> None:
    quiet, file = Quiet(2.0), tmp_path / "a.md"
    for now in (0, 1.5, 3.0):
        quiet.note(file, now=now)
    assert quiet.ready(now=4.9) == []
    assert quiet.ready(now=5.0) == [file]


class Watched:
    """A followed folder, and what was told of it so far."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.stop = folder, threading.Event()
        self.there: list[str] = []
        self.gone: list[str] = []
        self._ticks = following.changes([folder], stop=self.stop)
        next(self._ticks)

    def until(self, is_so: Callable[[], bool], *, seconds: float = 10) -> None:
        deadline = time.monotonic() + seconds
        while not is_so() and time.monotonic() < deadline:
            self.go_on()
        assert is_so(), (self.there, self.gone)

    def go_on(self) -> None:
        there, gone = next(self._ticks)
        self.there += [str(path.relative_to(self.folder)) for path in there]
        self.gone += [str(path.relative_to(self.folder)) for path in gone]


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    monkeypatch.setattr(following, "QUIET_SECONDS", 0.3)
    monkeypatch.setattr(following, "TICK_SECONDS", 0.05)
    (tmp_path / "old.md").write_text("Old.")
    made = Watched(tmp_path)
    yield made
    made.stop.set()


def test_new_changed_and_recreated_files_are_told_and_hidden_ones_not(watched: Watched) -> None:
    (watched.folder / "new.md").write_text("New.")
    (watched.folder / "old.md").write_text("Changed.")
    (watched.folder / ".hidden.md").write_text("x")
    (watched.folder / ".git").mkdir()
    (watched.folder / ".git" / "a.md").write_text("x")
    watched.until(lambda: sorted(watched.there) == ["new.md", "old.md"])
    # As many editors save: away, and there again.
    (watched.folder / "old.md").rename(watched.folder / ".old.md.backup")
    (watched.folder / "old.md").write_text("Saved.")
    watched.until(lambda: watched.there.count("old.md") == 2)
    assert (watched.gone, len(watched.there)) == ([], 3)


def test_a_file_that_is_being_written_is_told_once_when_it_is_whole(watched: Watched) -> None:
    with (watched.folder / "long.md").open("w") as file:
        for _ in range(8):
            file.write("More. ")
            file.flush()
            time.sleep(0.1)
            watched.go_on()
            assert watched.there == []
    watched.until(lambda: watched.there == ["long.md"])


def test_a_folder_that_comes_as_a_whole_comes_with_all_its_files(
    watched: Watched, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "moved"
    (elsewhere / "deep").mkdir(parents=True)
    for name in ("a.md", "deep/b.md"):
        (elsewhere / name).write_text("x")
    shutil.move(elsewhere, watched.folder / "moved")
    watched.until(lambda: sorted(watched.there) == ["moved/a.md", "moved/deep/b.md"])
    shutil.move(watched.folder / "moved", elsewhere)
    watched.until(lambda: "moved" in watched.gone)


def test_what_is_deleted_is_told_as_gone(watched: Watched) -> None:
    (watched.folder / "old.md").unlink()
    watched.until(lambda: watched.gone == ["old.md"])
    assert watched.there == []
