"""Zip files, looked at before anything in them is unpacked: office files, books and archives are all such files."""

from __future__ import annotations

import io
import zipfile
import zlib
from itertools import pairwise

from memoryhub.ingest.extract.limits import Limits
from memoryhub.ingest.extract.model import ExtractionError
from memoryhub.ingest.extract.source import Source

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
# What Python raises for a packed file, or an entry of one, that is damaged or packed in a way it does not know.
DAMAGED = (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, zlib.error, OSError, EOFError)
ENCRYPTED = 0x1
# Between the header of an entry and its data stand at least so many bytes.
HEADER_BYTES = 30


def is_zip(source: Source) -> bool:
    """Whether the bytes begin as a zip file's."""
    return source.data.startswith(SIGNATURES)


def names(source: Source) -> frozenset[str]:
    """The names in the zip file; none when it is no zip file or a broken one."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as opened:
            return frozenset(opened.namelist())
    except DAMAGED:
        return frozenset()


def opened(source: Source) -> zipfile.ZipFile:
    """The zip file, once its list of contents has been found sound.

    Sizes are what the list claims; reading an entry never gives more than was claimed. Raises ExtractionError:
    broken_file, locked_file, unsafe_archive (a bomb, overlapping entries, names that lead out).
    """
    try:
        found = zipfile.ZipFile(io.BytesIO(source.data))
    except DAMAGED as error:
        raise ExtractionError("broken_file", f"The file is broken: {error}.") from error
    check(found.infolist(), source.limits)
    return found


def check(entries: list[zipfile.ZipInfo], limits: Limits) -> None:
    """Refuse a list of contents that would not do to unpack."""
    if len(entries) > limits.entries:
        raise unsafe(f"it holds {len(entries):,} files; the limit is {limits.entries:,}")
    size = sum(entry.file_size for entry in entries)
    if size > limits.unpacked_bytes:
        raise unsafe(f"unpacked it has {size:,} bytes; the limit is {limits.unpacked_bytes:,}")
    if any(entry.flag_bits & ENCRYPTED for entry in entries):
        raise ExtractionError("locked_file", "The file is locked with a password.")
    for entry in entries:
        refuse_leading_out(entry.filename)
    # One piece of data told of many times unpacks to far more than the file could hold.
    for before, after in pairwise(sorted(entries, key=lambda entry: entry.header_offset)):
        if before.header_offset + HEADER_BYTES + before.compress_size > after.header_offset:
            raise unsafe("its entries overlap")


def refuse_leading_out(name: str) -> None:
    """Refuse a name that leads out of the folder it would be unpacked to."""
    parts = name.replace("\\", "/").split("/")
    if ".." in parts or name.startswith(("/", "\\")) or (len(name) > 1 and name[1] == ":") or "\0" in name:
        raise unsafe(f"it names a file outside of itself: {name[:80]!r}")


def unsafe(reason: str) -> ExtractionError:
    """The refusal of a packed file, with its reason."""
    return ExtractionError("unsafe_archive", f"The packed file is refused: {reason}.")
