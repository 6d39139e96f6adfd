"""Stage 1: the inputs are read into the kept text, with its kind, title, language and date; what is inside becomes
documents of its own.
"""

from __future__ import annotations

import tempfile
import zoneinfo
from datetime import datetime, time
from pathlib import Path
from typing import Any

from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import unpacking, visiting
from memoryhub.ingest.extract import Extracted
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.unit import service
from memoryhub.spaces.models import Space

LONGEST_TITLE = 500


def run(work: Work) -> Document:
    """Read the document, fetched first where it lies at an address.

    Raises `extract.ExtractionError` for bytes that cannot be read, for good, and what `visiting.visit` does.
    """
    document = work.document = visiting.visit(work.document)
    if document.status == Document.Status.DONE:
        return document
    with tempfile.TemporaryDirectory(prefix="memoryhub-") as scratch:
        extracted = work.unpack(Path(scratch))
        unpacking.submit_members(work, extracted.members)
    return _commit(
        document,
        kind=extracted.kind,
        **_told(document, extracted),
        content=extracted.text,
        language=extracted.language,
        properties=dict(extracted.properties),
        places=[[place.start, place.kind, place.label] for place in extracted.places],
    )


@service
def _commit(document: Document, **columns: Any) -> Document:
    return documents.pass_on(actor=ACTOR, document=document, **columns)


def _told(document: Document, extracted: Extracted) -> dict[str, Any]:
    """What this revision tells of itself, but for what was stated by whoever submitted it."""
    own = {
        "title": (extracted.title or document.file_name)[:LONGEST_TITLE],
        "document_date": _midnight(document.space, extracted),
    }
    return {name: value for name, value in own.items() if name not in document.stated}


def _midnight(space: Space, extracted: Extracted) -> datetime | None:
    day = extracted.document_date
    return None if day is None else datetime.combine(day, time(), zoneinfo.ZoneInfo(space.time_zone))
