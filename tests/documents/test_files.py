"""Uploaded bytes on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from memoryhub.core import errors, ids
from memoryhub.documents import files
from memoryhub.spaces.models import Space
from tests.ingest.work_through import take_in, work_on


def test_a_file_is_named_by_its_bytes_in_a_folder_only_the_hub_reads() -> None:
    space_id = ids.new()
    sha256 = files.write(space_id, b"words")
    assert sha256 == hashlib.sha256(b"words").hexdigest()
    assert files.read(space_id, sha256) == b"words"
    assert files.folder_of(space_id).stat().st_mode & 0o777 == 0o700
    assert [path.name for path in files.folder_of(space_id).iterdir()] == [sha256]


def test_writing_the_same_bytes_twice_is_writing_them_once() -> None:
    space_id = ids.new()
    first = files.path_of(space_id, files.write(space_id, b"words")).stat().st_ino
    assert files.path_of(space_id, files.write(space_id, b"words")).stat().st_ino == first


def test_a_write_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise OSError("No space left on device")

    space_id = ids.new()
    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space"):
        files.write(space_id, b"words")
    assert list(files.folder_of(space_id).iterdir()) == []


def test_a_file_gone_from_the_disk_says_so() -> None:
    with pytest.raises(errors.NotFound) as missing:
        files.read(ids.new(), "0" * 64)
    assert missing.value.code == "file_missing"


def test_a_document_whose_file_is_gone_fails_with_that_reason(space: Space) -> None:
    document = take_in(space, b"The studio is in Ghent.", name="a.md")
    files.path_of(space.pk, document.file).unlink()
    type(document).objects.filter(pk=document.pk).update(status="queued", stage="remembering", remembered_revision=None)
    work_on(document)
    assert (document.status, document.stage, document.error_code) == ("failed", "remembering", "file_missing")


def test_a_file_is_removed_only_when_no_document_names_it(
    space: Space, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    document = take_in(space, b"The studio is in Ghent.", name="a.md")
    other = files.write(space.pk, b"nobody's")
    with django_capture_on_commit_callbacks(execute=True):
        files.remove_unused_on_commit(space.pk, [document.file, other, ""])
    assert files.path_of(space.pk, document.file).exists()
    assert not files.path_of(space.pk, other).exists()
