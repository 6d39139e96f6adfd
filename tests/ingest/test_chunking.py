"""Chunks follow headings, paragraphs and turns, stay within their budget, and lead back into the text."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from memoryhub.ingest import chunking
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.extract import Extracted, extract

DATA = Path(__file__).parent.parent / "data" / "ingest"


def read(text: str, name: str) -> Extracted:
    return extract(text.encode(), name=name, media_type=None)


def chunks(text: str, name: str = "a.md", budget: int = 200) -> list[ChunkDraft]:
    extracted = read(text, name)
    found = chunking.chunks(extracted, budget=budget)
    assert all(chunk.text == extracted.text[chunk.start : chunk.end] for chunk in found)
    assert [chunk.index for chunk in found] == list(range(len(found)))
    return found


def test_a_chunk_stands_below_its_headings_and_is_indexed_with_them() -> None:
    found = chunks((DATA / "handbook.md").read_text())
    assert [chunk.heading_path for chunk in found] == [
        (),
        ("Studio",),
        ("Studio", "Machines"),
        ("Studio", "Machines", "工坊"),
    ]
    assert found[3].embed_text == found[3].index_text == "Studio > Machines > 工坊\n窑炉每周一检修。"
    assert found[3].text == "### 工坊\n\n窑炉每周一检修。"
    assert (found[1].language, found[3].language) == ("en", "zh")


def test_markup_is_kept_in_the_chunk_and_left_out_of_the_index() -> None:
    chunk = chunks((DATA / "handbook.md").read_text())[1]
    assert "**deploy window**" in chunk.text
    assert "The deploy window is Tuesday at 09:00" in chunk.index_text


@pytest.mark.parametrize(
    "text",
    [
        "The kiln needs two hours to cool. " * 60,
        "窑炉每周一检修，工坊当天不开放。" * 60,
        "word " * 600,
        "字" * 900,
        "\n".join(f"| room {number} | 8 |" for number in range(200)),
    ],
)
def test_no_chunk_of_a_document_is_over_its_budget(text: str) -> None:
    found = chunks(text, budget=100)
    assert len(found) > 3
    assert max(chunking.estimate_tokens(chunk.text) for chunk in found) <= 110


def test_an_endless_word_is_cut_in_a_moment() -> None:
    assert len(chunks("我住在北京" * 40_000, "a.txt")) == 1000


def test_long_paragraphs_are_cut_between_sentences() -> None:
    found = chunks("The kiln needs two hours to cool. " * 60, budget=100)
    assert all(chunk.text.startswith("The kiln") and chunk.text.rstrip().endswith("cool.") for chunk in found)


def test_every_word_of_a_document_is_in_a_chunk() -> None:
    text = (DATA / "handbook.md").read_text()
    found = chunks(text, budget=20)
    inside = "".join(chunk.text for chunk in found)
    assert [word for word in text.split() if word not in inside and word.strip("-|`#>")] == []


def test_headings_alone_still_make_a_chunk() -> None:
    assert [chunk.text for chunk in chunks("# One\n\n## Two\n")] == ["# One\n\n## Two"]


def test_a_turn_is_a_chunk_embedded_with_the_turn_before_it_in_its_session() -> None:
    extracted = extract((DATA / "chat.txt").read_bytes(), name="chat.txt", media_type=None)
    found = chunking.chunks(extracted)
    assert [chunk.turn_index for chunk in found] == [0, 1, 2, 3]
    assert found[1].text == "[10:04] Joon: Really? How is it?"
    assert found[1].embed_text == "Mina: I moved to Busan yesterday.\nJoon: Really? How is it?"
    assert found[1].index_text == "(2026-11-28) Joon: Really? How is it?"
    assert found[3].embed_text == "Joon: I am allergic to peanuts."


def test_a_turn_is_never_cut() -> None:
    found = chunks("Mina: " + "I moved to Busan. " * 200 + "\nJoon: Really?", "chat.txt", budget=50)
    assert len(found) == 2


def test_a_short_latin_line_takes_the_language_of_its_document() -> None:
    body = "Der Ofen braucht zwei Stunden, bis er abgekühlt ist und geöffnet werden darf."
    text = f"# Werkstatt\n\n{body}\n\n## Ort\n\nGent\n"
    assert [chunk.language for chunk in chunks(text)] == ["de", "de"]


def test_every_piece_of_a_long_table_names_its_columns() -> None:
    rows = "\n".join(f"| Town {number} | {number * 100} |" for number in range(200))
    found = chunks(f"| City | Rent |\n|---|---|\n{rows}", budget=60)
    assert len(found) > 20
    for chunk in found:
        for line in chunk.index_text.split("\n"):
            assert line.startswith("City: Town ")
            assert " | Rent: " in line
    assert found[0].text.startswith("| City | Rent |")
    assert found[3].text.startswith("| Town ")
    assert max(chunking.estimate_tokens(chunk.index_text) for chunk in found) <= 60


def test_a_row_over_the_budget_is_cut_between_cells_and_each_piece_names_the_row() -> None:
    names = " | ".join(f"Field {number}" for number in range(40))
    cells = " | ".join(f"value {number}" for number in range(39))
    found = chunks(f"| Person | {names} |\n|{'---|' * 41}\n| Ada | {cells} | {'long words ' * 100}|", budget=50)
    assert all(chunk.index_text.startswith("Person: Ada | Field ") for chunk in found)
    assert all("Field 39: " in chunk.index_text for chunk in found[-4:])
    assert max(chunking.estimate_tokens(chunk.index_text) for chunk in found) <= 50


def test_pieces_of_a_long_paragraph_share_a_sentence_which_is_read_for_facts_once() -> None:
    found = chunks(" ".join(f"The kiln number {number} needs two hours to cool." for number in range(60)), budget=100)
    for before, after in pairwise(found):
        assert after.start < before.end
        assert before.text.endswith(after.text[: after.text.index(".") + 1])
        assert after.blocks[0].start >= before.blocks[-1].end
    assert max(chunking.estimate_tokens(chunk.embed_text) for chunk in found) <= 100


def test_pieces_of_long_code_are_indexed_with_its_opening_line() -> None:
    body = "\n".join(f"    total = total + rate({number})" for number in range(60))
    found = chunks(f"```\ndef rent_of(year):\n{body}\n```", budget=60)
    assert all(chunk.index_text.startswith("def rent_of(year):\n") for chunk in found)
