"""The ways in: each sends files, or texts, into a space of Ada's."""

from __future__ import annotations

import mimetypes
import re
import urllib.parse
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Literal

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from memoryhub.core import text
from memoryhub.documents.models import Document
from memoryhub.ingest import advancing
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.api.calls import ROOT, done, signed_in, with_key
from tests.cast import Cast
from tests.ingest.files.sample import Sample
from tests.ingest.pages import Site

Folder = Mapping[str, Sample]
ITEMS = 50
# What a text pasted or sent as JSON is read as: what can be told from the words and the name.
WRITTEN = {"text", "markdown", "transcript", "chat_export", "csv", "json", "code", "html"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where files are sent: a space of Ada's; by the command from `disk`, by address from `site`."""

    cast: Cast
    space: Space
    disk: Path
    site: Site


@dataclass(frozen=True, slots=True)
class Way:
    """A way in: `send` returns how many of the files were `unchanged`; `carries` says which it is for.

    `known_by` is what tells that a document is there already: its content, its path, or its address, which is visited
    again.
    """

    name: str
    send: Callable[[Place, Folder], int]
    carries: Callable[[Sample], bool] = lambda sample: True
    known_by: Literal["content", "path", "address"] = "content"

    def __str__(self) -> str:
        return self.name


def is_written(sample: Sample) -> bool:
    """Whether the sample is text that comes through a form or JSON as it is."""
    try:
        words = sample.data.decode()
    except UnicodeDecodeError:
        return False
    return sample.kind in WRITTEN and bool(words.strip()) and text.clean(words) == words


def is_nameless(sample: Sample) -> bool:
    """Whether the words alone tell what the sample is."""
    return is_written(sample) and sample.kind in {"markdown", "transcript"} and not sample.error_code


def media_type_of(name: str) -> str:
    """What a browser or a server says of a file by its name."""
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _file(path: str, sample: Sample) -> SimpleUploadedFile:
    return SimpleUploadedFile(sample.name, sample.data, media_type_of(path))


def by_drop(place: Place, folder: Folder) -> int:
    """Dropped on the console's page, which sends each file by itself."""
    client, url = signed_in(place.cast.ada).client, f"/s/{place.space.tag}/documents/upload/"
    answers = [
        client.post(url, {"file": _file(path, sample)}, headers={"Accept": "application/json"})
        for path, sample in folder.items()
    ]
    return sum(done(answer)["unchanged"] for answer in answers)


def by_command(place: Place, folder: Folder) -> int:
    """By `manage.py ingest` on the folder."""
    for path, sample in folder.items():
        target = place.disk / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(sample.data)
    said = _said_by_command(place)
    counted = re.search(r"(\d+) of them known already", said)
    assert counted is not None, said
    return int(counted[1])


def _said_by_command(place: Place) -> str:
    with redirect_stdout(StringIO()) as heard:
        call_command("ingest", str(place.disk), space=place.space.tag, no_wait=True)
    return heard.getvalue()


def by_multipart(place: Place, folder: Folder) -> int:
    """Uploaded through the API."""
    caller = with_key(place.cast, "ada", "write")
    url = f"{ROOT}spaces/{place.space.tag}/documents/"
    answers = [
        caller.client.post(url, {"file": _file(path, sample)}, headers=caller.headers)
        for path, sample in folder.items()
    ]
    return sum(done(answer)["unchanged"] for answer in answers)


def _item(path: str, sample: Sample) -> dict[str, Any]:
    return {"content": sample.data.decode(), "name": sample.name}


def by_json(place: Place, folder: Folder) -> int:
    """Sent as texts through the API."""
    caller, url = with_key(place.cast, "ada", "write"), f"spaces/{place.space.tag}/documents/"
    answers = [caller.post(url, _item(path, sample)) for path, sample in folder.items()]
    return sum(done(answer)["unchanged"] for answer in answers)


def by_batch(place: Place, folder: Folder) -> int:
    """Sent as texts through the API, many in a call."""
    caller, url = with_key(place.cast, "ada", "write"), f"spaces/{place.space.tag}/documents/batch/"
    items = [_item(path, sample) for path, sample in folder.items()]
    pages = [items[at : at + ITEMS] for at in range(0, len(items), ITEMS)]
    results = [result for page in pages for result in done(caller.post(url, {"items": page}))["items"]]
    return sum(result["document"]["unchanged"] for result in results)


def by_paste(place: Place, folder: Folder) -> int:
    """Pasted into the console's dialog, which knows no name."""
    client, url = signed_in(place.cast.ada).client, f"/s/{place.space.tag}/documents/paste/"
    known = 0
    for sample in folder.values():
        answer = client.post(url, {"title": "", "text": sample.data.decode()}, headers={"Accept": "application/json"})
        known += done(answer)["unchanged"]
    return known


def by_address(place: Place, folder: Folder) -> int:
    """Fetched by the worker from a web server, each by its address."""
    for path, sample in folder.items():
        address = "/" + urllib.parse.quote(path)
        place.site.has(address, sample.data, media_type_of(path))
        ingest.submit(actor=Actor.person(place.cast.ada.pk), space=place.space, url=place.site.at(address))
    return 0


WAYS = (
    Way("drop", by_drop),
    Way("command", by_command, known_by="path"),
    Way("multipart", by_multipart),
    Way("json", by_json, is_written),
    Way("batch", by_batch, is_written),
    Way("paste", by_paste, is_nameless),
    Way("address", by_address, known_by="address"),
)


def work_on_all(space: Space) -> None:
    """Every document of the space that is queued, with what they turn out to hold, through all stages."""
    while queued := list(Document.objects.filter(space=space, status="queued").order_by("pk")):
        for document in queued:
            advancing.advance(document.pk)
