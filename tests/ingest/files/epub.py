"""Books: one of three chapters whose spine is in another order than its files, and ones that are refused."""

from __future__ import annotations

import io
import zipfile

from tests.ingest.files.sample import Sample

CONTAINER = """<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""
PACKAGE = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The old harbour</dc:title>
<dc:creator>Ada Lund</dc:creator><dc:creator>Ben Okafor</dc:creator><dc:language>en</dc:language>
<dc:date>2024-03-02</dc:date></metadata>
<manifest><item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="b" href="text/chapter%20two.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="text/third.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="n"/><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>"""
DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'


def samples() -> list[Sample]:
    """All of them."""
    bomb = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    return [
        Sample("harbour.epub", book(), "epub", "When was the lighthouse built?", "The lighthouse was built in 1871."),
        Sample("entities.epub", book(doctype=bomb), "epub", error_code="unsafe_archive"),
        Sample("cut-off.epub", book()[:700], "epub", error_code="broken_file"),
        Sample("drm.epub", book(encrypted="text/one.xhtml"), "epub", error_code="locked_file"),
    ]


def _page(title: str, body: str, doctype: str) -> str:
    head = f"<head><title>{title}</title><style>p {{ margin: 0 }}</style></head>"
    return (
        f'<?xml version="1.0" encoding="utf-8"?>{doctype}<html xmlns="http://www.w3.org/1999/xhtml">{head}{body}</html>'
    )


def book(*, doctype: str = DOCTYPE, encrypted: str = "") -> bytes:
    """The spine names the second chapter first; the third has no heading; chapters bear the document type of XHTML."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        packed.writestr("META-INF/container.xml", CONTAINER)
        packed.writestr("OEBPS/content.opf", PACKAGE)
        packed.writestr("OEBPS/nav.xhtml", _page("Contents", "<body><nav>One Two</nav></body>", doctype))
        one = (
            "<body><h1>The light</h1><p>The lighthouse was built in 1871.</p><img src='http://192.0.2.7/x.png'/></body>"
        )
        packed.writestr("OEBPS/text/one.xhtml", _page("1", one, doctype))
        two = "<body><h1>The town</h1><p>It is older than the light.</p><ul><li>first</li></ul></body>"
        packed.writestr("OEBPS/text/chapter two.xhtml", _page("2", two, doctype))
        packed.writestr("OEBPS/text/third.xhtml", _page("The end", "<body><p>All leave.</p></body>", doctype))
        if encrypted:
            reference = f'<encryption><CipherReference URI="OEBPS/{encrypted}"/></encryption>'
            packed.writestr("META-INF/encryption.xml", reference)
    return written.getvalue()
