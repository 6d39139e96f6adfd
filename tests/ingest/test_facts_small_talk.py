"""What people say to be kind, to answer or to lead on is no fact, in any language; what a house says of itself is."""

from __future__ import annotations

import pytest

from tests.ingest.facts_of import texts_of


def said(sentence: str) -> list[str]:
    return texts_of(f"민아: {sentence}\n지훈: 네?", "chat.txt")


@pytest.mark.parametrize(
    "sentence",
    [
        "정말 오랜만이다.",
        "힘들지만 재미있어.",
        "며칠 전에 네 생각이 났어.",
        "요즘 너무 정신이 없었어.",
        "다음에 같이 먹자.",
    ],
)
def test_korean_small_talk_is_left_out(sentence: str) -> None:
    assert said(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("우리 언니는 대구에서 약국을 해.", "민아의 언니는 대구에서 약국을 해."),
        ("나 지난달에 대구로 이사했어.", "민아는 지난달에 대구로 이사했어."),
        ("나는 땅콩 알레르기가 있으니까 다른 거 먹자.", "민아는 땅콩 알레르기가 있다."),
        ("하루에 물을 여덟 잔 마셔.", "민아: 하루에 물을 여덟 잔 마셔."),
    ],
)
def test_plain_korean_speech_states_facts(sentence: str, fact: str) -> None:
    assert [text.replace("(2026-11)", "") for text in said(sentence)] == [fact]


@pytest.mark.parametrize("sentence", ["最近太忙了。", "好久没联系了。", "有空来家里玩。", "我先忙了，回头聊。"])
def test_chinese_small_talk_is_left_out(sentence: str) -> None:
    assert texts_of(f"张伟：{sentence}\n李明：好的。", "chat.txt") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Ich bin immer noch müde.",
        "Wir könnten ja ein Boot mieten.",
        "Bei mir war einfach viel los.",
        "Mir geht es gut.",
    ],
)
def test_german_small_talk_is_left_out(sentence: str) -> None:
    chat = f"Mina: {sentence}\nJonas: Das ist schön, das freut mich sehr für dich und deine Familie."
    assert texts_of(chat, "chat.txt") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Auf gute Nachbarschaft mit Gent!",
        "Viel Freude mit der neuen Station in Gent!",
        "The next part deals with the kiln in Ghent.",
        "Im nächsten Teil geht es um Gent.",
        "下一篇讲部署窗口。",
        "다음 글에서는 창고를 다룬다.",
    ],
)
def test_formulas_and_what_speaks_of_the_text_are_left_out(sentence: str) -> None:
    assert texts_of(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    ["We chose cedar-cloud-dev over Kafka.", "Wir bauen die Öfen in Gent.", "我们使用 Git 管理代码。"],
)
def test_a_document_without_an_author_speaks_for_its_house(sentence: str) -> None:
    assert texts_of(sentence) == [sentence]


@pytest.mark.parametrize("sentence", ["We hope to hear from Ghent soon.", "Wir bitten um Ihr Verständnis."])
def test_but_not_when_it_is_only_polite(sentence: str) -> None:
    assert texts_of(sentence) == []
