"""Web pages: trafilatura finds what a page with navigation is about; any other page is converted as a whole."""

from __future__ import annotations

import copy
import re
from datetime import date

from memoryhub.ingest.extract import composing, dating, html_markdown, html_tables, html_tree, office
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.html_tree import Element
from memoryhub.ingest.extract.model import Extracted
from memoryhub.ingest.extract.source import Source

KIND = "html"
NEEDS = ("trafilatura", *html_markdown.NEEDS)
SUFFIXES = {".html", ".htm", ".xhtml", ".xht", ".shtml"}
MEDIA_TYPES = {"text/html", "application/xhtml+xml"}
# Files that hold HTML for another purpose than to be read as a page.
OTHERS = {".md", ".markdown", ".mdx", ".eml", ".mbox", ".svg", ".xml", ".vue", ".svelte", ".php", ".jsx", ".tsx", ".js"}
BEGINNING = re.compile(
    r"(?:\ufeff|\s|<\?xml[^>]{0,200}\?>|<!--.{0,2000}?-->)*<(?:!doctype\s+html|html[\s>]|head>|body[\s>])",
    re.IGNORECASE | re.DOTALL,
)
SNIFFED = 4096
AROUND_TAGS = ("nav", "footer", "aside", "form", "menu")
AROUND_ROLES = {"navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "alertdialog"}
AROUND_NAMES = re.compile(
    r"cookie|consent|gdpr|banner|breadcrumb|sidebar|side-bar|navbar|nav-|-nav|\bnav\b|\bmenu|footer|newsletter|subscribe"
    r"|advert|\bads?\b|sponsor|social|share|related|recommend|popup|modal|skip-link|pagination|toolbar",
    re.IGNORECASE,
)
# Trafilatura needs a page long enough to tell text from links, and was wrong if it keeps less than this share.
SHORT = 400
LEAST_SHARE = 0.25
DATES = {"extensive_search": False, "original_date": True, "max_date": "2100-12-31"}


def claims(source: Source) -> bool:
    """By name or media type unless the bytes are binary, and by how the text begins."""
    if source.suffix in OTHERS:
        return False
    if source.suffix in SUFFIXES or source.media_type in MEDIA_TYPES:
        return not source.data.startswith((b"%PDF-", b"PK\x03\x04", office.OLE))
    head = source.data[:SNIFFED]
    width = "utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin-1"
    return bool(BEGINNING.match(head.decode(width, "replace").removeprefix("ï»¿")))


def read(source: Source) -> Extracted:
    """Markdown of what the page is about, its title as the first heading. Raises ExtractionError."""
    root = html_tree.parsed(source.data, charset=source.charset)
    if root is None:
        raise composing.no_text("the page is empty.")
    facts = _facts(root)
    html_tree.remove_hidden(root)
    written = composing.tidied(_written(root))
    heading = next((html_tables.text_of(found) for found in root.iter("h1")), "")
    title = heading if _is_part(heading, facts["title"]) else facts["title"] or heading
    if title and written and not any(line.startswith("# ") for line in written.split("\n")):
        written = f"{composing.heading(1, title)}\n\n{written}"
    composition = Composition(source)
    composition.add(written)
    return composition.extracted(
        KIND,
        title=title,
        written_on=_day(facts.pop("date")),
        properties={name: value for name, value in facts.items() if name != "title"},
    )


def _is_part(heading: str, title: str) -> bool:
    """Whether the page's title is its heading with the name of the site around it."""
    return bool(heading) and heading.casefold() in title.casefold()


def _facts(root: Element) -> dict[str, str]:
    """Title, author, date, site and address as the page's head and its data for search engines tell them."""
    import trafilatura

    with parsing("page"):
        told = trafilatura.extract_metadata(copy.deepcopy(root), date_config=DATES, extensive=False)
    title = next((html_tables.text_of(found) for found in root.iter("title")), "")
    return {
        "title": told.title or title,
        "author": (told.author or "").replace(";", ","),
        "site": told.sitename or told.hostname or "",
        "url": told.url or "",
        "date": told.date or "",
        "description": told.description or "",
    }


def _day(told: str) -> date | None:
    moment = dating.moment(told)
    return office.plausible(moment.date()) if moment else None


def _written(root: Element) -> str:
    """The Markdown of the page, by trafilatura if things stand around what it is about."""
    around = [element for element in root.iter("*") if _is_around(element)]
    if not around:
        return html_markdown.markdown_of(root)
    whole = copy.deepcopy(root)
    _take_out(whole)
    size = len(html_tables.text_of(whole))
    found = _main_part(root) if size > SHORT else None
    is_understood = found is not None and len(html_tables.text_of(found)) > size * LEAST_SHARE
    return html_markdown.markdown_of(found if is_understood else whole)


def _main_part(root: Element) -> Element | None:
    import trafilatura

    with parsing("page"):
        kept = trafilatura.extract(
            copy.deepcopy(root),
            output_format="html",
            include_comments=False,
            include_tables=True,
            include_formatting=True,
            include_links=False,
            deduplicate=False,
        )
    return html_tree.tree(kept) if kept else None


def _is_around(element: Element) -> bool:
    if element.tag in {"html", "body", "main", "article", "h1"}:
        return False
    if element.tag in AROUND_TAGS or element.get("role", "").lower() in AROUND_ROLES:
        return True
    if element.tag == "header":
        return element.find(".//h1") is None
    return bool(AROUND_NAMES.search(f"{element.get('class', '')} {element.get('id', '')}"))


def _take_out(root: Element) -> None:
    """Take out what stands around, unless that would be nearly everything."""
    size = len(html_tables.text_of(root))
    for element in [element for element in root.iter("*") if _is_around(element)]:
        if len(html_tables.text_of(element)) < size / 2:
            html_tree.drop(element)
