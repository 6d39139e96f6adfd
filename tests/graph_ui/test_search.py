"""The console's search: every answer says why it is there, and one that is missing why it is not."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from memoryhub.core import clock, ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval import search as retrieval
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.graph_ui.test_memories import body
from tests.ingest.work_through import take_in
from tests.retrieval.test_search import silence

LIST = "/s/atlas/memories/"
MISSING = "/s/atlas/memories/missing/"


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def cedar(space: Space) -> Memory:
    return factories.remember(space, "The cedar is tall.")


def ask(client: Client, status: int = 200, path: str = LIST, **values: Any) -> Any:
    answer = client.get(path, values)
    assert answer.status_code == status
    return answer


class TestAnswers:
    """What a search shows."""

    def test_an_answer_shows_what_its_score_is_made_of(self, ed: Client, space: Space, cedar: Memory) -> None:
        answer = ask(ed, q="cedar", threshold="0.1")
        (one,) = answer.context["answered"].hits
        page = body(answer)
        assert [str(name) for name in one.found_by] == ["meaning", "words"]
        for shown in (f"{one.hit.score:.3f}", f"{one.hit.cosine:.3f}", f"{one.hit.bm25:.3f}", "at least 0.10"):
            assert shown in page
        assert "1 answer in Atlas" in page

    def test_the_parts_shown_give_the_score(self, ed: Client, space: Space) -> None:
        for number in range(6):
            factories.remember(space, "cedar " * number + "tree and more", is_static=number % 2 == 0)
        take_in(space, "Ann: Where is the cedar?\nBob: By the road.\n", name="chat.txt")
        for one in ask(ed, q="cedar", mode="hybrid").context["answered"].hits:
            score = sum(part.gives for part in one.parts)
            for _name, factor in one.factors:
                score *= factor
            assert score + sum(bonus for _name, bonus in one.bonuses) == pytest.approx(one.hit.score)
            assert sum(width for _kind, _begin, width in one.bar) <= 100.0001

    def test_the_sentence_behind_a_memory_is_marked_and_named(self, ed: Client, space: Space) -> None:
        document = take_in(space, "Mina works in the Busan office. It rains.", title="Notes on Mina")
        page = body(ask(ed, q="Busan office"))
        assert "<mark>Mina works in the Busan office.</mark>" in page
        assert f'/s/atlas/documents/{ids.encode(document.pk)}/">Notes on Mina</a>' in page

    def test_a_passage_has_its_sentence_marked(self, ed: Client, space: Space) -> None:
        take_in(space, "It rains. Why is the ladder in the shed?", name="shed.md")
        assert "<mark>Why is the ladder in the shed?</mark>" in body(ask(ed, q="ladder", mode="documents"))

    def test_markup_in_a_memory_stays_text(self, ed: Client, space: Space) -> None:
        factories.remember(space, "The cedar <b>is</b> & was <script>alert(1)</script>.")
        page = body(ask(ed, q="cedar"))
        assert "<script>alert(1)" not in page
        assert "&lt;b&gt;is&lt;/b&gt; &amp; was" in page

    def test_what_narrows_the_question_can_be_taken_off(self, ed: Client, cedar: Memory) -> None:
        answer = ask(ed, q="cedar", threshold="1", kind="dynamic", metadata="")
        in_force = answer.context["answered"].in_force
        assert [(str(one.name), one.value) for one in in_force] == [
            ("least similarity", "1"),
            ("kind", "Recent context"),
        ]
        assert "threshold" not in in_force[0].without
        page = body(answer)
        assert "less similar than the threshold" in page
        assert "Without: least similarity" in page

    def test_nothing_found_offers_documents(self, ed: Client, space: Space) -> None:
        page = body(ask(ed, q="cedar"))
        assert "Nothing in this space can be searched in this mode yet." in page
        assert "mode=hybrid" in page

    def test_a_search_by_words_alone_says_so(self, ed: Client, cedar: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        silence(monkeypatch)
        assert "The embedding service does not answer." in body(ask(ed, q="cedar"))

    def test_the_reranker_is_offered_where_there_is_one(self, ed: Client, cedar: Memory, settings: Settings) -> None:
        assert 'name="rerank"' not in body(ask(ed, q="cedar"))
        settings.MEMORYHUB_RERANKER = "fake"
        page = body(ask(ed, q="cedar", rerank="on"))
        assert 'name="rerank"' in page
        assert "read again by the reranker" in page


class TestOptions:
    """What a person may ask for."""

    def test_every_option_is_sent_with_the_question(self, ed: Client, cedar: Memory) -> None:
        answer = ask(ed, q="cedar")
        options = set(answer.context["answered"].form.fields) - {"q"}
        sent = set(re.findall(r'name="(\w+)"[^>]* form="ask"', answer.content.decode()))
        assert sent == options
        assert '<form class="end" id="ask"' in answer.content.decode()

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"threshold": "1.01"}, "threshold"),
            ({"threshold": "-0.1"}, "threshold"),
            ({"threshold": "nan"}, "threshold"),
            ({"mode": "everything"}, "mode"),
            ({"kind": "odd"}, "kind"),
            ({"kind": "static", "mode": "hybrid"}, "kind"),
            ({"since": "yesterday"}, "since"),
            ({"as_of": "2026-01-01", "mode": "documents"}, "as_of"),
            ({"known_at": "2999-01-01"}, "known_at"),
            ({"metadata": "[1]"}, "metadata"),
            ({"metadata": "{"}, "metadata"),
            ({"metadata": '{"a": NaN}'}, "metadata"),
            ({"metadata": '{"a": ' + "9" * 5000 + "}"}, "metadata"),
            ({"metadata": "[" * 60_000}, "metadata"),
            ({"q": "x" * 2001}, "q"),
            ({"q": "\x00"}, "q"),
        ],
    )
    def test_what_cannot_be_asked_is_refused_beside_its_field(
        self, ed: Client, cedar: Memory, values: dict[str, str], field: str
    ) -> None:
        answer = ask(ed, 400, **{"q": "cedar", **values})
        assert list(answer.context["answered"].form.errors) == [field]
        assert "The cedar is tall." not in answer.content.decode()

    def test_a_day_begins_in_the_time_zone_of_the_space(self, ed: Client, cast: Cast) -> None:
        Space.objects.filter(pk=cast.space.pk).update(time_zone="Asia/Seoul")
        begins = datetime(2026, 3, 1, tzinfo=UTC) - timedelta(hours=9)
        factories.remember(cast.space, "The cedar is tall.", valid_from=begins)
        found = [len(ask(ed, q="cedar", as_of=day).context["answered"].hits) for day in ("2026-02-28", "2026-03-01")]
        assert found == [0, 1]

    def test_metadata_is_taken_as_the_api_takes_it(self, ed: Client, space: Space) -> None:
        factories.remember(space, "The cedar is tall.", metadata={"via": "chat"})
        for given, found in (('{"via": "chat"}', 1), ('{"via": "ch\\u0000at"}', 1), ('{"via": "mail"}', 0)):
            assert len(ask(ed, q="cedar", metadata=given).context["answered"].hits) == found

    def test_older_versions_are_shown_struck(self, ed: Client, space: Space, cedar: Memory) -> None:
        factories.revise(space, cedar, "The cedar was felled.")
        assert "The cedar is tall." not in body(ask(ed, q="cedar"))
        assert "The cedar is tall.</s>" in body(ask(ed, q="cedar", versions="on"))

    def test_what_was_forgotten_is_for_editors_and_stands_apart(
        self, client: Client, cast: Cast, cedar: Memory
    ) -> None:
        memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[cedar.pk])
        for person, status in ((cast.ed, 200), (cast.ben, 403), (cast.chen, 403)):
            client.force_login(person)
            answer = ask(client, status, q="cedar", forgotten="on")
            assert ("The cedar is tall." in answer.content.decode()) is (status == 200)
            assert ('name="forgotten"' in ask(client, q="cedar").content.decode()) is (status == 200)


class TestMissing:
    """Why a memory is not found."""

    def test_it_is_named_by_words_of_its_text(self, ed: Client, space: Space, cedar: Memory) -> None:
        factories.revise(space, cedar, "The cedar was felled.")
        gone = factories.remember(space, "The cedar desk is sold.")
        memories.forget(actor=factories.HUB, space=space, memory_ids=[gone.pk])
        answer = ask(ed, path=MISSING, q="cedar", text="CEDAR")
        reasons = {line.why.memory.text: line.why.reason for line in answer.context["lines"]}
        assert reasons == {
            "The cedar is tall.": "superseded",
            "The cedar was felled.": "found",
            "The cedar desk is sold.": "forgotten",
        }
        assert "A newer version has replaced this one." in body(answer)

    def test_it_is_named_from_its_own_page(self, ed: Client, cedar: Memory) -> None:
        wire = ids.encode(cedar.pk)
        assert f"{MISSING}?memory={wire}" in body(ed.get(f"{LIST}{wire}/"))
        assert "The cedar is tall." in body(ask(ed, path=MISSING, memory=wire))
        page = body(ask(ed, path=MISSING, memory=wire, q="cedar", threshold="1"))
        assert "is below the threshold of 1.00" in page

    def test_nobody_reads_there_what_is_not_for_them(self, client: Client, cast: Cast, cedar: Memory) -> None:
        memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[cedar.pk])
        client.force_login(cast.chen)
        assert ask(client, path=MISSING, q="cedar", text="cedar").context["lines"] == []
        ask(client, 404, path=MISSING, q="cedar", memory=ids.encode(cedar.pk))
        client.force_login(cast.dora)
        ask(client, 404, path=MISSING, q="cedar", text="cedar")
        ask(client, 404, path="/s/elsewhere/memories/missing/", q="cedar", memory=ids.encode(cedar.pk))

    def test_words_that_nothing_has_are_said_to_be_unknown(self, ed: Client, cedar: Memory) -> None:
        assert "No memory has these words" in body(ask(ed, path=MISSING, q="cedar", text="willow"))
        assert "No memory has these words" in body(ask(ed, path=MISSING, q="cedar", text="%"))

    def test_a_question_that_cannot_be_asked_is_refused_there_too(self, ed: Client, cedar: Memory) -> None:
        answer = ask(ed, 400, path=MISSING, q="cedar", text="cedar", threshold="2")
        assert list(answer.context["form"].errors) == ["threshold"]


def test_the_page_asks_as_an_agent_would(ed: Client, space: Space) -> None:
    for number in range(12):
        factories.remember(space, f"Cedar number {number} is tall.")
    shown = [one.hit.id for one in ask(ed, q="cedar").context["answered"].hits]
    assert shown == [hit.id for hit in retrieval.search(SearchRequest(space, "cedar", limit=50)).hits]


def test_known_at_shows_what_was_known(ed: Client, space: Space) -> None:
    with clock.frozen(datetime(2026, 3, 1, 12, tzinfo=UTC)):
        old = factories.remember(space, "The cedar is tall.")
    with clock.frozen(datetime(2026, 3, 3, 12, tzinfo=UTC)):
        factories.revise(space, old, "The cedar was felled.")
    page = body(ask(ed, q="cedar", known_at="2026-03-02"))
    assert "The cedar is tall." in page
    assert "superseded" in page
    assert "felled" not in page
