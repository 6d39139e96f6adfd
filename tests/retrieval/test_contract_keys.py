"""Cases h, j, k and s that the studied associative servers had to pass about keys, on the whole way from question to
answer; g and i are in `tests.associations.test_related`, t needs the real embedder and is in `tests.flows`."""

from __future__ import annotations

from typing import Any

import pytest

from memoryhub.associations import curating
from memoryhub.associations.models import Key, KeyLink
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.spaces.models import Space
from tests.factories import HUB

pytestmark = pytest.mark.django_db


def told(space: Space, text: str, **keys: str) -> Memory:
    """A memory with its keys, each `wording=kind`."""
    memory: Memory = ingest.remember(actor=HUB, space=space, text=text, keys=list(keys.items())).memory
    return memory


def ask(space: Space, query: str, **values: Any) -> list[Hit]:
    return list(search.recall(SearchRequest(space, query, **values), key_id=None).hits)


def test_h_a_hundred_recalls_change_no_weight_and_a_hub_hides_no_right_answer(space: Space) -> None:
    right = told(space, "The valve of the boiler leaks.", boiler="name", Atlas="name")
    hub = [told(space, f"Note {number} was filed.", Atlas="name") for number in range(20)]
    for _ in range(100):
        assert ask(space, "Which valve of Atlas is at the boiler?", limit=3)[0].id == right.pk
    assert set(KeyLink.objects.values_list("weight", flat=True)) == {1.0}
    assert len(hub) == 20


@pytest.mark.parametrize(
    ("name", "inside", "whole"),
    [
        ("name", "Which namespace is it in?", "What is the name?"),
        ("민지", "이민지역은 어디?", "민지는 어디?"),
        ("Ан", "Где Анна?", "Где Ан?"),
        ("茶", "绿茶好喝吗", "茶 好喝吗"),
    ],
)
def test_j_a_name_is_no_part_of_another_word_in_any_script(space: Space, name: str, inside: str, whole: str) -> None:
    memory = ingest.remember(actor=HUB, space=space, text="Zzz.", keys=[(name, "name")]).memory
    found = {query: [hit for hit in ask(space, query) if hit.path] for query in (inside, whole)}
    assert found[inside] == []
    assert [(hit.id, hit.path[0].key) for hit in found[whole]] == [(memory.pk, name)]


def test_k_a_concept_given_as_a_name_is_one_key_and_a_name_from_then_on(space: Space) -> None:
    first, second = told(space, "It shines.", mercury="concept"), told(space, "It is hot.", Mercury="name")
    key = Key.objects.get(space=space)
    assert (key.text, key.kind) == ("mercury", "name")
    assert set(key.links.values_list("memory_id", flat=True)) == {first.pk, second.pk}
    told(space, "It is small.", MERCURY="concept")
    assert Key.objects.get(space=space).kind == "name"


def test_k_a_kind_that_was_chosen_or_taken_back_stays(space: Space) -> None:
    told(space, "It shines.", mercury="concept")
    told(space, "It is hot.", Mercury="name")
    key = Key.objects.get(space=space)
    promoted = ledger.entries_of(space.pk).get(verb=curating.CHANGED)
    undo.undo(actor=HUB, space_id=space.pk, entry_id=promoted.pk)
    told(space, "It is near.", Mercury="proper_noun")
    key.refresh_from_db()
    assert key.kind == "concept"


def test_k_what_the_hub_reads_as_a_name_promotes_nothing(space: Space) -> None:
    told(space, "It shines.", Grafana="concept")
    ingest.remember(actor=HUB, space=space, text="The Grafana password lives in the vault.")
    assert Key.objects.get(space=space, text="Grafana").kind == "concept"


def test_k_a_question_in_an_aliass_words_finds_what_has_the_key(space: Space) -> None:
    memory = told(space, "It shines.", mercury="name")
    key = Key.objects.get(space=space)
    curating.change(actor=HUB, space=space, key_id=key.pk, text="quicksilver")
    found = [hit for hit in ask(space, "Where is Mercury?") if hit.path]
    assert [(hit.id, hit.path[0].key) for hit in found] == [(memory.pk, "quicksilver")]


def test_s_what_shares_one_key_with_an_answer_is_found_with_the_way_to_it(space: Space) -> None:
    newton = told(space, "Newton saw it fall.", Newton="name", apple="concept")
    pie = told(space, "The pie was sweet.", apple="concept")
    found = {hit.id: hit for hit in ask(space, "Newton")}
    assert [found[row.pk].hop for row in (newton, pie)] == [1, 2]
    assert [(step.key, step.memory_id) for step in found[pie.pk].path][-1] == ("apple", pie.pk)
