"""The command that takes files in."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memoryhub.documents.models import Document
from memoryhub.ingest import advancing
from memoryhub.management.commands import ingest as command
from memoryhub.spaces.models import Space
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
