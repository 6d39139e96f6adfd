"""Records of JSON are one line each that names every value; longer texts are prose; the text is kept as written."""

from __future__ import annotations

import json

import pytest

from memoryhub.ingest import chunking
from memoryhub.ingest.extract import Extracted, ExtractionError, extract
from tests.ingest.files import data


def read(text: str, name: str = "a.json") -> Extracted:
    return extract(text.encode(), name=name, media_type=None)


def test_a_record_and_the_records_in_it_are_told() -> None:
    person = read(json.dumps(data.PERSON))
    assert [(block.kind, block.text) for block in person.blocks] == [
        ("table", "name: Ada Lund | address.city: Porto | address.zip: 4000 | tags: kiln, clay"),
        ("paragraph", 'Ada has lived in Porto since 2019 and works "there" as a potter. She likes café.'),
        ("table", "name: Ada Lund | orders.id: 7"),
        ("table", "orders.id: 7 | orders.items.sku: glaze"),
        ("table", "orders.id: 7 | orders.items.sku: sieve"),
        ("table", "name: Ada Lund | orders.id: 8"),
    ]


def test_spans_run_past_escapes() -> None:
    person = read(json.dumps(data.PERSON))
    assert person.text == json.dumps(data.PERSON)
    block = person.blocks[1]
    start = block.text.index("She likes")
    assert person.text[slice(*block.locate(start, len(block.text)))] == "She likes caf\\u00e9."


def test_lines_of_json_are_records() -> None:
    assert [block.text for block in read('{"a":1}\n{"a":2,"b":"x"}\n', "a.jsonl").blocks] == ["a: 1", "a: 2 | b: x"]


def test_chats_stay_chats() -> None:
    assert read('[{"role": "user", "content": "Hello."}]').kind == "transcript"


def test_json_without_a_name_is_known_if_it_is_sound() -> None:
    assert read('{"seats": 8}', name="").kind == "json"
    assert read('{"seats": 8', name="").kind == "text"
    assert read("[a note in brackets]", name="").kind == "text"


@pytest.mark.parametrize("text", ['{"a":1', '{"a" 1}', "[1,]", "{1:2}", '{"a": tru}', '{"a":1,\n}'])
def test_broken_json_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(ExtractionError) as refused:
        read(text)
    assert refused.value.code == "broken_json"
    assert refused.value.details["line"] == text.count("\n") + 1


def test_one_object_of_many_values_is_cut_in_a_moment() -> None:
    found = chunking.chunks(read(json.dumps({f"key {number}": f"value {number}" for number in range(5_000)})))
    assert len(found) > 100
    assert found[0].text.startswith('{"key 0": "value 0')


def test_what_stands_between_many_values_keeps_its_place() -> None:
    """Found by breaking files at random: one with a sentence before more values than a line takes."""
    told = {"bio": data.PERSON["bio"], "orders": [{"id": 7}]} | {f"field {number}": number for number in range(100)}
    person = read(json.dumps(told))
    starts = [block.start for block in person.blocks]
    assert starts == sorted(starts)
    assert {"paragraph", "table"} == {block.kind for block in person.blocks}
    said = [block.text for block in person.blocks]
    assert said.index(next(text for text in said if "potter" in text)) < said.index(
        next(text for text in said if "field 99" in text)
    )
