"""Raw candidates among current memories."""

from __future__ import annotations

import functools

import pytest

from memoryhub.ai import nearest
from memoryhub.ai import services as ai
from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import candidates
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space
from tests import factories

pytestmark = pytest.mark.django_db


def test_of_those_named_there_are_all_however_few_are_asked_for(space: Space) -> None:
    texts = [f"Crate {number} stands there." for number in range(6)]
    made = [ingest.remember(actor=Actor.hub("test"), space=space, text=text).memory for text in texts]
    model = ai.active_model()
    vector = ai.embed(["crate"], query=True, model=model)[0]
    wanted = [memory.pk for memory in made[:5]]
    found = candidates.nearest(space, model=model, vector=vector, now=clock.now(), limit=2, among=wanted)
    assert {key for key, _cosine in found} == set(wanted)
    assert [cosine for _key, cosine in found] == sorted((cosine for _key, cosine in found), reverse=True)


@pytest.mark.parametrize("spare", [1, 2, 50], ids="looks at {}".format)
@pytest.mark.parametrize("gone", [0, 3, 5, 8], ids="{} forgotten".format)
def test_the_nearest_current_ones_are_found_however_many_forgotten_ones_are_nearer(
    space: Space, monkeypatch: pytest.MonkeyPatch, spare: int, gone: int
) -> None:
    monkeypatch.setattr(nearest, "LEAST", 1)
    monkeypatch.setattr(nearest, "SPARE", spare)
    made = [factories.remember(space, f"Crate {number} stands in hall {number % 3}.").pk for number in range(8)]
    model = ai.active_model()
    vector = ai.embed(["Crate 4 stands in hall 1."], query=True, model=model)[0]
    ask = functools.partial(candidates.nearest, space, model=model, vector=vector, limit=3)
    ranked = ask(now=clock.now(), among=made)
    memories.forget(actor=factories.HUB, space=space, memory_ids=[key for key, _cosine in ranked[:gone]])
    left = ranked[gone:]
    assert ask(now=clock.now()) == left[:3]
    assert ask(now=clock.now(), also=[key for key, _cosine in ranked[-2:]]) == left[:3] + left[3:][-2:]
