"""Presentations: a plan with notes, tables and a chart, one in Japanese, and ones that cannot be read."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

import pptx
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.ingest.files import docx
from tests.ingest.files.sample import Sample


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample("plan.pptx", plan(), "pptx", "What is the code of the gate?", "The gate code is 4417."),
        Sample("計画.pptx", japanese(), "pptx", "窯はいつ点検しますか", "窯は毎週月曜日に点検します。"),
        Sample("empty.pptx", saved(pptx.Presentation()), "pptx", error_code="no_text"),
        Sample("cut-off.pptx", plan()[:5000], "pptx", error_code="broken_file"),
        Sample("locked.pptx", docx.locked(), "pptx", error_code="locked_file"),
    ]


def saved(presentation: Any) -> bytes:
    """The bytes of a presentation."""
    written = io.BytesIO()
    presentation.save(written)
    return written.getvalue()


def plan() -> bytes:
    """A list with levels and notes; a table with a merged cell, a chart, a group; a slide without a title."""
    deck = pptx.Presentation()
    deck.core_properties.author = "Ben Okafor"
    deck.core_properties.modified = datetime(2026, 3, 2)
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Autumn plan"
    frame = first.placeholders[1].text_frame
    frame.text = "Open the gate"
    inner = frame.add_paragraph()
    inner.text, inner.level = "at eight", 1
    first.notes_slide.notes_text_frame.text = "The gate code is 4417."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Figures"
    _table(second)
    _chart(second)
    third = deck.slides.add_slide(deck.slide_layouts[6])
    group = third.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, Inches(2), Inches(1)).text_frame.text = "Joon drives the van."
    return saved(deck)


def _table(slide: Any) -> None:
    table = slide.shapes.add_table(3, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, cells in zip(table.rows, [["City", "Rent"], ["Porto", "900"], ["", "950"]], strict=True):
        for cell, words in zip(row.cells, cells, strict=True):
            cell.text = words
    table.cell(1, 0).merge(table.cell(2, 0))


def _chart(slide: Any) -> None:
    data = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["Spring", "Autumn"]
    data.add_series("Visitors", (120, 80.5))  # type: ignore[no-untyped-call]
    place = (Inches(1), Inches(4), Inches(4), Inches(2))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)


def japanese() -> bytes:
    """Japanese, with a line break inside a paragraph."""
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "工房の計画"
    slide.placeholders[1].text_frame.text = "窯は毎週月曜日に点検します。\v鍵は受付にあります。"
    return saved(deck)
