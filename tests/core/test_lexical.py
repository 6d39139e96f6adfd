"""How the lexical ranking scales."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from memoryhub.core import clock
from memoryhub.memories import candidates
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
