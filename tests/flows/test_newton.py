"""The story this product began with, in its demo space and with the embedder people get: a question about Newton
leads over apple and fruit to strawberries, in English and in Chinese."""

from __future__ import annotations

import pytest
from pytest_django import DjangoDbBlocker

from memoryhub.ingest import demo
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests.cast import Cast


@pytest.fixture(scope="module")
def space(hub: Cast, django_db_blocker: DjangoDbBlocker) -> Space:
    with django_db_blocker.unblock():
        return demo.make(owner=hub.ada)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Newton", "Fruit tastes best in season; strawberries are the first of summer."),
        ("牛顿", "草莓是米娜最喜欢的水果。"),
    ],
)
def test_newton_leads_to_strawberries(space: Space, django_db_blocker: DjangoDbBlocker, query: str, text: str) -> None:
    with django_db_blocker.unblock():
        hits = search.search(SearchRequest(space, query)).hits
    (strawberry,) = [hit for hit in hits if hit.text == text]
    # 苹果 and apple are one key, and so are 水果 and fruit.
    assert [step.key for step in strawberry.path][-2:] == ["apple", "fruit"]
    assert strawberry.hop == 3
    assert hits[0].hop == 1
    assert query in hits[0].text
