"""What a command line names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memoryhub.management import gathering


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "notes"
    for name in ("a.md", "b [1].txt", "deep/c.md", "deep/deeper/d.txt", ".git/e.md", "deep/.hidden.md", "深/f.md"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(name)
    return made


def names(found: gathering.Gathered, folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in found.files]


def test_a_folder_is_all_files_below_it_in_order_but_for_hidden_ones_named_once(folder: Path) -> None:
    (folder / ".git" / "more.md").write_text("x")
    found = gathering.gather([str(folder)])
    assert names(found, folder) == ["a.md", "b [1].txt", "deep/c.md", "deep/deeper/d.txt", "深/f.md"]
    assert list(found.folders) == [folder]
    assert found.left_out == {str(folder / ".git"): "hidden", str(folder / "deep/.hidden.md"): "hidden"}


def test_each_file_is_there_once_however_often_and_in_whatever_form_it_is_named(folder: Path) -> None:
    found = gathering.gather(["notes", "notes/a.md", "./notes/../notes/a.md", str(folder / "a.md"), "notes/*.md"])
    assert names(found, folder).count("a.md") == 1
    assert all(path.is_absolute() for path in found.files)


def test_patterns_are_taken_as_the_shell_would(folder: Path) -> None:
    assert names(gathering.gather(["notes/*.md"]), folder) == ["a.md"]
    assert names(gathering.gather(["notes/**/*.txt"]), folder) == ["b [1].txt", "deep/deeper/d.txt"]
    assert names(gathering.gather(["notes/de*"]), folder) == ["deep/c.md", "deep/deeper/d.txt"]
    assert gathering.gather(["notes/*.pdf"]).missing == {"notes/*.pdf": "nothing matches this pattern"}


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(folder: Path) -> None:
    assert names(gathering.gather(["notes/b [1].txt"]), folder) == ["b [1].txt"]


def test_what_is_named_itself_is_taken_though_it_is_hidden(folder: Path) -> None:
    assert names(gathering.gather(["notes/deep/.hidden.md"]), folder) == ["deep/.hidden.md"]
    assert names(gathering.gather(["notes/.git"]), folder) == [".git/e.md"]


def test_addresses_are_no_files(folder: Path) -> None:
    found = gathering.gather(["https://example.org/a", "HTTP://example.org/b", "https://example.org/a"])
    assert (list(found.addresses), list(found.files)) == (["https://example.org/a", "HTTP://example.org/b"], [])


def test_what_is_not_there_or_no_file_is_named_with_the_reason(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "nowhere.md").symlink_to(folder / "gone.md")
    (folder / "round").symlink_to(folder)
    for name in ("~$plan.docx", "plan.md~", "film.part", "page.CRDOWNLOAD"):
        (folder / name).write_text("x")
    found = gathering.gather(["notes", "missing.md", "notes/pipe"])
    assert found.missing == {
        str(folder.parent / "missing.md"): "No such file or directory",
        str(folder / "pipe"): "no regular file",
    }
    left_out = {str(Path(name).relative_to(folder)): reason for name, reason in found.left_out.items()}
    assert left_out["pipe"] == "no regular file"
    assert left_out["nowhere.md"] == "No such file or directory"
    assert {name for name, reason in left_out.items() if "temporary" in reason} == {
        "~$plan.docx", "plan.md~", "film.part", "page.CRDOWNLOAD",
    }  # fmt: skip
    assert len(found.files) == 5
