"""What zip and tar files hold, entry by entry, refused where an entry would lead out of the archive."""

from __future__ import annotations

import posixpath
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import IO, Literal

from memoryhub.ingest.extract import entry_names, packed
from memoryhub.ingest.extract.model import ExtractionError
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.extract.unpacking import Metered

UTF8_NAME = 0x800
UNIX = 3
LONGEST_LINK = 4096
TAR_BLOCK = 512
# Headers and padding of the entries come on top of what is unpacked.
TAR_OVERHEAD = 4 * TAR_BLOCK
BROKEN_TAR = (tarfile.TarError, ValueError, OverflowError, EOFError)
Sort = Literal["file", "folder", "link"]


@dataclass(frozen=True, slots=True)
class Entry:
    """`name` is a path within the archive; `size` is in bytes, as claimed. An entry of a tar file can be opened until
    the next is asked for.
    """

    name: str
    sort: Sort
    size: int
    open: Callable[[], IO[bytes] | Metered]


def of_zip(source: Source) -> Iterator[Entry]:
    """All is checked before the first entry is given: see `packed.opened`, and `_sort_of_zip`."""
    with packed.opened(source) as archive:
        infos = archive.infolist()
        entries = []
        for info, name in zip(infos, _zip_names(infos), strict=True):
            packed.refuse_leading_out(name)
            sort = _sort_of_zip(archive, info, name)
            entries.append(Entry(name, sort, info.file_size, partial(archive.open, info)))
        yield from entries


def _zip_names(infos: list[zipfile.ZipInfo]) -> list[str]:
    """The names; those that are not marked as UTF-8 were read as cp437, in which every byte has a character."""
    unmarked = [info for info in infos if not info.flag_bits & UTF8_NAME]
    found = dict(zip(map(id, unmarked), entry_names.decoded([_raw(info) for info in unmarked]), strict=True))
    return [found.get(id(info), info.filename) for info in infos]


def _raw(info: zipfile.ZipInfo) -> bytes:
    return info.filename.encode("cp437", "replace")


def _sort_of_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Sort:
    mode = info.external_attr >> 16 if info.create_system == UNIX else 0
    if stat.S_ISLNK(mode):
        with archive.open(info) as opened:
            target = opened.read(LONGEST_LINK)
        _refuse_link_out(posixpath.dirname(name), entry_names.decoded([target])[0])
        return "link"
    if stat.S_ISBLK(mode) or stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
        raise _device(name)
    return "folder" if info.is_dir() else "file"


def of_tar(stream: Metered, source: Source) -> Iterator[Entry]:
    """Entries are given as the stream is unpacked; what is refused may come after some that were given."""
    limits = source.limits
    claimed = number = 0
    try:
        with tarfile.open(fileobj=stream, mode="r|", encoding="utf-8", errors="surrogateescape") as archive:
            for number, info in enumerate(archive, start=1):
                claimed += info.size
                if number > limits.entries:
                    raise packed.unsafe(f"it holds more than {limits.entries:,} files")
                if claimed > limits.unpacked_bytes:
                    raise packed.unsafe(f"unpacked it has more than {limits.unpacked_bytes:,} bytes")
                yield _of_tar(archive, info)
    except BROKEN_TAR as error:
        raise ExtractionError("broken_file", f"The archive is broken: {error}.") from error


def _of_tar(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Entry:
    name = _tar_name(info.name)
    packed.refuse_leading_out(name)
    if info.issym() or info.islnk():
        # A hard link names its target from the top of the archive, a symbolic one from where it stands.
        _refuse_link_out(posixpath.dirname(name) if info.issym() else "", _tar_name(info.linkname))
        return Entry(name, "link", 0, partial(_opened, archive, info))
    if info.isdir():
        return Entry(name, "folder", 0, partial(_opened, archive, info))
    if not info.isreg():
        raise _device(name)
    return Entry(name, "file", info.size, partial(_opened, archive, info))


def _opened(archive: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(info)
    if stream is None:
        raise ExtractionError("broken_file", "The archive is broken: an entry has no content.")
    return stream


def _tar_name(name: str) -> str:
    return entry_names.decoded([name.encode("utf-8", "surrogateescape")])[0]


def _refuse_link_out(folder: str, target: str) -> None:
    target = target.replace("\\", "/")
    reached = posixpath.normpath(posixpath.join(folder, target))
    if target.startswith("/") or reached.split("/")[0] == ".." or target[1:2] == ":":
        raise packed.unsafe(f"it has a link that leads out of it, to {target[:80]!r}")


def _device(name: str) -> ExtractionError:
    return packed.unsafe(f"{name[:80]!r} is a device and no file")


def is_tar(head: bytes) -> bool:
    """Whether a stream that begins so is a tar file: by its mark, or for an old one by its sum."""
    if len(head) < TAR_BLOCK:
        return False
    if head[257:262] == b"ustar":
        return True
    try:
        stated = int(head[148:156].strip(b" \0") or b"-1", 8)
    except ValueError:
        return False
    return stated > 0 and stated == sum(head[:148]) + sum(head[156:TAR_BLOCK]) + 8 * ord(" ")
