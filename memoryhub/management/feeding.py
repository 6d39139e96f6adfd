"""Files on this machine as documents of a space: each is one document, known by its path, however often it is sent."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from memoryhub.core import errors, text
from memoryhub.documents import selectors as documents
from memoryhub.ingest import services as ingest
from memoryhub.ingest import submission
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.models import Space

ACTOR = Actor.hub("command")
SOURCE = "command"
SCHEME = "file:"
CUT = "…"
LONGEST, SHORTENED = submission.LONGEST["custom_id"], 230


@dataclass(slots=True)
class Fed:
    """Documents by their id with the name they are spoken of by; what was refused, with the reason."""

    submitted: dict[uuid.UUID, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    unchanged: int = 0


def custom_id_of(path: Path) -> str:
    """The name of a file's document: its absolute path.

    A path within the named folder would make one document of two folders' README.md, and two of one file that is named
    now by itself and now with its folder. What a custom_id cannot hold is cut and marked with the path's hash.
    """
    whole = SCHEME + str(path)
    clean = " ".join(text.clean(whole).split())
    if clean == whole and len(whole) <= LONGEST:
        return whole
    return f"{clean[:SHORTENED]}{CUT}{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}"


def feed_files(space: Space, files: Sequence[Path], *, on_each: Callable[[], None] = lambda: None) -> Fed:
    """Submit files; what a document says already is not sent again. One that cannot be read stops no other."""
    fed = Fed()
    known = documents.content_by_custom_id(space, [custom_id_of(path) for path in files])
    for path in files:
        try:
            data = _read(path)
            document_id, content_hash = known.get(custom_id_of(path), (None, ""))
            if document_id is not None and content_hash == submission.hash_of(data):
                fed.unchanged += 1
            else:
                document_id = _submit(space, path, data, fed)
            fed.submitted[document_id] = str(path)
        except errors.HubError as error:
            fed.refused[str(path)] = error.message
        except OSError as error:
            fed.refused[str(path)] = error.strerror or str(error)
        on_each()
    return fed


def feed_addresses(space: Space, addresses: Iterable[str], *, on_each: Callable[[], None] = lambda: None) -> Fed:
    """Submit web addresses, which the worker fetches."""
    fed = Fed()
    for address in addresses:
        try:
            submitted = ingest.submit(actor=ACTOR, space=space, url=address)
        except errors.HubError as error:
            fed.refused[address] = error.message
        else:
            fed.submitted[submitted.document.pk] = address
        on_each()
    return fed


def delete_gone(space: Space, paths: Iterable[Path]) -> list[str]:
    """Delete the documents of files that are gone, or lay in a folder that is; returns their paths."""
    gone: dict[str, uuid.UUID] = {}
    for path in paths:
        own = documents.content_by_custom_id(space, [custom_id_of(path)])
        gone |= {} if os.path.lexists(path) else {str(path): pk for pk, _hash in own.values()}
        gone |= _missing_in(space, path)
    return _delete(space, gone)


def delete_missing(space: Space, folder: Path) -> list[str]:
    """Delete the documents of all files that once lay in a folder and do no more; returns their paths."""
    return _delete(space, _missing_in(space, folder))


def _missing_in(space: Space, folder: Path) -> dict[str, uuid.UUID]:
    """Path -> document. Of a name that was cut it cannot be told which file it was: its document is left alone."""
    prefix = SCHEME + str(folder).rstrip("/") + "/"
    names = documents.by_custom_id_prefix(space, prefix)
    paths = {name.removeprefix(SCHEME): pk for name, pk in names.items() if CUT not in name}
    return {path: pk for path, pk in paths.items() if not os.path.lexists(path)}


def _delete(space: Space, gone: Mapping[str, uuid.UUID]) -> list[str]:
    if gone:
        lifecycle.delete_documents(actor=ACTOR, space=space, document_ids=list(gone.values()))
    return sorted(gone)


def _read(path: Path) -> bytes:
    """The bytes; a file that is too large is not read first."""
    limit = settings.MEMORYHUB_LIMITS["upload_bytes"]
    if (size := path.stat().st_size) > limit:
        raise errors.TooLarge("content", f"The file has {size:,} bytes; the limit is {limit:,}.", limit=limit)
    return path.read_bytes()


def _submit(space: Space, path: Path, data: bytes, fed: Fed) -> uuid.UUID:
    submitted = ingest.submit(
        actor=ACTOR, space=space, content=data, name=path.name, custom_id=custom_id_of(path), source=SOURCE
    )
    fed.unchanged += submitted.unchanged
    return submitted.document.pk
