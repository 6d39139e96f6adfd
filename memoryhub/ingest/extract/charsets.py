"""Bytes with a declared charset, as mail has them: the declaration is often a little wrong, and sometimes quite."""

from __future__ import annotations

import codecs

from memoryhub.ingest.extract import decoding
from memoryhub.ingest.extract.model import ExtractionError

# Programs declare the smaller set and write the larger one.
LARGER = {
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "johab": "cp949",
}
# Codecs that are no charset: they run code-like escapes, or take time that grows with the square.
NOT_CHARSETS = {"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined"}


def decoded(data: bytes, charset: str) -> str:
    """The text, whatever is declared: what does not fit is judged by itself, and at worst read as UTF-8 with marks."""
    try:
        name = codecs.lookup(charset).name if charset else ""
        if name and name not in NOT_CHARSETS:
            return data.decode(LARGER.get(name, name))
    except (LookupError, ValueError):
        # An unknown name, or bytes that are not what was declared.
        pass
    try:
        return decoding.decode(data)
    except ExtractionError:
        return data.decode("utf-8", "replace")
