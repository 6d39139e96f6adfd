"""HTML as a tree, and as a tree of what people would see: without scripts, styles, comments and hidden elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from memoryhub.ingest.extract import decoding

# lxml has no types of its own; its elements are what is meant.
Element = Any

DECLARED = re.compile(
    rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}encoding=["']([\w.-]+)""", re.I
)
HEAD_BYTES = 4096
# Characters that a tree can hold but not take.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_NEVER_SHOWN = """
script style template noscript iframe object embed applet canvas svg math audio video map datalist select textarea input
button dialog frameset
"""
NEVER_SHOWN = frozenset(_NEVER_SHOWN.split())
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0*\.?0*(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|opacity\s*:\s*0*\.?0*\s*(?:;|!|$)|mso-hide\s*:\s*all"
    r"|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*;.*overflow\s*:\s*hidden"
    r"|text-indent\s*:\s*-\d{4,}|(?:left|top)\s*:\s*-\d{4,}",
    re.IGNORECASE,
)
# What is longer than any page needs is not looked through.
LONGEST_STYLE, LONGEST_SHEET = 2_000, 500_000
RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
CONDITIONED = re.compile(r"@[^{};]{0,200}\{(?:[^{}]|\{[^{}]*\})*+\}")
SIMPLE = re.compile(r"(?:[a-z][a-z0-9]*)?([.#][\w-]+)$", re.IGNORECASE)


def parsed(data: bytes, *, charset: str = "") -> Element | None:
    """The root of the document as it was written; None where there is no element at all.

    What the sender declared decides the encoding, then what the page declares, then how the bytes look. Raises
    ExtractionError when they are no text.
    """
    declared = DECLARED.search(data[:HEAD_BYTES])
    stated = (declared[1] or declared[2]).decode("ascii", "ignore") if declared else ""
    return tree(decoding.decode(data, charset=charset or stated))


def tree(markup: str) -> Element | None:
    """The same, of text."""
    from lxml import etree, html

    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    cleaned = CONTROLS.sub("", markup).encode("utf-8", "replace")
    try:
        root = html.document_fromstring(cleaned, parser=parser)
    except etree.ParserError:
        return None
    return root


def remove_hidden(root: Element) -> None:
    """Take out whatever a reader of the page would not see."""
    hidden_names = _hidden_by_rules(root)
    for element in list(root.iter("*")):
        if element is not root and element.tag != "body" and _is_hidden(element, hidden_names):
            drop(element)


def drop(element: Element) -> None:
    """Take the element out and leave the text behind it where it is."""
    if element.getparent() is not None:
        element.drop_tree()


def _is_hidden(element: Element, hidden_names: frozenset[str]) -> bool:
    if element.tag in NEVER_SHOWN:
        return True
    if element.get("hidden") is not None or element.get("aria-hidden", "").strip().lower() == "true":
        return True
    if HIDING.search(element.get("style", "")[:LONGEST_STYLE]) or element.get("size") == "0":
        return True
    return bool(hidden_names) and not hidden_names.isdisjoint(_names(element))


def _names(element: Element) -> Iterator[str]:
    if element.get("id"):
        yield f"#{element.get('id')}"
    for name in element.get("class", "").split():
        yield f".{name}"


def _hidden_by_rules(root: Element) -> frozenset[str]:
    """Classes and ids that the page's own style sheets hide without condition; other selectors are not followed."""
    found = set()
    for style in root.iter("style"):
        sheet = CONDITIONED.sub("", re.sub(r"/\*.*?\*/", "", (style.text or "")[:LONGEST_SHEET], flags=re.DOTALL))
        for selectors, body in RULE.findall(sheet):
            if HIDING.search(body):
                found |= {simple[1] for one in selectors.split(",") if (simple := SIMPLE.match(one.strip()))}
    return frozenset(found)
