"""A font with Hebrew and Arabic letters where the system has one; the Chinese one is part of every PDF reader."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

CANDIDATES = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
)


@cache
def chinese() -> str:
    """The name of a font for Chinese."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    return "STSong-Light"


@cache
def hebrew() -> str:
    """The name of a font for Hebrew, or empty."""
    found = next((path for path in CANDIDATES if Path(path).exists()), "")
    if found:
        pdfmetrics.registerFont(TTFont("Everything", found))
        return "Everything"
    return ""
