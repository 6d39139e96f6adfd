"""Facts keep their quote and place, come once each, and only from prose."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryhub.ingest import chunking, facts
from memoryhub.ingest.extract import extract
from tests.ingest.facts_of import DAY, facts_of, texts_of, told

DATA = Path(__file__).parent.parent / "data" / "ingest"


def test_quotes_are_the_words_of_the_source() -> None:
    text = (DATA / "handbook.md").read_text()
    found = facts_of(text, "handbook.md")
    assert [fact.text for fact in found] == [
        "The deploy window is Tuesday at 09:00 & never on Fridays.",
        "The gate code is 4417.",
        "The kiln needs two hours to cool.",
        "The lathe is older than the house.",
        "窑炉每周一检修。",
    ]
    assert all(text[fact.start : fact.end] == fact.quote for fact in found)
    assert found[1].quote == "The gate code is `4417`."


def test_headings_tables_and_code_give_no_facts() -> None:
    assert (
        texts_of(
            "# The kiln is in Ghent\n\n```\nThe lathe is in Ghent.\n```\n\n| The forge is in Ghent. | x |\n|---|---|\n",
            "a.md",
        )
        == []
    )


def test_facts_of_a_chat_know_their_turn_and_speaker() -> None:
    found = facts_of((DATA / "chat.txt").read_text(), "chat.txt")
    assert [(fact.turn_index, fact.chunk_index, fact.speaker, fact.text) for fact in found] == [
        (0, 0, "Mina", "Mina moved to Busan yesterday (2026-11-27)."),
        (2, 2, "Mina", "Mina's new flat is near the harbour."),
        (2, 2, "Mina", "The rent is 900 euros."),
        (3, 3, "Joon", "Joon is allergic to peanuts."),
    ]
    assert found[0].quote == "I moved to Busan yesterday."


def test_the_same_statement_is_one_fact() -> None:
    assert texts_of("The kiln is in Ghent. The lathe is in Porto. The kiln is in  Ghent!") == [
        "The kiln is in Ghent.",
        "The lathe is in Porto.",
    ]


def test_a_speaker_can_be_told_of_by_another_name() -> None:
    extracted = extract((DATA / "chat.json").read_bytes(), name="chat.json", media_type=None)
    drafts = chunking.chunks(extracted)
    found = facts.extract(drafts, document_date=DAY, turns=extracted.turns, names={"user": "Ada"})
    assert [(fact.text, fact.speaker) for fact in found] == [("Ada is allergic to peanuts.", "Ada")]
    assert [key.text for key in found[0].keys] == ["Ada", "peanut"]


def test_each_sentence_is_read_in_its_own_language() -> None:
    found = facts_of("The kiln is in Ghent.\n\n窑炉每周一检修。\n\n창고의 열쇠는 서랍에 있다.")
    assert [fact.language for fact in found] == ["en", "zh", "ko"]


def test_the_result_is_the_same_every_time() -> None:
    text = (DATA / "handbook.md").read_text()
    assert facts_of(text, "a.md") == facts_of(text, "a.md")


def test_what_is_too_long_to_be_a_sentence_is_no_fact() -> None:
    assert texts_of("The kiln is in Ghent " + "and in Porto " * 100 + ".") == []


def test_a_document_of_thousands_of_sentences_is_read_to_its_end() -> None:
    lines = [
        line
        for number in range(700)
        for line in (
            f"Orlan moved {number} boxes to Ghent last Friday.",
            f"The payments squad has {number} open tickets for the vault.",
            f"张伟昨天把{number}号部署窗口改到了周四下午。",
        )
    ]
    extracted = extract("\n\n".join(lines).encode(), name="a.txt", media_type=None)
    drafts = chunking.chunks(extracted)
    assert len(facts.extract(drafts, document_date=DAY)) > 1400


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I'm allergic to peanuts, so please don't bring any.", "Mina is allergic to peanuts."),
        ("I can't eat gluten any more, so no more pizza nights :(", "Mina can't eat gluten any more."),
        (
            "I have been learning the cello since January, and I love it.",
            "Mina has been learning the cello since January.",
        ),
        ("我对花生过敏，你请客别点花生酱。", "Mina对花生过敏。"),
        ("我每天早上跑五公里，周末我们一起跑吧！", "Mina每天早上跑五公里。"),
    ],
)
def test_a_statement_is_kept_without_what_it_means_for_the_listener(said: str, kept: str) -> None:
    assert told(said) == [kept]


@pytest.mark.parametrize("said", ["I'll move to Porto, if you come too.", "我会去上海，如果你也去。"])
def test_a_condition_is_not_cut_off(said: str) -> None:
    assert told(said) == []


def test_when_a_rule_holds_may_stand_before_it() -> None:
    assert texts_of("周五下午没有第二个人复核时，任何人不得上线。") == ["周五下午没有第二个人复核时，任何人不得上线。"]
