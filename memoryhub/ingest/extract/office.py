"""Office files as packages: what kind one is, whether it is sound, who wrote it when, and the package made harmless."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from memoryhub.ingest.extract import foreign, packed
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.html_tree import Element
from memoryhub.ingest.extract.model import ExtractionError
from memoryhub.ingest.extract.source import Source

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
CORE = "docProps/core.xml"
# The parts of a package that are read; whatever else is in it (pictures, fonts, macros, sheets in sheets) stays empty.
READ_PARTS = (".xml", ".rels")
MACROS = re.compile(
    rb"application/vnd\.ms-(word|excel|powerpoint)\.(document|template|sheet|presentation|slideshow)\.macroEnabled"
)
EARLIEST, LATEST = 1985, 2100
# What programs write by themselves says nothing of the document.
NOBODY = {"python-docx", "openpyxl", "steve canny", "anonymous", "(anonymous)", "unknown", "(unspecified)"}
UNTITLED = {"powerpoint presentation", "untitled", "(untitled)", "word document"}
OF_TEMPLATES = ("2013-12-23T23:15:00", "2013-01-27T09:1")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file says of itself."""

    title: str = ""
    author: str = ""
    written_on: date | None = None


def claims(source: Source, part: str, suffixes: set[str]) -> bool:
    """Whether the source is an office file with this main part, a broken one by its name, or a locked one."""
    if packed.is_zip(source):
        names = packed.names(source)
        return part in names or (not names and source.suffix in suffixes)
    return source.suffix in suffixes and is_locked(source)


def is_locked(source: Source) -> bool:
    """Whether the bytes are an office file encrypted with a password."""
    return source.data.startswith(OLE) and ENCRYPTED in source.data


def opened(source: Source) -> zipfile.ZipFile:
    """The package, looked through. Raises ExtractionError: locked_file, broken_file, unsafe_archive."""
    if is_locked(source):
        raise foreign.locked()
    package = packed.opened(source)
    for _name, _data in _parts(package):
        pass
    return package


def harmless(package: zipfile.ZipFile, change: Callable[[str, bytes], bytes] | None = None) -> io.BytesIO:
    """The same package with nothing in it but its XML, each part as `change` gives it, and of a kind without macros."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as target:
        known = dict(_parts(package))
        for entry in package.infolist():
            data = known.get(entry.filename, b"")
            if entry.filename == "[Content_Types].xml":
                data = MACROS.sub(_without_macros, data)
            data = change(entry.filename, data) if change and data else data
            target.writestr(zipfile.ZipInfo(entry.filename), data)
    written.seek(0)
    return written


def _without_macros(match: re.Match[bytes]) -> bytes:
    room = {b"word": b"wordprocessingml", b"excel": b"spreadsheetml", b"powerpoint": b"presentationml"}[match[1]]
    return b"application/vnd.openxmlformats-officedocument." + room + b"." + match[2]


def part(package: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of a part; empty where there is none. Raises ExtractionError (broken_file)."""
    if name not in package.NameToInfo:
        return b""
    with parsing("file"):
        return package.read(name)


def _parts(package: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """The XML of the package. Office files declare no entities; who does means harm."""
    for name in dict.fromkeys(package.namelist()):
        if name.lower().endswith(READ_PARTS):
            data = part(package, name)
            refuse_entities(data, DECLARATION)
            yield name, data


def refuse_entities(data: bytes, pattern: re.Pattern[bytes]) -> None:
    """Refuse XML with such declarations, in whatever width its characters are written."""
    if pattern.search(data.replace(b"\0", b"") if b"\0" in data[:64] else data):
        raise packed.unsafe("its XML declares entities or a document type")


def facts(package: zipfile.ZipFile) -> Facts:
    """Title, author and day of the last change as the properties of the package tell them, where they can be meant."""
    from lxml import etree

    data = part(package, CORE)
    if not data:
        return Facts()
    # What a file says of itself may be broken without harm to what it says.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return Facts()
    if root is None:
        return Facts()
    told = {_name(child): (child.text or "").strip() for child in root.iterchildren("*")}
    return Facts(
        title=title_of(told.get("title", "")),
        author=author_of(told.get("creator", "") or told.get("lastModifiedBy", "")),
        written_on=day_of(told.get("modified", "")) or day_of(told.get("created", "")),
    )


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def title_of(told: str) -> str:
    """The title, unless a program made it up."""
    return "" if told.strip().casefold() in UNTITLED else told.strip()


def author_of(told: str) -> str:
    """The author, unless a program put itself there."""
    return "" if told.strip().casefold() in NOBODY else told.strip()


def day_of(told: str) -> date | None:
    """The day of an ISO moment, unless it is that of a template or of no clock that was set."""
    if told.startswith(OF_TEMPLATES):
        return None
    try:
        day = datetime.fromisoformat(told).date()
    except ValueError:
        return None
    return plausible(day)


def plausible(day: date) -> date | None:
    """The day, if a document may have been written on it."""
    return day if EARLIEST <= day.year <= LATEST else None


def wrong_kind(kind: str) -> ExtractionError:
    """The refusal of a sound package that lacks its main part."""
    return foreign.broken(kind, "(its main part is missing)")
