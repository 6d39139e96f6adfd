"""The replay of a search: its steps come from one search, are told in words, and name only what their reader sees."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from memoryhub.core import ids
from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import replay, search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

STEPS = "/s/atlas/graph/replay/"
PAGE = "/s/atlas/graph/"
NAMES = ["meaning", "words", "keys", "fused", "returned"]


def told(space: Space, text: str, *keys: str) -> Memory:
    pairs = [(word, kind or "concept") for word, _, kind in (key.partition("/") for key in keys)]
    memory: Memory = ingest.remember(actor=factories.HUB, space=space, text=text, keys=pairs).memory
    return memory


@pytest.fixture
def story(cast: Cast) -> list[Memory]:
    """Each shares a key with the next one, and no word with the first."""
    return [
        told(cast.space, "Newton saw it fall.", "Newton/name", "apple"),
        told(cast.space, "It is green and round.", "apple", "fruit"),
        told(cast.space, "Summer brings the sweet ones.", "fruit", "strawberry"),
    ]


@pytest.fixture
def chen(client: Client, cast: Cast) -> Client:
    client.force_login(cast.chen)
    return client


def ask(client: Client, query: str, **more: str) -> dict[str, Any]:
    answer = client.get(STEPS, {"q": query, **more})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def steps(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    assert [step["name"] for step in found["steps"]] == NAMES
    return {step["name"]: step for step in found["steps"]}


def names(client: Client, indices: list[int]) -> list[str]:
    known = client.get(f"{PAGE}ids/").json()["ids"]
    return [known[at] for at in indices]


def test_every_list_is_a_step_and_the_last_is_what_a_search_returns(
    chen: Client, cast: Cast, story: list[Memory]
) -> None:
    newton, apple, summer = (ids.encode(one.pk) for one in story)
    found = steps(ask(chen, "Newton"))
    assert names(chen, found["words"]["nodes"]) == [newton]
    assert names(chen, found["keys"]["nodes"]) == [newton, apple, summer]
    hits = search.search(SearchRequest(cast.space, "Newton")).hits
    assert names(chen, found["returned"]["nodes"]) == [ids.encode(hit.id) for hit in hits]
    assert found["returned"]["ranks"] == list(range(1, len(hits) + 1))
    assert found["words"]["told"].startswith("1 memory.")
    assert found["keys"]["title"] == "Over keys"


def test_hops_lead_from_memory_to_memory_with_their_key(chen: Client, story: list[Memory]) -> None:
    newton, apple, summer = (ids.encode(one.pk) for one in story)
    found = steps(ask(chen, "Newton"))
    for name in ("keys", "returned"):
        legs = [(*names(chen, [start, end]), key) for start, end, key in found[name]["legs"]]
        assert legs == [(newton, apple, "apple"), (apple, summer, "fruit")]
    assert found["words"]["legs"] == []


def test_a_replay_asks_once(chen: Client, story: list[Memory], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    ranking = search.ranking

    def counted(request: SearchRequest) -> search.Ranking:
        asked.append(request.query)
        return ranking(request)

    monkeypatch.setattr(search, "ranking", counted)
    ask(chen, "Newton")
    assert asked == ["Newton"]


def test_lists_are_in_their_own_order(cast: Cast, story: list[Memory]) -> None:
    told(cast.space, "Newton, Newton and Newton.")
    found = replay.of(SearchRequest(cast.space, "Newton saw"))
    cosines = [one.cosine for one in found.lists["meaning"]]
    assert cosines == sorted(cosines, key=lambda cosine: -(cosine or 0))
    scores = [one.bm25 for one in found.lists["words"]]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 2
    assert [one.hop for one in found.lists["keys"]] == sorted(one.hop for one in found.lists["keys"])


def test_nobody_is_shown_what_waits_is_gone_or_is_elsewhere(chen: Client, cast: Cast, story: list[Memory]) -> None:
    pending = factories.infer(cast.space, "Newton was tired.", story[0])
    gone = told(cast.space, "Newton had a cat.", "Newton/name")
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[gone.pk])
    told(cast.elsewhere, "Newton lives elsewhere.", "Newton/name")
    answer = chen.get(STEPS, {"q": "Newton"}).content.decode()
    page = chen.get(PAGE, {"view": "outline", "replay": "Newton"}).content.decode()
    for hidden in (pending, gone):
        for said in (hidden.text, ids.encode(hidden.pk)):
            assert said not in answer
            assert said not in page
    assert "elsewhere" not in answer
    found = steps(ask(chen, "Newton"))
    # None of them is counted, either.
    assert found["words"]["told"].startswith("1 memory.")
    assert "not on this map" not in answer


def test_a_reviewer_is_shown_no_more_than_a_search_finds(client: Client, cast: Cast, story: list[Memory]) -> None:
    pending = factories.infer(cast.space, "Newton was tired.", story[0])
    client.force_login(cast.ada)
    assert ids.encode(pending.pk) in client.get(f"{PAGE}ids/").json()["ids"]
    assert ids.encode(pending.pk) not in client.get(STEPS, {"q": "Newton"}).content.decode()


def test_what_filters_hide_is_counted_and_not_named(chen: Client, cast: Cast, story: list[Memory]) -> None:
    factories.remember(cast.space, "Newton is famous.", is_static=True)
    found = steps(ask(chen, "Newton", trait="static"))
    assert len(found["words"]["nodes"]) == 1
    assert found["words"]["ranks"] in ([1], [2])
    assert found["words"]["told"].endswith("1 of them is not on this map.")
    assert found["returned"]["told"].endswith("3 of them are not on this map.")
    assert found["keys"]["legs"] == []
    assert story[0].text not in chen.get(STEPS, {"q": "Newton", "trait": "static"}).content.decode()


def test_where_a_list_is_empty_that_is_said(chen: Client, story: list[Memory]) -> None:
    found = steps(ask(chen, "zyzzyva"))
    assert found["words"]["told"] == "No memory has a word of the question."
    assert found["keys"]["told"] == "No key leads to a memory."


@pytest.mark.parametrize(
    ("query", "complaint"), [("", "query is empty"), ("   ", "query is empty"), ("x" * 5000, "characters")]
)
def test_what_cannot_be_asked_is_refused_by_name(chen: Client, story: list[Memory], query: str, complaint: str) -> None:
    answer = chen.get(STEPS, {"q": query}, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert complaint in answer.content.decode()


def test_a_stranger_is_told_nothing(client: Client, cast: Cast, story: list[Memory]) -> None:
    client.force_login(cast.dora)
    assert client.get(STEPS, {"q": "Newton"}).status_code == 404


def test_the_list_twin_tells_the_same_steps(chen: Client, story: list[Memory]) -> None:
    page = " ".join(chen.get(PAGE, {"view": "outline", "replay": "Newton"}).content.decode().split())
    found = steps(ask(chen, "Newton"))
    for step in found.values():
        assert step["title"] in page
        assert step["told"] in page
    assert "Replay of “Newton”" in page
    assert page.count("Newton saw it fall.") >= 4
    assert "cosine" in page
    assert "BM25" in page
    assert "3 hops" in page
    assert "Replay of" not in chen.get(PAGE, {"view": "outline"}).content.decode()


def test_a_plain_search_leads_to_the_map_and_a_narrowed_one_does_not(chen: Client, story: list[Memory]) -> None:
    link = "/s/atlas/graph/?replay=Newton"
    memories_page = "/s/atlas/memories/"
    assert link in chen.get(memories_page, {"q": "Newton"}).content.decode()
    for narrowed in ({"mode": "hybrid"}, {"threshold": "0.1"}, {"kind": "dynamic"}):
        assert "Show on the map" not in chen.get(memories_page, {"q": "Newton", **narrowed}).content.decode()
