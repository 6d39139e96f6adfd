"""The documents this product was made from go in, and questions in people's own words find the sentence meant.

They and the conversations of LoCoMo (Maharana et al., 2024) lie in the folder that `MEMORYHUB_SHARED` names; of the
documents only what names a sentence is here, of the conversations nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean

import pytest
from pytest_django import DjangoDbBlocker

from memoryhub.documents.models import Document
from memoryhub.retrieval import search
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.models import Space
from tests import locomo
from tests.cast import Cast
from tests.ingest.work_through import take_in
from tests.locomo import Conversation, Question

pytestmark = pytest.mark.shared

FIRST = 3
# (Beginning of the seed's name, mode, question, the sentence by what occurs in it alone.) In mode `memories` the
# sentence itself became a memory; in mode `documents` the passage with it is meant.
QUESTIONS = (
    ("000", "memories", "从文档里提取出来、AI 平时真正拿来用的东西叫什么?", "memory entry = 真正被 AI 用"),
    ("000", "memories", "画像是怎么来的?", "画像是把散落的记忆聚合成"),
    ("000", "documents", "没有指定空间的时候能拿到用户画像吗?", "默认空间不聚合"),
    ("001", "memories", "为什么新开一个聊天它就什么都不记得了?", "AI 当场失忆"),
    ("001", "memories", "只用向量的一部分做比较,还准吗?", "直接截取前 256 维"),
    ("001", "documents", "后端服务跑在哪里?", "直接跑在 Cloudflare Workers"),
    ("002", "memories", "替换文字时会替换所有出现的地方吗?", "只替换第一处匹配"),
    ("002", "documents", "如何根据路径找到远端的那份文档?", "customId 当搜索词"),
    ("002", "documents", "两个人同时改一个文件会不会互相覆盖?", "并发会互相覆盖"),
    ("003", "memories", "元数据最多能放多少个键,为什么少一个?", "调用方可用 15 键"),
    ("003", "documents", "最多可以同时挂几个记忆库?", "最多挂载 10 个显式库"),
    ("003", "documents", "版本快照能改吗?", "不可修改"),
    ("004", "memories", "很久没用过的记忆会慢慢消失吗?", "慢慢衰退"),
    ("004", "memories", "我的资料会传到网上去吗?", "所有数据都是本地的"),
    ("004", "documents", "人名可以模糊匹配吗?", "名字在语义上不应该匹配"),
)


@pytest.fixture(scope="module")
def seeds(shared: Path, hub: Cast, django_db_blocker: DjangoDbBlocker) -> Mapping[str, Document]:
    """All seeds, taken in by all stages; by the beginning of their names."""
    with django_db_blocker.unblock():
        paths = sorted((shared / "seeds").glob("*.txt"))
        return {path.name[:3]: take_in(hub.space, path.read_bytes(), name=path.name) for path in paths}


@pytest.fixture
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Leave to use what the module's fixtures have made."""
    with django_db_blocker.unblock():
        yield


def test_every_seed_is_read_remembered_and_done(seeds: Mapping[str, Document], database: None) -> None:
    assert sorted(seeds) == ["000", "001", "002", "003", "004"]
    for document in seeds.values():
        assert (document.status, document.outcome, document.language) == ("done", "remembered", "zh"), document.title


@pytest.mark.parametrize(("seed", "mode", "question", "sentence"), QUESTIONS)
def test_a_question_in_other_words_finds_its_sentence_among_the_first(
    seeds: Mapping[str, Document], database: None, seed: str, mode: str, question: str, sentence: str
) -> None:
    document = seeds[seed]
    assert sentence in document.content

    found = search.search(SearchRequest(document.space, question, limit=FIRST, mode=mode))

    assert any(sentence in hit.text for hit in found.hits), [hit.text for hit in found.hits]


LEAST_RECALL = 0.76


def test_the_turns_that_answer_a_question_are_among_the_first_ten(
    shared: Path, hub: Cast, database: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Evidence recall at 10, by turns, of the first conversation, categories 1 to 4 (a study's figure: BM25 .60)."""
    conversation = next(locomo.conversations(shared / "data" / "locomo-dev.json"))
    document = take_in(hub.elsewhere, conversation.as_json(), name="conversation.json")
    assert (document.status, document.outcome, document.kind) == ("done", "remembered", "transcript")
    assert document.chunks.count() == len(conversation.turns)

    recalls = [recall(hub.elsewhere, conversation, question) for question in conversation.questions]

    with capsys.disabled():
        sys.stdout.write(f"\nevidence recall@10 of {len(recalls)} questions: {mean(recalls):.3f}\n")
    assert mean(recalls) >= LEAST_RECALL


def recall(space: Space, conversation: Conversation, question: Question) -> float:
    found = search.search(SearchRequest(space, question.text, limit=10, mode="documents"))
    return question.recall([conversation.turns[hit.chunk.index].id for hit in found.hits if hit.chunk])
