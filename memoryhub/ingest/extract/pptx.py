"""Presentations, by python-pptx: each slide below its title, with lists, tables, figures of charts, speaker notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from memoryhub.ingest.extract import composing, html_tables, office
from memoryhub.ingest.extract.composing import Composition
from memoryhub.ingest.extract.foreign import parsing
from memoryhub.ingest.extract.model import Extracted, ExtractionError
from memoryhub.ingest.extract.source import Source

KIND = "pptx"
NEEDS = ("pptx", "lxml.html")
SUFFIXES = {".pptx", ".pptm", ".ppsx", ".ppsm", ".potx"}
MAIN = "ppt/presentation.xml"
# Other kinds of presentations differ from a .pptx by this name only.
SHOWS = (b"presentationml.slideshow.main+xml", b"presentationml.template.main+xml")
PLAIN = b"presentationml.presentation.main+xml"
# python-pptx has no types of its own.
Shape = Any
FIXED = {"DATE", "FOOTER", "SLIDE_NUMBER", "HEADER"}
LISTS = {"BODY", "OBJECT", "VERTICAL_BODY", "VERTICAL_OBJECT"}
DEEPEST_GROUP = 20


def claims(source: Source) -> bool:
    """By its main part; a broken or locked one by its name."""
    return office.claims(source, MAIN, SUFFIXES)


def read(source: Source) -> Extracted:
    """Markdown of all slides in order, hidden ones too. Raises ExtractionError."""
    import pptx

    package = office.opened(source)
    if MAIN not in package.namelist():
        raise office.wrong_kind("presentation")
    facts = office.facts(package)
    composition = Composition(source)
    with parsing("presentation"):
        slides = pptx.Presentation(office.harmless(package, _as_presentation)).slides
        if len(slides) > source.limits.pages:
            message = f"The presentation has {len(slides):,} slides; the limit is {source.limits.pages:,}."
            raise ExtractionError("too_many_pages", message)
        for number, slide in enumerate(slides, start=1):
            composition.add(_slide(slide, number), place="slide", label=str(number))
    return composition.extracted(
        KIND, title=facts.title, written_on=facts.written_on, properties={"author": facts.author}
    )


def _as_presentation(name: str, data: bytes) -> bytes:
    if name == "[Content_Types].xml":
        for show in SHOWS:
            data = data.replace(show, PLAIN)
    return data


def _slide(slide: Any, number: int) -> str:
    """The slide below its title; one without a title is called by its number. Empty for an empty slide."""
    title = slide.shapes.title
    parts = [part for shape in _in_order(slide.shapes) if shape != title for part in _shape(shape)]
    notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    told = [composing.escaped(line) for line in _lines(notes.text if notes is not None else "")]
    if told:
        parts += [composing.heading(2, "Notes"), *told]
    named = composing.one_line(title.text_frame.text) if title is not None and title.has_text_frame else ""
    if not named and not parts:
        return ""
    return "\n\n".join([composing.heading(1, named or f"Slide {number}"), *parts])


def _in_order(shapes: Sequence[Shape]) -> list[Shape]:
    """From top to bottom, then from left to right; what has no place of its own comes first."""
    return sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0))


def _shape(shape: Shape, depth: int = 0) -> Iterator[str]:
    if hasattr(shape, "shapes") and depth < DEEPEST_GROUP:
        for inner in _in_order(shape.shapes):
            yield from _shape(inner, depth + 1)
    elif getattr(shape, "has_table", False):
        yield _table(shape.table)
    elif getattr(shape, "has_chart", False):
        yield from _chart(shape.chart)
    elif getattr(shape, "has_text_frame", False):
        yield from _texts(shape)


def _texts(shape: Shape) -> Iterator[str]:
    """Paragraphs; those of a placeholder for lists as items, if there are several."""
    kind = shape.placeholder_format.type.name if shape.is_placeholder and shape.placeholder_format.type else ""
    if kind in FIXED:
        return
    said = [(paragraph.level, paragraph.text) for paragraph in shape.text_frame.paragraphs if paragraph.text.strip()]
    if kind in LISTS and len(said) > 1:
        yield "\n".join(composing.item(level, text) for level, text in said)
    else:
        yield from (composing.escaped(line) for _level, text in said for line in _lines(text))


def _lines(text: str) -> list[str]:
    return [composing.one_line(line) for line in composing.LINE_ENDS.sub("\n", text).split("\n") if line.strip()]


def _table(table: Any) -> str:
    """The rows; what spans several cells is told in each row, and once in a row."""
    rows: list[list[str]] = []
    for at, row in enumerate(table.rows):
        cells = [composing.one_line(cell.text_frame.text) for cell in row.cells]
        for beside, cell in enumerate(row.cells):
            if cell.is_spanned and at and not cells[beside] and _continues(table, at, beside):
                cells[beside] = rows[-1][beside]
        rows.append(cells)
    header, body = html_tables.headed(rows, 1 if table.first_row and len(rows) > 1 else None)
    return composing.table(header, body) if header else ""


def _continues(table: Any, row: int, column: int) -> bool:
    """Whether the cell belongs to one that begins above it in the same column."""
    above = table.cell(row - 1, column)
    return bool((above.is_merge_origin and above.span_height > 1) or above.is_spanned)


def _chart(chart: Any) -> Iterator[str]:
    """The title of a chart and its figures, one row for each category."""
    if chart.has_title and chart.chart_title.has_text_frame:
        yield composing.escaped(composing.one_line(chart.chart_title.text_frame.text))
    plots = list(chart.plots)
    if not plots:
        return
    names = [str(category.label) for category in plots[0].categories]
    series = [(str(one.name), list(one.values)) for plot in plots for one in plot.series]
    rows = [
        [name, *("" if at >= len(values) or values[at] is None else f"{values[at]:.15g}" for _one, values in series)]
        for at, name in enumerate(names)
    ]
    if rows:
        yield composing.table(["", *(name for name, _values in series)], rows)
