"""How the lexical ranking scales, and what it reads of a large space."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection

from memoryhub.core import clock, lexical
from memoryhub.core.lexical import Corpus
from memoryhub.memories import candidates
from memoryhub.memories.horizon import CURRENT
from memoryhub.spaces.models import Space
from tests import factories

TERMS = ["cedar", "road", "number"]


def test_the_rarity_of_a_term_is_counted_once_and_not_for_every_text_that_has_it(space: Space) -> None:
    for number in range(25):
        factories.remember(space, f"The cedar number {number} stands by the road.")
    plans: list[dict[str, Any]] = []

    def explained(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        with connection.connection.cursor() as cursor:
            cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql, parameters)
            (plan,) = cursor.fetchone()
        plans.append((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(explained):
        found = candidates.lexical(space, terms=TERMS, now=clock.now(), limit=10)

    assert len(found) == 10
    counted = [node["Actual Loops"] for node in nodes(plans[0]) if node.get("Subplan Name", "").startswith("SubPlan")]
    assert sum(counted) == 0
    read = [node["Actual Loops"] for node in nodes(plans[0]) if node.get("Relation Name") == "memories_memory"]
    assert len(read) == 2
    assert max(read) <= len(TERMS)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


TOLD = ("The cedar by the road.", "A cedar.", "An owl in a cedar.", "The road is long.", "Nothing of all that.")


@pytest.fixture
def told(space: Space) -> Space:
    """A few memories, of which four have one of the two telling words that are common."""
    for said in TOLD:
        factories.remember(space, said)
    return space


def counted(space: Space) -> Corpus:
    return candidates.corpus_of(space, clock.now())


def ranked(space: Space, corpus: Corpus | None, terms: Sequence[str], **values: Any) -> dict[str, float]:
    """Text -> score, best first."""
    found = lexical.ranking(
        source="memories_memory",
        where=CURRENT,
        parameters={"space": space.pk, "now": clock.now()},
        terms=terms,
        limit=10,
        corpus=corpus,
        **values,
    )
    texts = dict(space.memories.values_list("pk", "text"))
    return {texts[key]: score for key, score in found}


class TestOfALargeSpace:
    """Words are common here that two texts have."""

    @pytest.fixture(autouse=True)
    def _common(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lexical, "COMMON", 1)

    def test_common_words_are_counted(self, told: Space) -> None:
        assert counted(told).common == {"cedar": 3, "road": 2, "the": 2, "a": 2}

    def test_a_common_word_leads_along_with_another_one_or_beside_a_rare_one(self, told: Space) -> None:
        everything = ranked(told, None, ["cedar", "road", "owl"])
        assert set(everything) == set(TOLD[:4])
        found = ranked(told, counted(told), ["cedar", "road", "owl"])
        assert set(found) == {TOLD[0], TOLD[2]}
        assert found == pytest.approx({said: everything[said] for said in found})

    @pytest.mark.parametrize("terms", [["cedar"], ["road", "nowhere"]])
    def test_it_leads_alone_where_nothing_else_does(self, told: Space, terms: list[str]) -> None:
        assert ranked(told, counted(told), terms) == pytest.approx(ranked(told, None, terms))

    def test_quoted_words_are_looked_for_in_every_text(self, told: Space) -> None:
        assert list(ranked(told, counted(told), ["cedar", "owl"], phrases=["a cedar"])) == [TOLD[2], TOLD[1]]

    def test_of_many_common_words_the_least_common_lead(self, told: Space) -> None:
        terms = [f"word{number}" for number in range(50)]
        corpus = Corpus(100, 3.0, {**dict.fromkeys(terms, 9), "cedar": 3, "road": 2})
        assert list(ranked(told, corpus, [*terms, "cedar", "road"])) == [TOLD[0]]

    @pytest.mark.parametrize(("most", "found"), [(3, {0, 2, 3}), (2.5, {0}), (0.01, {0})])
    def test_more_of_them_lead_together_where_two_would_lead_to_too_much(
        self, space: Space, most: float, found: set[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = ("cedar road owl", "cedar", "cedar road", "owl road", "owl")
        for text in said:
            factories.remember(space, text)
        monkeypatch.setattr(lexical, "MOST_READ", most)
        corpus = Corpus(10, 2.0, {"cedar": 3, "road": 3, "owl": 3})
        assert set(ranked(space, corpus, ["cedar", "road", "owl"])) == {said[at] for at in found}
