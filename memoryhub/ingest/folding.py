"""A document's inputs folded, in order, into the one source its stages read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memoryhub.documents import files
from memoryhub.documents import selectors as documents
from memoryhub.documents.drafts import Content
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import extract, reading, submission
from memoryhub.ingest.extract import Extracted


@dataclass(frozen=True, slots=True)
class Folded:
    """What was given first, a `file` by its hash or nothing, and the `text` given first or after it."""

    file: str
    text: str


def fold(inputs: Sequence[DocumentInput]) -> Folded:
    """Inputs in order; only the first can be a file, since nothing but text is appended."""
    file = "" if inputs[0].text else inputs[0].content_hash
    text = ""
    for given in inputs:
        text = joined(text, given.text) if given.text else text
    return Folded(file, text)


def joined(before: str, added: str) -> str:
    """The two with an empty line between, so that what is added begins a paragraph, or a turn, of its own."""
    if not before:
        return added
    return before + "\n" * (2 - min(2, len(before) - len(before.rstrip("\n")))) + added


def content_of(inputs: Sequence[DocumentInput]) -> Content:
    """What the inputs together say, by one hash; appended text counts as if it had been given at once."""
    folded = fold(inputs)
    encoded = folded.text.encode()
    if folded.file and encoded:
        return Content(hash=submission.hash_of(folded.file.encode() + encoded), size=len(encoded))
    return Content(hash=folded.file or submission.hash_of(encoded), size=len(encoded))


def read(document: Document, *, is_wanted: Callable[[], bool], scratch: Path | None = None) -> Extracted:
    """Read the document's inputs. The same inputs always read the same, so that any stage can read them again.

    What is found inside is unpacked below `scratch`. Raises what `reading.read` does, and `errors.NotFound` for a file
    gone from the disk.
    """
    read_one = functools.partial(
        reading.read, name=document.file_name, media_type=document.media_type, is_wanted=is_wanted
    )
    folded = fold(documents.inputs_of(document))
    if not folded.file:
        return read_one(folded.text.encode(), kind=document.kind, scratch=scratch)
    extracted = read_one(files.existing(document.space_id, folded.file), kind=document.kind, scratch=scratch)
    if not folded.text:
        return extracted
    # What was appended is prose of the same document; the form of the file cannot hold it.
    whole = joined(extracted.text, folded.text)
    return replace(
        read_one(whole.encode(), kind=extract.text_kind(extracted.kind)),
        kind=extracted.kind,
        title=extracted.title,
        document_date=extracted.document_date,
        places=extracted.places,
        properties=extracted.properties,
        members=extracted.members,
    )
