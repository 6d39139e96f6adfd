"""Text parted where sentences became memories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph_ui.documents import reading
from memoryhub.memories.models import Memory, MemorySource

TEXT = "Mina moved. She likes tea. It rained."
SENTENCES = [(0, 11), (12, 26), (27, 37)]


def source(start: int, end: int, *, quote: str | None = None, base: int = 0) -> MemorySource:
    words = TEXT[start:end] if quote is None else quote
    return MemorySource(memory=Memory(text=words), start=base + start, end=base + end, quote=words)


def shown(sources: list[MemorySource], base: int = 0) -> list[tuple[str, int]]:
    return [(passage.text, len(passage.memories)) for passage in reading.passages(TEXT, base, sources)]


def test_a_sentence_is_marked_where_it_stands_in_the_document() -> None:
    assert shown([source(12, 26, base=500)], base=500) == [
        ("Mina moved. ", 0),
        ("She likes tea.", 1),
        (" It rained.", 0),
    ]


def test_a_sentence_may_have_become_several_memories() -> None:
    assert shown([source(0, 11), source(0, 11)])[0] == ("Mina moved.", 2)


def test_words_that_do_not_stand_there_any_more_mark_nothing() -> None:
    blanked, moved, beyond = source(0, 11, quote=""), source(0, 11, quote="Mina"), source(27, 37, base=99)
    assert shown([blanked, moved, beyond]) == [(TEXT, 0)]


@given(st.lists(st.tuples(st.integers(0, 37), st.integers(0, 37)), max_size=8))
def test_the_passages_always_make_up_the_text(spans: list[tuple[int, int]]) -> None:
    sources = [source(min(span), max(span)) for span in spans]
    assert "".join(text for text, _memories in shown(sources)) == TEXT
