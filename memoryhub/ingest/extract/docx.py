"""Word documents, by markitdown: headings, lists, tables, notes, links; without what was deleted or hidden in Word."""

from __future__ import annotations

import io

from memoryhub.ingest.extract import html_markdown, html_tree, office
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.html_tree import Element
from memoryhub.ingest.extract.model import Extracted
from memoryhub.ingest.extract.source import Source

KIND = "docx"
NEEDS = ("mammoth", *html_markdown.NEEDS)
SUFFIXES = {".docx", ".docm", ".dotx", ".dotm"}
MAIN = "word/document.xml"
STORIES = ("word/document", "word/footnotes", "word/endnotes")
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
OFF = {"0", "false", "off"}
STYLES = "\n".join(
    (
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        "p[style-name='Quote'] => blockquote > p:fresh",
        "p[style-name='Intense Quote'] => blockquote > p:fresh",
        "p[style-name='Code'] => pre:separator('\\n')",
        "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
    )
)


def claims(source: Source) -> bool:
    """By its main part; a broken or locked one by its name, and a locked one of no name."""
    unnamed = not source.suffix and office.is_locked(source)
    return unnamed or office.claims(source, MAIN, SUFFIXES)


def read(source: Source) -> Extracted:
    """Markdown of the body and its notes. Raises ExtractionError."""
    package = office.opened(source)
    if MAIN not in package.namelist():
        raise office.wrong_kind("Word document")
    facts = office.facts(package)
    composition = Composition(source)
    composition.add(_converted(office.harmless(package, _without_hidden)))
    return composition.extracted(
        KIND, title=facts.title, written_on=facts.written_on, properties={"author": facts.author}
    )


def _converted(stream: io.BytesIO) -> str:
    import mammoth
    from markitdown.converter_utils.docx.pre_process import pre_process_docx

    with parsing("Word document"):
        # What markitdown does itself, but for its tables, which get their spans and heads on the way to Markdown.
        told = mammoth.convert_to_html(pre_process_docx(stream), style_map=STYLES, include_embedded_style_map=False)
    root = html_tree.tree(str(told.value))
    return "" if root is None else html_markdown.markdown_of(root, links=True)


def _without_hidden(name: str, data: bytes) -> bytes:
    """The part without runs that Word does not show: those set hidden, and those of a size nobody can read."""
    if not name.startswith(STORIES) or not (b"vanish" in data or b":sz" in data):
        return data
    from lxml import etree

    with parsing("Word document"):
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    for run in list(root.iter(f"{WORD}r")):
        properties = run.find(f"{WORD}rPr")
        if properties is not None and _is_hidden(properties):
            run.getparent().remove(run)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _is_hidden(properties: Element) -> bool:
    vanish, size = properties.find(f"{WORD}vanish"), properties.find(f"{WORD}sz")
    is_off = vanish is None or vanish.get(f"{WORD}val", "1") in OFF
    # Sizes are in half points.
    return not is_off or (size is not None and size.get(f"{WORD}val") in {"0", "1", "2"})
