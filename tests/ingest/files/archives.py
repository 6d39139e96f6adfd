"""Makers of archives, sound and hostile."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Mapping

from tests.ingest.files.sample import Sample

NOTE = "The kiln in Goslar reaches twelve hundred degrees after nine hours."
GUIDE = "# Ferry\n\nThe ferry to Hallig Hooge leaves Schlüttsiel at half past six.\n"


def zipped(files: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of the given files, with a fixed date."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0))
            info.compress_type = method
            archive.writestr(info, data)
    return packed.getvalue()


def legacy_zip(names: Iterable[str], encoding: str) -> bytes:
    """A zip file whose names are in a legacy encoding and not marked: packed under placeholders of equal length."""
    raw = {f"placeholder-{index:03}": name.encode(encoding) for index, name in enumerate(names)}
    padded = {name: holder.ljust(len(name), b"_") for holder, name in ((key.encode(), raw[key]) for key in raw)}
    data = zipped({holder[: len(name)].decode(): b"Some words." for name, holder in padded.items()})
    for name, holder in padded.items():
        data = data.replace(holder[: len(name)], name)
    return data


def tarred(files: Mapping[str, bytes], extra: Iterable[tarfile.TarInfo] = ()) -> bytes:
    """A plain tar file of the given files, and of entries without content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for info in extra:
            archive.addfile(info)
    return packed.getvalue()


def tar_entry(name: str, sort: bytes, target: str = "") -> tarfile.TarInfo:
    """An entry that is no file: a link, a folder, a device."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = sort, target
    return info


def gz(data: bytes) -> bytes:
    """The bytes compressed by gzip, the same each time."""
    return gzip.compress(data, mtime=0)


def zip_symlink(name: str, target: str) -> bytes:
    """A zip file with a readable file and a symbolic link."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo("note.txt"), NOTE)
        info = zipfile.ZipInfo(name)
        info.create_system, info.external_attr = 3, 0o120777 << 16
        archive.writestr(info, target)
    return packed.getvalue()


def encrypted_zip() -> bytes:
    """A zip file whose entry says that it is encrypted, in both of its headers."""
    data = bytearray(zipped({"secret.txt": NOTE.encode()}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(signature) + offset
        data[at] |= 1
    return bytes(data)


def overlapping_zip() -> bytes:
    """A zip file whose two entries are one piece of data: the second is listed at the place of the first."""
    data = bytearray(zipped({"a.txt": b"x" * 10_000, "b.txt": b"x" * 10_000}))
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<I", 0)
    return bytes(data)


def zip_claiming(size: int) -> bytes:
    """A zip file whose list says that its one file unpacks to `size` bytes."""
    data = bytearray(zipped({"big.txt": b"small"}))
    listed = data.index(b"PK\x01\x02")
    data[listed + 24 : listed + 28] = struct.pack("<I", size)
    return bytes(data)


def sparse_tar(size: int) -> bytes:
    """A tar file with one sparse file that holds nothing and claims `size` bytes."""
    info = tarfile.TarInfo("sparse.bin")
    info.pax_headers = {"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.map": f"{size},0"}
    info.pax_headers |= {"GNU.sparse.size": str(size), "GNU.sparse.name": "sparse.bin", "GNU.sparse.numblocks": "1"}
    return info.tobuf(tarfile.PAX_FORMAT) + bytes(1024)


def bomb() -> bytes:
    """A tar file of 300 MB of zeros in a file of some hundred kilobytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as stream:
        info = tarfile.TarInfo("zeros.txt")
        info.size = 300 * 2**20
        stream.write(info.tobuf())
        for _ in range(300):
            stream.write(bytes(2**20))
    return packed.getvalue()


def samples() -> list[Sample]:
    """Archives as people have them, and as attackers send them."""
    files = {"notes/kiln.txt": NOTE.encode(), "ferry.md": GUIDE.encode()}
    kiln = ("How hot does the kiln in Goslar get?", NOTE)
    ferry = ("When does the ferry to Hallig Hooge leave?", GUIDE.strip().split("\n")[-1])
    out = tar_entry("out", tarfile.SYMTYPE, "../../etc/passwd")
    return [
        Sample("notes.zip", zipped(files), "archive", *kiln),
        Sample("notes.tar", tarred(files), "archive", *ferry),
        Sample("notes.tar.gz", gz(tarred(files)), "archive", *kiln),
        Sample("notes.tar.bz2", bz2.compress(tarred(files)), "archive", *ferry),
        Sample("notes.tar.xz", lzma.compress(tarred(files)), "archive", *kiln),
        Sample("kiln.txt.gz", gz(NOTE.encode()), "archive", *kiln),
        Sample("escape.zip", zipped({"../../evil.txt": b"evil"}), "archive", error_code="unsafe_archive"),
        Sample("escape.tar", tarred({"/etc/evil.txt": b"evil"}), "archive", error_code="unsafe_archive"),
        Sample("linked.tar", tarred(files, [out]), "archive", error_code="unsafe_archive"),
        Sample("overlap.zip", overlapping_zip(), "archive", error_code="unsafe_archive"),
        Sample("claims.zip", zip_claiming(2 * 2**30), "archive", error_code="unsafe_archive"),
        Sample("sparse.tar", sparse_tar(2 * 2**30), "archive", error_code="unsafe_archive"),
        Sample("bomb.tar.gz", bomb(), "archive", error_code="unsafe_archive"),
        Sample("locked.zip", encrypted_zip(), "archive", error_code="locked_file"),
        Sample("cut.zip", zipped(files)[:-40], "archive", error_code="broken_file"),
        Sample("cut.tar.gz", gz(tarred(files))[:-60], "archive", error_code="broken_file"),
        Sample("photos.zip", zipped({"a.png": b"\x89PNG"}), "archive", error_code="no_text"),
    ]
