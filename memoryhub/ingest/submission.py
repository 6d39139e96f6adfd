"""What a caller hands in, checked and cleaned before anything is kept; every refusal names its field."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from django.conf import settings

from memoryhub.core import errors, text
from memoryhub.documents.drafts import Details
from memoryhub.ingest import addresses, extract

MODES = ("replace", "append")
MEDIA_TYPE = re.compile(r"[a-z0-9.+-]+/[a-z0-9.+*-]+(\s*;\s*[a-z0-9_-]+=[^\s;]+)*", re.IGNORECASE)
WEB = re.compile(r"https?://[^\s/]+", re.IGNORECASE)
LONGEST = {"title": 500, "name": 500, "custom_id": 255, "url": 2000, "source": 32, "origin": 120}


@dataclass(frozen=True, slots=True)
class Submission:
    """A checked submission: either a `text`, or `data` (the bytes of a file), or the `address` it is fetched from."""

    text: str
    data: bytes
    address: str
    custom_id: str | None
    mode: str
    details: Details


def check(
    content: str | bytes | None,
    *,
    name: str = "",
    media_type: str | None = None,
    kind: str | None = None,
    custom_id: str | None = None,
    title: str = "",
    url: str = "",
    source: str = "",
    origin: str = "",
    metadata: dict[str, Any] | None = None,
    document_date: datetime | None = None,
    mode: str = "replace",
) -> Submission:
    """The submission with every text cleaned once; without `content` it is what lies at the `url`.

    Raises `errors.InvalidInput` or `errors.TooLarge`.
    """
    if mode not in MODES:
        raise errors.InvalidInput("mode", "mode must be replace or append.")
    if mode == "append" and not custom_id:
        raise errors.InvalidInput("custom_id", "To append, name the document by its custom_id.")
    if mode == "append" and not isinstance(content, str):
        raise errors.InvalidInput("content", "Only text can be appended.")
    if content is None and not url:
        raise errors.InvalidInput("content", "Give the content, or the url it is fetched from.")
    address = addresses.check(url) if content is None else ""
    details = Details(
        kind=_kind(kind),
        title=_line("title", title),
        url=address or _url(url),
        source=_line("source", source) or ("web" if address else "api"),
        origin=_line("origin", origin),
        file_name=PurePosixPath(_line("name", name).replace("\\", "/")).name,
        media_type=_media_type(media_type),
        metadata=None if metadata is None else check_metadata(metadata),
        document_date=_date(document_date),
    )
    words = "" if address or isinstance(content, bytes) else check_text(content)
    data = check_bytes(content) if isinstance(content, bytes) else b""
    return Submission(words, data, address, _custom_id(custom_id), mode, details)


def check_text(content: Any) -> str:
    """The cleaned text; refused when nothing is left of it or it is too large."""
    if not isinstance(content, str):
        raise errors.InvalidInput("content", "content must be text or the bytes of a file.")
    cleaned = text.clean(content)
    if not cleaned.strip():
        raise errors.InvalidInput("content", "The content is empty.")
    refuse_large_text(len(cleaned.encode()))
    return cleaned


def refuse_large_text(size: int) -> None:
    """`errors.TooLarge` for more bytes of text than a document may have."""
    limit = settings.MEMORYHUB_LIMITS["document_bytes"]
    if size > limit:
        raise errors.TooLarge("content", f"The text has {size:,} bytes; the limit is {limit:,}.", limit=limit)


def check_bytes(content: bytes) -> bytes:
    """The bytes themselves; refused when there are none or too many."""
    limit = settings.MEMORYHUB_LIMITS["upload_bytes"]
    if not content:
        raise errors.InvalidInput("content", "The file is empty.")
    if len(content) > limit:
        raise errors.TooLarge("content", f"The file has {len(content):,} bytes; the limit is {limit:,}.", limit=limit)
    return content


def check_metadata(metadata: Any) -> dict[str, Any]:
    """The cleaned object; refused when it is no JSON object, nests too deep, holds NaN or is too large."""
    if not isinstance(metadata, dict):
        raise errors.InvalidInput("metadata", "metadata must be an object.")
    if not _has_text_names(metadata):
        raise errors.InvalidInput("metadata", "The names in metadata must be texts.")
    cleaned: dict[str, Any] = text.clean_json(metadata, field="metadata", depth=settings.MEMORYHUB_LIMITS["json_depth"])
    try:
        size = len(json.dumps(cleaned, allow_nan=False, ensure_ascii=False).encode())
    except (ValueError, TypeError) as error:
        raise errors.InvalidInput("metadata", "metadata holds a value that JSON does not know.") from error
    limit = settings.MEMORYHUB_LIMITS["metadata_bytes"]
    if size > limit:
        raise errors.TooLarge("metadata", f"metadata has {size:,} bytes; the limit is {limit:,}.", limit=limit)
    return cleaned


def hash_of(content: bytes) -> str:
    """SHA-256 in hex: what tells whether a document was given the same content before."""
    return hashlib.sha256(content).hexdigest()


def _has_text_names(value: Any) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            if not all(isinstance(name, str) for name in item):
                return False
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
    return True


def _line(field: str, value: str | None) -> str:
    if not isinstance(value or "", str):
        raise errors.InvalidInput(field, f"{field} must be a text.")
    cleaned = " ".join(text.clean(value or "").split())
    if len(cleaned) > LONGEST[field]:
        raise errors.InvalidInput(field, f"{field} has more than {LONGEST[field]} characters.")
    return cleaned


def _custom_id(value: str | None) -> str | None:
    if value is None:
        return None
    cleaned = _line("custom_id", value)
    if not cleaned:
        raise errors.InvalidInput("custom_id", "custom_id is empty; leave it out instead.")
    return cleaned


def _url(value: str) -> str:
    cleaned = _line("url", value)
    if cleaned and not WEB.match(cleaned):
        raise errors.InvalidInput("url", "url must begin with http:// or https://.")
    return cleaned


def _kind(value: str | None) -> str:
    if value and value not in extract.kinds():
        raise errors.InvalidInput("kind", f"kind must be one of {', '.join(extract.kinds())}.")
    return value or ""


def _media_type(value: str | None) -> str:
    cleaned = text.clean(value or "").strip()
    if cleaned and (len(cleaned) > 127 or not MEDIA_TYPE.fullmatch(cleaned)):
        raise errors.InvalidInput("media_type", "media_type must look like text/markdown.")
    return cleaned


def _date(value: datetime | None) -> datetime | None:
    if value is not None and value.tzinfo is None:
        raise errors.InvalidInput("document_date", "document_date needs an offset or Z; without one it is ambiguous.")
    return value
