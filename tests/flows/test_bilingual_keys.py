"""Case t of the contract about keys: with the embedder people get, a Korean memory is found by an English question over
the key both languages share."""

from __future__ import annotations

from pytest_django import DjangoDbBlocker

from memoryhub.ingest import services as ingest
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from tests.cast import Cast
from tests.factories import HUB


def test_t_a_korean_memory_is_found_by_an_english_question(hub: Cast, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        for text, key in (("The coffee is in the blue tin.", "coffee"), ("민지는 아침마다 이것부터 마신다.", "커피")):
            korean = ingest.remember(actor=HUB, space=hub.space, text=text, keys=[(key, "concept")]).memory
        hits = search.search(SearchRequest(hub.space, "coffee")).hits
    (found,) = [hit for hit in hits if hit.id == korean.pk]
    assert [step.key for step in found.path] == ["coffee"]
