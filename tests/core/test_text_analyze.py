"""What is indexed of a text and what a query looks for."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.core import text
from memoryhub.core.text import analyze

NOTES = (
    "Loader read_csvTable_v3() sits in src/table-reader.py",
    "RFC-0017 chooses maple-edge-eu as its region",
    "Reading a csv table takes long",
    "RFC-0071 retires the old region",
    "Socket 9441 is for tests, 9442 for customers",
    "Pump/Valve 压力表装反了，清晨漏水",
    "来月の展示会は京都の体育館で行う",
    "자전거의 열쇠는 2층 선반에 있다",
)


def best(query: str, documents: Sequence[str] = NOTES) -> list[str]:
    """The documents that share a term with the query, most telling terms first: a plain idf sum."""
    indexed = [set(text.tokens(document, language=text.language(document))) for document in documents]
    terms = text.query_tokens(query).terms
    frequency = {term: sum(term in tokens for tokens in indexed) for term in terms}
    scores = [sum(1 / frequency[term] for term in terms if term in tokens) for tokens in indexed]
    order = sorted(range(len(documents)), key=lambda at: -scores[at])
    return [documents[at] for at in order if scores[at]]


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("read_csvTable_v3", 0),
        ("src/table-reader.py", 0),
        ("maple-edge-eu", 1),
        ("RFC-0017", 1),
        ('"RFC-0071"', 3),
        ("9442", 4),
        ("装反了", 5),
        ("漏水", 5),
        ("pump 漏水", 5),
        ("体育館", 6),
        ("열쇠", 7),
    ],
)
def test_a_literal_string_finds_its_note_first(query: str, note: int) -> None:
    assert best(query)[0] == NOTES[note]


def test_a_part_of_an_identifier_finds_the_whole() -> None:
    assert NOTES[0] in best("csvTable")[:2]


def test_a_mixed_query_does_not_need_all_its_words() -> None:
    assert best("pump 警报") == [NOTES[5]]


@pytest.mark.parametrize("query", ["漏水", "体育館", "열쇠", "水", "装"])
def test_a_query_in_an_unspaced_script_finds_only_texts_that_hold_it(query: str) -> None:
    assert all(any(character in note for character in query) for note in best(query))


def test_identifiers_stay_whole_and_are_split() -> None:
    assert text.tokens("parse_htmlResponse_v2 in net/http-client.ts") == [
        "parse_htmlresponse_v2",
        "pars",
        "htmlresponse",
        "html",
        "respons",
        "v2",
        "in",
        "net/http-client.ts",
        "net",
        "http-client.ts",
        "http",
        "client",
        "ts",
    ]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("v1.2.3", {"v1.2.3"}),
        ("2026-11-29", {"2026-11-29", "2026", "11", "29"}),
        ("C++ and C#", {"c++", "c#"}),
        ("Ada's", {"ada"}),
        ("O’Brien", {"o'brien", "brien"}),
        ("__init__", {"__init__", "init"}),
        ("ada@example.com", {"ada@example.com", "example.com"}),
        ("🪁", {"🪁"}),
        ("non‑breaking", {"non-breaking", "break"}),
        ("soft\u00adly", {"soft"}),
        ("हिन्दी", {"हिन्दी"}),
        ("ไทย", {"ไท", "ทย"}),
    ],
)
def test_special_writings_are_findable(written: str, found: set[str]) -> None:
    assert found <= set(text.tokens(written))


def test_words_are_stemmed_in_the_language_of_the_text() -> None:
    assert text.tokens("running houses") == ["run", "hous"]
    assert text.tokens("Häuser Wohnungen", language="de") == ["haus", "wohnung"]
    assert text.tokens("casas", language="es") == text.tokens("casa", language="es")
    assert text.tokens("серверы servers", language="ru") == ["сервер", "server"]
    assert text.tokens("服务器 servers", language="zh")[-1] == "server"


def test_accents_do_not_part_a_word_from_itself() -> None:
    assert text.tokens("Müller café Łódź") == text.tokens("Muller cafe Lodz")


def test_repeats_are_kept_in_a_document_and_dropped_in_a_query() -> None:
    assert text.tokens("tea and tea") == ["tea", "and", "tea"]
    assert text.query_tokens("tea tea").terms == ("tea",)


def test_text_without_blanks_gives_characters_and_pairs() -> None:
    assert text.tokens("温度计") == ["温", "度", "计", "温度", "度计"]
    assert text.query_tokens("温度计").terms == ("温度", "度计")
    assert text.query_tokens("温").terms == ("温",)


def test_stop_words_are_left_out_of_a_query_unless_it_has_nothing_else() -> None:
    assert text.query_tokens("where is the pump").terms == ("pump",)
    assert text.query_tokens("to be or not to be").terms == ("to", "be", "or", "not")
    assert text.query_tokens("wo ist die Pumpe").terms[0] == "pumpe"
    assert text.query_tokens("漏水在哪里").terms == ("漏水", "水在", "在哪")


def test_a_query_is_stemmed_as_the_space_speaks_too() -> None:
    assert "haus" not in text.query_tokens("Häuser").terms
    assert "haus" in text.query_tokens("Häuser", languages=("de",)).terms


@pytest.mark.parametrize(
    ("query", "phrases"),
    [
        ('say "blue room" and “red door”', ("blue room", "red door")),
        ("„kalter Kaffee“ «thé vert»", ("kalter Kaffee", "thé vert")),
        ('5" screen', ()),
        ('"" " "', ()),
        ("it's 'this'", ()),
    ],
)
def test_double_quotes_make_phrases(query: str, phrases: tuple[str, ...]) -> None:
    assert text.query_tokens(query).phrases == phrases


@pytest.mark.parametrize("query", ["", " ", "\x00", "()-/_.", "*&|!:<->", "___"])
def test_a_query_of_mere_marks_asks_for_nothing(query: str) -> None:
    assert text.query_tokens(query) == text.Query(terms=(), phrases=())


@settings(deadline=None)
@given(st.text(max_size=80))
def test_every_token_fits_an_index_and_a_query_for_a_text_finds_it(raw: str) -> None:
    indexed = text.tokens(raw)
    assert all(0 < len(token) <= analyze.LONGEST for token in indexed)
    terms = text.query_tokens(raw).terms
    assert bool(terms) == bool(indexed)
    assert not terms or set(terms) & set(indexed)


@pytest.mark.parametrize("unit", ["a", "a.", "_", "a'", "-", "aB", "温", '"', "a\u0301"])
def test_a_long_run_of_anything_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    text.tokens(unit * 50_000)
    text.query_tokens(unit * 1_000)
    assert time.process_time() - started < 3
