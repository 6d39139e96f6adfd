"""What callers hand to the services of documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memoryhub.documents.models import Document


@dataclass(frozen=True, slots=True)
class Details:
    """What is said about a document beside its content; None and empty leave a known value as it is."""

    kind: str = ""
    title: str = ""
    url: str = ""
    source: str = ""
    origin: str = ""
    file_name: str = ""
    media_type: str = ""
    metadata: dict[str, Any] | None = None
    document_date: datetime | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """One input: a cleaned `text`, the SHA-256 of an uploaded `file`, or a `url` to fetch. `hash` is of what was given,
    and empty of what is still to be fetched; `size` is in bytes.
    """

    hash: str
    size: int
    text: str = ""
    file: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Inside:
    """Where a document was found: in which other, and at which path there."""

    container: Document
    path: str


@dataclass(frozen=True, slots=True)
class DocumentDraft:
    """A document to keep; `custom_id` is the caller's own name for it, unique in the space."""

    content: Content
    custom_id: str | None = None
    details: Details = field(default_factory=Details)
    inside: Inside | None = None
