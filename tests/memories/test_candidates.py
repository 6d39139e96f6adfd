"""Raw candidates among current memories."""

from __future__ import annotations

import pytest

from memoryhub.ai import services as ai
from memoryhub.core import clock
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.memories import candidates
from memoryhub.spaces.models import Space

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
