"""Archives: zip files, tar files plain or compressed, and single compressed files. Each file inside is a member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from memoryhub.ingest.extract import archive_entries, listing, packed, unpacking
from memoryhub.ingest.extract.archive_entries import Entry
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.shelf import Shelf, tidy
from memoryhub.ingest.extract.source import Source

KIND = "archive"
SUFFIXES = {".zip", ".tar", ".tgz", ".tbz2", ".txz", ".gz", ".bz2", ".xz"}
PICTURES = {
    *(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".heic", ".heif", ".avif", ".ico", ".icns"),
    *(".psd", ".raw", ".cr2", ".nef", ".svg"),
}
SYSTEM_FILES = {"thumbs.db", "desktop.ini", "__macosx"}
# As large as a file may be that comes in by itself.
LARGEST = 50 * 2**20
# The export of ChatGPT tells the same conversations twice, once as a page to look at.
TOLD_TWICE = ("chat.html", "conversations.json")
HIDDEN, FOLDER, LINK, EMPTY = "hidden files", "folders", "links", "empty files"
# What opening an entry of a zip file may end in: a bad header, an unknown way of packing, a late lock.


def claims(source: Source) -> bool:
    """By the bytes; what is called an archive and is none is taken too, to be told that it is broken."""
    return (
        packed.is_zip(source)
        or unpacking.is_compressed(source.data)
        or archive_entries.is_tar(source.data[: archive_entries.TAR_BLOCK])
        or source.suffix in SUFFIXES
    )


def read(source: Source) -> Extracted:
    """The kept text lists the files, and what was left out with the reason. Raises ExtractionError: broken_file,
    locked_file, unsafe_archive, and no_text when nothing inside can be read.
    """
    shelf = Shelf(source.scratch)
    try:
        held, left_out = _unpacked(source, shelf)
    except BaseException:
        shelf.clear()
        raise
    if not held:
        reason = listing.line(left_out[0].removeprefix("- ")) if left_out else "it is empty"
        raise ExtractionError("no_text", f"The archive holds nothing that can be read: {reason}.")
    lists = (held, ["Left out:", *left_out] if left_out else [])
    return listing.extracted(kind=KIND, title=source.name or "Archive", lists=lists, members=shelf.members)


def _unpacked(source: Source, shelf: Shelf) -> tuple[list[str], list[str]]:
    """The lines of what is held and of what was left out."""
    held: list[str] = []
    named: list[str] = []
    counts: Counter[str] = Counter({FOLDER: 0, HIDDEN: 0, EMPTY: 0, LINK: 0})
    told_twice = _told_twice(source)
    for entry in _entries(source):
        name = listing.line(tidy(entry.name))
        if counted := _uncounted(entry):
            counts[counted] += 1
        elif reason := _unread(entry) or (entry.name in told_twice and "the same as conversations.json"):
            named.append(f"- {name}: {reason}")
        elif path := _copied(entry, shelf, may_fail=packed.is_zip(source)):
            held.append(f"- {listing.line(path)} ({listing.size(entry.size)})")
        else:
            named.append(f"- {name}: damaged")
    if named and not held and all(line.endswith(": damaged") for line in named):
        raise ExtractionError("broken_file", "The archive is broken: none of its files can be unpacked.")
    return held, named + listing.counted(counts)


def _copied(entry: Entry, shelf: Shelf, *, may_fail: bool) -> str:
    """The path of the member that the entry has become, or empty if it is damaged and may be: what follows a damage in
    a tar file cannot be told from its rest.
    """
    path = shelf.path(entry.name)
    try:
        with entry.open() as stream:
            shelf.copy(path, unpacking.Metered(stream, entry.size))
    except ExtractionError as error:
        if error.code != "broken_file" or not may_fail:
            raise
        return ""
    except packed.DAMAGED as error:
        if not may_fail:
            raise ExtractionError("broken_file", f"The archive is broken: {error}.") from error
        return ""
    return path


def _uncounted(entry: Entry) -> str:
    """Why an entry is not worth a line of its own, or empty."""
    steps = tidy(entry.name).split("/")
    if entry.sort == "folder":
        return FOLDER
    if any(step.startswith(".") or step.casefold() in SYSTEM_FILES for step in steps):
        return HIDDEN
    if entry.sort == "link":
        return LINK
    return "" if entry.size else EMPTY


def _unread(entry: Entry) -> str:
    """Why a file is not unpacked, or empty."""
    if PurePosixPath(entry.name.lower()).suffix in PICTURES:
        return "a picture"
    if entry.size > LARGEST:
        return f"larger than {listing.size(LARGEST)}"
    return ""


def _told_twice(source: Source) -> frozenset[str]:
    names = packed.names(source) if packed.is_zip(source) else frozenset()
    page, data = TOLD_TWICE
    return frozenset(name for name in names if name.endswith(page) and name.removesuffix(page) + data in names)


def _entries(source: Source) -> Iterator[Entry]:
    if packed.is_zip(source):
        yield from archive_entries.of_zip(source)
        return
    limits = source.limits
    overhead = limits.entries * archive_entries.TAR_OVERHEAD
    stream = unpacking.opened(source.data, limits.unpacked_bytes + overhead)
    if archive_entries.is_tar(stream.peek(archive_entries.TAR_BLOCK)):
        yield from archive_entries.of_tar(stream, source)
    elif unpacking.is_compressed(source.data):
        yield from _single(source)
    else:
        raise ExtractionError("broken_file", "The file is called an archive, but its bytes are not those of one.")


def _single(source: Source) -> Iterator[Entry]:
    """One compressed file, named as the archive less its ending; it is unpacked once to learn its size."""
    measured = unpacking.opened(source.data, source.limits.unpacked_bytes)
    while measured.read(unpacking.PIECE):
        pass
    name = PurePosixPath(source.name.replace("\\", "/")).name
    inner = name.removesuffix(PurePosixPath(name).suffix) if source.suffix in SUFFIXES else name
    opened = partial(unpacking.opened, source.data, source.limits.unpacked_bytes)
    yield Entry(inner or "content", "file", measured.count, opened)
