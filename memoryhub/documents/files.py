"""Uploaded bytes on disk: written before the row that names them, removed after the last such row is gone."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction

from memoryhub.core import errors
from memoryhub.documents.models import Document


def path_of(space_id: uuid.UUID, sha256: str) -> Path:
    """Where the bytes with this hash lie."""
    return folder_of(space_id) / sha256


def folder_of(space_id: uuid.UUID) -> Path:
    """The folder of a space's files."""
    return Path(settings.MEMORYHUB_HOME) / "files" / str(space_id)


def write(space_id: uuid.UUID, data: bytes) -> str:
    """Keep the bytes and return their SHA-256 in hex; the file is whole and on disk, or not there at all."""
    sha256 = hashlib.sha256(data).hexdigest()
    target = path_of(space_id, sha256)
    if target.exists():
        return sha256
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, building = tempfile.mkstemp(dir=target.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(building, target)
    except OSError:
        Path(building).unlink(missing_ok=True)
        raise
    return sha256


def existing(space_id: uuid.UUID, sha256: str) -> Path:
    """Where the bytes lie; `errors.NotFound` with code `file_missing` when they are gone from the disk."""
    path = path_of(space_id, sha256)
    if not path.exists():
        raise errors.NotFound("The uploaded file is gone from the disk.", code="file_missing")
    return path


def read(space_id: uuid.UUID, sha256: str) -> bytes:
    """The bytes; `errors.NotFound` with code `file_missing` when they are gone from the disk."""
    return existing(space_id, sha256).read_bytes()


def hold(space_id: uuid.UUID, sha256: str) -> None:
    """Until the transaction ends, nobody else removes, or decides about, content with this hash in the space."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [f"{space_id}:{sha256}"])


def remove_unused_on_commit(space_id: uuid.UUID, hashes: Iterable[str]) -> None:
    """Once the running transaction is committed, remove those of these files that no document names any more."""
    wanted = sorted({sha256 for sha256 in hashes if sha256})
    if wanted:
        transaction.on_commit(lambda: remove_unused(space_id, wanted))


def remove_unused(space_id: uuid.UUID, hashes: Iterable[str]) -> None:
    """Remove files that no document names. One that is being submitted right now waits for us, or we for it."""
    for sha256 in hashes:
        with transaction.atomic():
            hold(space_id, sha256)
            if not Document.objects.filter(space_id=space_id, file=sha256).exists():
                path_of(space_id, sha256).unlink(missing_ok=True)


def remove_all(space_id: uuid.UUID) -> None:
    """Remove every file of a space that is gone."""
    folder = folder_of(space_id)
    if folder.exists():
        shutil.rmtree(folder)
