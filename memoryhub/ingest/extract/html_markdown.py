"""HTML made Markdown by markitdown, after its tables, links, pictures and plain signs were put in shape for that."""

from __future__ import annotations

import re
from typing import Any

from memoryhub.ingest.extract import composing, html_tables, html_tree
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.html_tree import Element

NEEDS = ("markitdown.converters", "lxml.html")
# Characters that no text has stand for a backslash and for a table until the conversion is over.
BACKSLASH, TABLE = "\ufdd0", "\ufdd1"
PLACED = re.compile(rf"[^\S\n]*\n?[^\S\n]*{TABLE}(\d+){TABLE}[^\S\n]*")
BLOCKS = {"p", "div", "li", "blockquote", "section", "article", "dd", "dt", "td", "th", "body", "main"}
LITERAL = {"pre", "code", "kbd", "samp", "tt"}
FILE_NAME = re.compile(r"\S*\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?)$", re.IGNORECASE)
RETURNS = {"↑", "↩", "¶", "#", "§", "⏎", "↩︎"}
OPTIONS: Any = {"bullets": "-", "escape_asterisks": False, "escape_underscores": False, "autolinks": False}


def markdown_of(root: Element, *, links: bool = False) -> str:
    """The Markdown of what can be seen of the tree, which is used up; addresses of links only where asked for."""
    from markitdown.converters import HtmlConverter

    html_tree.remove_hidden(root)
    for listing in [inner for inner in root.iter("pre") if next(inner.iterancestors("pre"), None) is not None]:
        listing.drop_tag()
    tables = _tables_out(root)
    _pictures_and_links(root, links)
    _escape(root)
    with parsing("page"):
        from lxml import etree

        converted = HtmlConverter().convert_string(etree.tostring(root, encoding="unicode", method="html"), **OPTIONS)
    written = converted.markdown.replace(BACKSLASH, "\\")
    return PLACED.sub(lambda match: f"\n\n{tables[int(match[1])]}\n\n", written)


def _tables_out(root: Element) -> list[str]:
    """Put a mark in the place of each table; what is a table only by its looks becomes plain blocks."""
    written: list[str] = []
    for table in list(root.iter("table")):
        if html_tables.is_layout(table):
            _unmake(table)
            continue
        caption = next((html_tables.text_of(child) for child in table if child.tag == "caption"), "")
        header, rows = html_tables.grid(table)
        said = "\n\n".join(filter(None, (caption, _written(header, rows))))
        written.append(said)
        tail = table.tail
        table.clear()
        table.tag, table.text, table.tail = "p", f"{TABLE}{len(written) - 1}{TABLE}", tail
    return written


def _unmake(table: Element) -> None:
    parts = table.iter("thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup", "col")
    for part in [table, *(part for part in parts if next(part.iterancestors("table"), None) is table)]:
        part.tag = "div"


def _written(header: list[str], rows: list[list[str]]) -> str:
    """A table of one column is a list."""
    if len(header) == 1:
        return "\n".join(composing.item(0, cell) for cell in (*header, *(row[0] for row in rows)) if cell)
    return composing.table(header, rows) if header else ""


def _pictures_and_links(root: Element, links: bool) -> None:
    for image in list(root.iter("img", "area")):
        told = composing.one_line(image.get("alt", ""))
        image.tail = html_tree.CONTROLS.sub("", f"{'' if FILE_NAME.match(told) else told}{image.tail or ''}")
        html_tree.drop(image)
    for link in list(root.iter("a")):
        words = html_tables.text_of(link)
        if link.get("href", "").startswith("#") and words in RETURNS:
            html_tree.drop(link)
        elif not links or not link.get("href", "").startswith(("http://", "https://")) or words == link.get("href"):
            # Another name costs nothing; to take the tag out costs the more the more siblings there are.
            link.tag = "span"
        else:
            # A file name of a scheme, a title: nothing but the address is kept.
            href = link.get("href")
            link.attrib.clear()
            link.set("href", href)


def _escape(root: Element) -> None:
    """Mark plain signs that Markdown would read as markup, outside of listings."""
    for element in root.iter("*"):
        if element.tag == "html" or element.tag == "head":
            continue
        literal = element.tag in LITERAL or any(outer.tag in LITERAL for outer in element.iterancestors(*LITERAL))
        if element.text and not literal:
            element.text = _escaped(element.text, opens=element.tag in BLOCKS)
        outside = element.getparent()
        if element.tail and not (literal and outside is not None and _is_literal(outside)):
            element.tail = _escaped(element.tail, opens=element.tag in {"br", "hr"})


def _is_literal(element: Element) -> bool:
    return element.tag in LITERAL or next(element.iterancestors(*LITERAL), None) is not None


def _escaped(text: str, *, opens: bool) -> str:
    # A reference to a character may name one that the tree does not take back.
    plain = html_tree.CONTROLS.sub("", text.replace("\xa0", " ").replace(BACKSLASH, ""))
    if opens:
        plain = plain.lstrip() and plain[: len(plain) - len(plain.lstrip())] + _opened(plain.lstrip())
    return composing.INLINE.sub(lambda match: BACKSLASH + match[0], plain)


def _opened(text: str) -> str:
    marked = composing.OPENER.sub(rf"\1{BACKSLASH}\2", text)
    return composing.NUMBERED.sub(rf"\1{BACKSLASH}\2", marked)
