"""Rows of values name their columns and lead back into the text, which is kept as written."""

from __future__ import annotations

import pytest

from memoryhub.ingest import chunking
from memoryhub.ingest.extract import Extracted, extract
from tests.ingest.files import tables


def read(text: str, name: str = "a.csv") -> Extracted:
    return extract(text.encode(), name=name, media_type=None)


def lines(text: str, name: str = "a.csv") -> list[str]:
    return [line for block in read(text, name).blocks for line in block.text.split("\n")]


def test_quotes_line_breaks_and_empty_rows_are_understood() -> None:
    assert lines(tables.PEOPLE) == [
        'Name: Ada | City: Porto | Note, long: Says "hi" and leaves',
        "Name: Ben, the potter | City: Gent",
        "Name: Mina | City: Busan | Note, long: 🎉",
    ]


def test_the_text_is_kept_and_rows_lead_into_it() -> None:
    extracted = read(tables.PEOPLE)
    assert extracted.text == tables.PEOPLE
    (block,) = extracted.blocks
    start = block.text.index("Name: Mina")
    assert extracted.text[slice(*block.locate(start, len(block.text)))] == "Mina,Busan,🎉"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a;b\n1,5;2", ["a: 1,5 | b: 2"]),
        ("a\tb\n1\t2", ["a: 1 | b: 2"]),
        ("a|b\n1|2\n", ["a: 1 | b: 2"]),
        ("sep=;\na;b\nx,y,z;2", ["a: x,y,z | b: 2"]),
        ("1,2\n3,4", ["1 | 2", "3 | 4"]),
        ("just words\nand more\n", ["just words", "and more"]),
        ('a,b\n"never closed,2\n3,4', ['a: "never closed | b: 2', "a: 3 | b: 4"]),
        ("Rents of May,,\n\ncity,rent,note\nPorto,900,x", ["Rents of May", "city: Porto | rent: 900 | note: x"]),
        ("a,b\n1,2,3\n", ["a: 1 | b: 2 | 3"]),
    ],
)
def test_separators_and_headers_are_found(text: str, told: list[str]) -> None:
    assert lines(text) == told


def test_many_rows_are_many_chunks_that_name_their_columns() -> None:
    text = "City,Rent\n" + "".join(f"Town {number},{number}\n" for number in range(2_000))
    found = chunking.chunks(read(text))
    assert len(found) > 50
    assert found[0].text.startswith("City,Rent\nTown 0,0")
    assert all(line.startswith("City: Town ") for chunk in found for line in chunk.index_text.split("\n"))


def test_quotes_without_end_are_read_in_a_moment() -> None:
    assert lines('"a,\n' * 50_001)
