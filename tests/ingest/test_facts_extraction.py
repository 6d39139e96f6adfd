"""Facts keep their quote and place, come once each, and only from prose."""

from __future__ import annotations

import time
from pathlib import Path

from memoryhub.ingest import chunking, facts
from memoryhub.ingest.extract import extract
from tests.ingest.facts_of import DAY, facts_of, texts_of

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


def test_extraction_keeps_its_pace() -> None:
    """More than 1,500 sentences a second of processor time, dates and keys included."""
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
    facts.extract(drafts[:50], document_date=DAY)
    started = time.process_time()
    found = facts.extract(drafts, document_date=DAY)
    assert len(lines) / (time.process_time() - started) > 1500
    assert len(found) > 1400
