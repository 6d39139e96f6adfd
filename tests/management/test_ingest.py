"""The command that takes files in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import advancing
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.management import feeding, following
from memoryhub.management.commands import ingest as command
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.pages import site
from tests.ingest.work_through import texts_of


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "a.md").write_text("The studio is in Ghent.")
    (folder / "deep" / "b.txt").write_text("Brenka lives in Porto.")
    (folder / ".git" / "c.md").write_text("Nobody wants this.")
    return folder


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the command sleeps, a worker works."""

    def work(_seconds: float) -> None:
        for document in Document.objects.filter(status="queued"):
            advancing.advance(document.pk)

    monkeypatch.setattr("memoryhub.management.commands.ingest.time.sleep", work)


@pytest.mark.usefixtures("worker")
def test_folders_go_in_with_what_is_below_them_but_for_hidden_files(
    space: Space, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("ingest", str(notes), space=space.tag)
    assert texts_of(space) == ["Brenka lives in Porto.", "The studio is in Ghent."]
    assert sorted(Document.objects.values_list("file_name", flat=True)) == ["a.md", "b.txt"]
    assert "2 files submitted to atlas, 0 of them known already" in capsys.readouterr().out
    call_command("ingest", str(notes), space=space.tag)
    assert "2 of them known already" in capsys.readouterr().out


@pytest.mark.usefixtures("worker")
def test_what_fails_is_named_with_its_reason_and_the_rest_goes_in(
    space: Space, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (notes / "broken.bin").write_bytes(b"\x00\x01\x02\x03" * 100)
    (notes / "empty.md").write_bytes(b"")
    with pytest.raises(CommandError, match="3 of the files did not go in"):
        call_command("ingest", str(notes), str(notes / "missing.md"), space=space.tag)
    told = capsys.readouterr().out
    assert all(name in told for name in ("broken.bin", "empty.md", "missing.md"))
    assert texts_of(space) == ["Brenka lives in Porto.", "The studio is in Ghent."]


@pytest.mark.usefixtures("worker")
def test_a_name_that_a_terminal_would_obey_is_shown_instead(
    space: Space, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a\x1b[2Jb.md").write_bytes(b"\x00\x01\x02" * 100)
    with pytest.raises(CommandError):
        call_command("ingest", str(tmp_path), "--space", space.tag)
    shown = capsys.readouterr().out
    assert "a⟨U+001B⟩[2Jb.md" in shown
    assert "\x1b" not in shown


def test_without_waiting_the_worker_does_the_rest(space: Space, notes: Path) -> None:
    call_command("ingest", str(notes), space=space.tag, no_wait=True)
    assert set(Document.objects.values_list("status", flat=True)) == {"queued"}


def test_it_says_when_nobody_works_on_them(space: Space, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "IDLE_SECONDS", 0.1)
    monkeypatch.setattr(command, "POLL_SECONDS", 0.02)
    with pytest.raises(CommandError, match="Nobody works on them"):
        call_command("ingest", str(notes), space=space.tag)


def test_a_space_that_is_not_there_is_named(space: Space, notes: Path) -> None:
    with pytest.raises(CommandError, match="no space nowhere"):
        call_command("ingest", str(notes), space="nowhere")


@pytest.mark.usefixtures("worker")
def test_a_changed_file_is_the_next_revision_of_its_document_however_it_is_named(
    space: Space, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("ingest", str(notes), space=space.tag)
    (notes / "a.md").write_text("The studio is in Oslo.")
    monkeypatch.chdir(notes)
    call_command("ingest", "a.md", "*.md", "./deep", space=space.tag)
    assert sorted(Document.objects.values_list("custom_id", "revision")) == [
        (f"file:{notes}/a.md", 2),
        (f"file:{notes}/deep/b.txt", 1),
    ]
    assert texts_of(space) == ["Brenka lives in Porto.", "The studio is in Oslo."]


@pytest.mark.usefixtures("worker")
def test_files_of_one_name_or_one_content_in_two_folders_are_two_documents(space: Space, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "README.md").write_text("The studio is in Ghent.")
    call_command("ingest", str(tmp_path / "one"), str(tmp_path / "two"), space=space.tag)
    assert Document.objects.count() == 2
    (tmp_path / "one" / "README.md").write_text("Brenka lives in Porto.")
    call_command("ingest", str(tmp_path), space=space.tag)
    assert texts_of(space) == ["Brenka lives in Porto.", "The studio is in Ghent."]


def test_what_was_sent_is_not_sent_again(space: Space, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("ingest", str(notes), space=space.tag, no_wait=True)
    seq = ledger.revision_of(space.pk)
    monkeypatch.setattr(ingest, "submit", lambda **given: pytest.fail("sent again"))
    call_command("ingest", str(notes), space=space.tag, no_wait=True)
    assert (ledger.revision_of(space.pk), DocumentInput.objects.count()) == (seq, 2)


def test_stopped_in_the_middle_it_goes_on_from_there(
    space: Space, notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    submit, sent = ingest.submit, []

    def stop_at_the_second(**given: Any) -> ingest.Submitted:
        sent.append(given["name"])
        if len(sent) == 2:
            raise KeyboardInterrupt
        return submit(**given)

    monkeypatch.setattr(ingest, "submit", stop_at_the_second)
    with pytest.raises(SystemExit) as ended:
        call_command("ingest", str(notes), space=space.tag, no_wait=True)
    assert (ended.value.code, Document.objects.count()) == (130, 1)
    assert "the same command goes on" in capsys.readouterr().out
    call_command("ingest", str(notes), space=space.tag, no_wait=True)
    assert (Document.objects.count(), sent) == (2, ["a.md", "b.txt", "b.txt"])
    assert "2 files submitted to atlas, 1 of them known already" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["two  blanks.md", "line\nbreak.md", "x" * 250 + ".md", " edge .md", "\udcff.md"])
@pytest.mark.usefixtures("worker")
def test_a_path_that_no_custom_id_can_hold_names_one_document_all_the_same(
    space: Space, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.write_text("The studio is in Ghent.")
    (tmp_path / "two blanks.md").write_text("Brenka lives in Porto.")
    for _ in range(2):
        call_command("ingest", str(tmp_path), space=space.tag)
    assert Document.objects.count() == 2
    assert len(feeding.custom_id_of(file)) <= 255
    assert Document.objects.filter(custom_id=feeding.custom_id_of(file)).count() == 1


@pytest.mark.usefixtures("worker")
def test_pages_go_in_beside_files(space: Space, notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.1"]), site() as web:
        page, lost = web.has("/plan", "The depot opens at six."), web.at("/lost")
        with pytest.raises(CommandError, match="3 of the files did not go in"):
            call_command("ingest", str(notes), page, lost, "http://10.0.0.1/", "http://a:b@c/", space=space.tag)
        told = capsys.readouterr().out
    assert texts_of(space) == ["Brenka lives in Porto.", "The depot opens at six.", "The studio is in Ghent."]
    assert f"✗ {lost}: There is no such page" in told
    assert "✗ http://10.0.0.1/: This address cannot be visited" in told
    assert Document.objects.get(url=page).source == "web"


@pytest.mark.usefixtures("worker")
def test_what_is_left_out_is_named_once_and_no_failure(
    space: Space, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(notes / "pipe")
    (notes / ".git" / "more.md").write_text("x")
    call_command("ingest", str(notes), space=space.tag)
    told = capsys.readouterr().out
    assert f"– {notes}/.git: hidden" in told
    assert f"– {notes}/pipe: no regular file" in told
    assert told.count(".git") == 1


@pytest.mark.usefixtures("worker")
def test_a_file_that_cannot_be_read_or_is_too_large_stops_no_other(
    space: Space, notes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with (notes / "0-large.md").open("wb") as file:
        file.truncate(2 * 2**30)
    read = Path.read_bytes

    def forbidden(path: Path) -> bytes:
        if path.name == "a.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    with pytest.raises(CommandError, match="2 of the files did not go in"):
        call_command("ingest", str(notes), space=space.tag)
    told = capsys.readouterr().out
    assert f"✗ {notes}/a.md: Permission denied" in told
    assert f"✗ {notes}/0-large.md: The file has 2,147,483,648 bytes" in told
    assert texts_of(space) == ["Brenka lives in Porto."]


Step = Callable[[], tuple[list[Path], list[Path]]]


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """What happens, step by step, while the command watches; a worker works after each, and then comes Ctrl-C."""
    steps: list[Step] = []

    def changes(folders: list[Path]) -> Iterator[tuple[list[Path], list[Path]]]:
        for step in steps:
            yield step()
            for document in Document.objects.filter(status="queued"):
                advancing.advance(document.pk)
        yield [], []
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "changes", changes)
    return steps


def test_watching_takes_what_comes_and_changes(
    space: Space, notes: Path, days: list[Step], capsys: pytest.CaptureFixture[str]
) -> None:
    def write(name: str, text: str) -> Step:
        def step() -> tuple[list[Path], list[Path]]:
            (notes / name).write_text(text)
            return [notes / name], []

        return step

    days += [
        write("a.md", "The studio is in Oslo."),
        write("new.md", "Tavi lives in Oslo."),
        write("bad.bin", "\x00\x01" * 90),
    ]
    days += [write("new.md~", "x"), write("new.md~", "y")]
    call_command("ingest", str(notes), space=space.tag, watch=True)
    told = capsys.readouterr().out
    assert texts_of(space) == ["Brenka lives in Porto.", "Tavi lives in Oslo.", "The studio is in Oslo."]
    assert f"→ {notes}/new.md" in told
    assert f"✗ {notes}/bad.bin" in told
    assert told.count("new.md~") == 1
    assert "Stopped." in told


@pytest.mark.parametrize("delete", [False, True])
def test_a_deleted_file_takes_its_document_along_only_when_that_is_asked_for(
    space: Space, notes: Path, days: list[Step], capsys: pytest.CaptureFixture[str], delete: bool
) -> None:
    def remove(path: Path) -> Step:
        def step() -> tuple[list[Path], list[Path]]:
            path.rename(path.with_name(f".{path.name}"))
            return [], [path]

        return step

    days += [lambda: ([], []), remove(notes / "a.md"), remove(notes / "deep")]
    call_command("ingest", str(notes), space=space.tag, watch=True, delete=delete)
    kept = [] if delete else ["Brenka lives in Porto.", "The studio is in Ghent."]
    assert texts_of(space) == kept
    assert Document.objects.count() == len(kept)
    assert (f"{notes}/a.md is gone" in capsys.readouterr().out) == delete


def test_what_went_while_nobody_watched_goes_when_the_watching_begins_but_never_with_an_empty_disk(
    cast: Cast, space: Space, notes: Path, days: list[Step], capsys: pytest.CaptureFixture[str]
) -> None:
    ingest.submit(actor=feeding.ACTOR, space=space, content="Elsewhere.", custom_id="file:/elsewhere/a.md")
    beside = notes.parent / "notes-too" / "a.md"
    ingest.submit(actor=feeding.ACTOR, space=space, content="Beside.", custom_id=feeding.custom_id_of(beside))
    call_command("ingest", str(notes), str(notes / ".git" / "c.md"), space=space.tag, no_wait=True)
    (notes / "a.md").unlink()
    call_command("ingest", str(notes), space=space.tag, watch=True, delete=True)
    left = {f"file:{notes}/deep/b.txt", f"file:{notes}/.git/c.md", "file:/elsewhere/a.md", f"file:{beside}"}
    assert set(Document.objects.values_list("custom_id", flat=True)) == left
    (notes / "deep" / "b.txt").unlink()
    call_command("ingest", str(notes), space=space.tag, watch=True, delete=True)
    assert "holds no files; no document is deleted" in capsys.readouterr().out
    assert set(Document.objects.values_list("custom_id", flat=True)) == left


def test_watching_needs_a_folder_and_deleting_needs_watching(space: Space, notes: Path) -> None:
    with pytest.raises(CommandError, match="name at least one"):
        call_command("ingest", str(notes / "a.md"), space=space.tag, watch=True)
    with pytest.raises(CommandError, match="goes with --watch"):
        call_command("ingest", str(notes), space=space.tag, delete=True)
    assert Document.objects.count() == 0
