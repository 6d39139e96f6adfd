"""Books (EPUB): the chapters in the order of their spine, each below a heading, with title, author and day."""

from __future__ import annotations

import posixpath
import re
import zipfile
from urllib.parse import unquote

from memoryhub.ingest.extract import composing, dating, foreign, html_markdown, html_tables, html_tree, office, packed
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.html_tree import Element
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.source import Source

KIND = "epub"
NEEDS = html_markdown.NEEDS
SUFFIXES = {".epub"}
CONTAINER = "META-INF/container.xml"
# Chapters bear the document type of XHTML by right; entities of their own they have not.
ENTITIES = re.compile(rb"<!\s*ENTITY|<!\s*DOCTYPE[^>\[]*\[", re.IGNORECASE)
CHECKED = (".xml", ".opf", ".xhtml", ".html", ".htm", ".ncx")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LOCKS = "META-INF/encryption.xml"
FONTS_ONLY = re.compile(rb"CipherReference[^>]*URI=[\"'][^\"']*\.(?!otf|ttf|woff2?)\w+[\"']", re.IGNORECASE)


def claims(source: Source) -> bool:
    """By the container every book has; a broken one by its name."""
    if not packed.is_zip(source):
        return False
    names = packed.names(source)
    return CONTAINER in names or (not names and source.suffix in SUFFIXES)


def read(source: Source) -> Extracted:
    """Markdown of the whole book. Raises ExtractionError: one under a lock of DRM is a locked_file."""
    book = packed.opened(source)
    _refuse(book)
    root = _xml(book, CONTAINER)
    folder, package = _package(book, root)
    told = _told(package)
    composition = Composition(source)
    for path in _spine(package, folder, book):
        composition.add(_chapter(book, path, told["title"]))
    moment = dating.moment(told["date"]) if told["date"] else None
    return composition.extracted(
        KIND,
        title=told["title"],
        written_on=office.plausible(moment.date()) if moment else None,
        properties={name: told[name] for name in ("author", "publisher", "language")},
    )


def _refuse(book: zipfile.ZipFile) -> None:
    for name in book.namelist():
        if name.lower().endswith(CHECKED):
            office.refuse_entities(office.part(book, name), ENTITIES)
    if FONTS_ONLY.search(office.part(book, LOCKS)):
        raise foreign.locked()


def _xml(book: zipfile.ZipFile, name: str) -> Element:
    from lxml import etree

    data = office.part(book, name)
    with parsing("book"):
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    # Prefixes and namespaces differ from book to book; names do not.
    for element in root.iter("*"):
        element.tag = etree.QName(element).localname
    return root


def _package(book: zipfile.ZipFile, container: Element) -> tuple[str, Element]:
    path = next((unquote(found.get("full-path", "")) for found in container.iter("rootfile")), "")
    if path not in book.namelist():
        raise foreign.broken("book", "(its list of contents is missing)")
    return posixpath.dirname(path), _xml(book, path)


def _told(package: Element) -> dict[str, str]:
    def all_of(name: str) -> list[str]:
        return [told for found in package.iter(name) if (told := composing.one_line("".join(found.itertext())))]

    return {
        "title": next(iter(all_of("title")), ""),
        "author": ", ".join(all_of("creator")),
        "publisher": next(iter(all_of("publisher")), ""),
        "language": next(iter(all_of("language")), ""),
        "date": next(iter(all_of("date")), ""),
    }


def _spine(package: Element, folder: str, book: zipfile.ZipFile) -> list[str]:
    """The paths of the chapters in reading order, each once."""
    items = {item.get("id"): item for item in package.iter("item")}
    names = set(book.namelist())
    paths = []
    for reference in package.iter("itemref"):
        item = items.get(reference.get("idref"))
        if item is None or "nav" in item.get("properties", "").split():
            continue
        href = item.get("href", "").partition("#")[0]
        candidates = (posixpath.normpath(posixpath.join(folder, one)) for one in (unquote(href), href))
        paths += [path for path in candidates if path in names][:1]
    return list(dict.fromkeys(paths))


def _chapter(book: zipfile.ZipFile, path: str, of_book: str) -> str:
    """The Markdown of a chapter; one without a heading gets the title of its page, if that is one of its own."""
    try:
        root = html_tree.parsed(office.part(book, path), charset="utf-8")
    except ExtractionError:
        raise foreign.broken("book", f"(at {path})") from None
    if root is None:
        return ""
    title = next((html_tables.text_of(found) for found in root.iter("title")), "")
    has_heading = next(root.iter(*HEADINGS), None) is not None
    for head in list(root.iter("head")):
        html_tree.drop(head)
    written = html_markdown.markdown_of(root)
    if has_heading or title in {"", of_book} or not written.strip():
        return written
    return f"{composing.heading(1, title)}\n\n{written}"
