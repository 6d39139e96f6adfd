"""The ways in by which one text is told, as a program, a person or a folder would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from memoryhub.core import errors, ids
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.api.calls import ROOT, Caller, done, signed_in, with_key
from tests.cast import Cast
from tests.ingest.work_through import work_on

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

DATA: Any = {"HTTP_ACCEPT": "application/json"}


class Refused(Exception):
    """The text was not taken, as the way says it: with a status of 4xx, or an error for a person to read."""


@dataclass(frozen=True, slots=True)
class Told:
    """The document of what was told, read to its end, and whether it was known."""

    document: Document
    unchanged: bool


@dataclass(slots=True)
class Teller:
    """Somebody who tells texts by one way; `name` stands for the document, where the way knows any."""

    cast: Cast
    space: Space
    disk: Path
    way: str

    def tell(self, text: str, name: str = "") -> Told:
        """Tell a text and have it read."""
        found = WAYS[self.way](self, text, name)
        return Told(work_on(found.document), found.unchanged)

    @property
    def caller(self) -> Caller:
        return with_key(self.cast, "dora" if self.space == self.cast.elsewhere else "ada", "write")

    @property
    def person(self) -> Any:
        return signed_in(self.cast.dora if self.space == self.cast.elsewhere else self.cast.ada).client

    @property
    def url(self) -> str:
        return f"spaces/{self.space.tag}/documents/"


def _told(body: dict[str, Any]) -> Told:
    return Told(Document.objects.get(pk=ids.decode(body["id"])), body["unchanged"])


def _answered(answer: Answer) -> Told:
    if 400 <= answer.status_code < 500:
        raise Refused(answer.status_code)
    return _told(done(answer))


def _named(name: str) -> dict[str, str]:
    return {"custom_id": name} if name else {}


def by_service(teller: Teller, text: str, name: str) -> Told:
    """Within the program."""
    actor = Actor.person(teller.cast.ada.pk)
    try:
        taken = ingest.submit(actor=actor, space=teller.space, content=text, custom_id=name or None)
    except errors.InvalidInput as error:
        raise Refused() from error
    return Told(taken.document, taken.unchanged)


def by_json(teller: Teller, text: str, name: str) -> Told:
    """Through the API."""
    return _answered(teller.caller.post(teller.url, {"content": text, **_named(name)}))


def by_batch(teller: Teller, text: str, name: str) -> Told:
    """Through the API, between two others."""
    items = [{"content": ""}, {"content": text, **_named(name)}, {"colour": "red"}]
    answer = teller.caller.post(f"{teller.url}batch/", {"items": items})
    first, ours, last = done(answer)["items"]
    assert (first["status"], last["status"]) == (400, 400)
    if 400 <= ours["status"] < 500:
        raise Refused(ours["status"])
    return _told(ours["document"])


def by_multipart(teller: Teller, text: str, name: str) -> Told:
    """As a file through the API."""
    caller, file = teller.caller, SimpleUploadedFile("told.md", text.encode("utf-8", "surrogatepass"), "text/markdown")
    return _answered(caller.client.post(ROOT + teller.url, {"file": file, **_named(name)}, headers=caller.headers))


def by_command(teller: Teller, text: str, name: str) -> Told:
    """As a file of a folder, which is the document's name; each text without one is a file of its own."""
    folder = teller.disk / teller.space.tag
    folder.mkdir(exist_ok=True)
    path = folder / f"{name or f'note {len(list(folder.iterdir()))}'}.md"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    before = {(row.pk, row.revision) for row in Document.objects.filter(space=teller.space)}
    try:
        call_command("ingest", str(path), space=teller.space.tag, no_wait=True)
    except CommandError as error:
        raise Refused() from error
    document = Document.objects.get(space=teller.space, custom_id=f"file:{path}")
    return Told(document, (document.pk, document.revision) in before)


def by_upload(teller: Teller, text: str, name: str) -> Told:
    """As a file dropped on the console."""
    file = SimpleUploadedFile("told.md", text.encode("utf-8", "surrogatepass"), "text/markdown")
    return _answered(teller.person.post(f"/s/{teller.space.tag}/documents/upload/", {"file": file}, **DATA))


def by_paste(teller: Teller, text: str, name: str) -> Told:
    """Pasted into the console's dialog."""
    form = {"title": "", "text": text}
    return _answered(teller.person.post(f"/s/{teller.space.tag}/documents/paste/", form, **DATA))


WAYS: dict[str, Callable[[Teller, str, str], Told]] = {
    "service": by_service,
    "json": by_json,
    "batch": by_batch,
    "multipart": by_multipart,
    "command": by_command,
    "upload": by_upload,
    "paste": by_paste,
}
# By these a document has a name, under which it is told again.
NAMING = ("service", "json", "batch", "multipart", "command")
