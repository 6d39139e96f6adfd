"""Chats become turns; notes with a few labelled lines do not."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memoryhub.ingest.extract import ExtractionError, Turn, extract

DATA = Path(__file__).parent.parent / "data" / "ingest"


def turns(text: str, name: str = "a.txt") -> tuple[Turn, ...]:
    return extract(text.encode(), name=name, media_type=None).turns


def said(text: str, name: str = "a.txt") -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in turns(text, name)]


def test_lines_become_turns_with_their_days_sessions_and_spans() -> None:
    extracted = extract((DATA / "chat.txt").read_bytes(), name="chat.txt", media_type=None)
    assert extracted.kind == "transcript"
    assert extracted.document_date == date(2026, 11, 29)
    assert [(turn.speaker, turn.session, turn.at) for turn in extracted.turns] == [
        ("Mina", "1", datetime(2026, 11, 28, 10, 3, tzinfo=UTC)),
        ("Joon", "1", datetime(2026, 11, 28, 10, 4, tzinfo=UTC)),
        ("Mina", "1", datetime(2026, 11, 28, 10, 6, tzinfo=UTC)),
        ("Joon", "2", datetime(2026, 11, 29, 9, 0, tzinfo=UTC)),
    ]
    assert extracted.turns[2].text == "My new flat is near the harbour.\nThe rent is 900 euros."
    assert all(extracted.text[turn.start : turn.end] == turn.text for turn in extracted.turns)
    assert extracted.text[extracted.turns[0].line_start :].startswith("[10:03] Mina:")


@pytest.mark.parametrize(
    "text",
    [
        "Mina: I moved to Busan.\nJoon: Really?",
        "Mina：I moved to Busan.\nJoon：Really?",
        "[10:03] Mina: I moved to Busan.\n[10:04] Joon: Really?",
        "2026-11-28 10:03 - Mina: I moved to Busan.\n2026-11-28 10:04 - Joon: Really?",
        "**Mina:** I moved to Busan.\n**Joon:** Really?",
        "Mina (10:03): I moved to Busan.\nJoon (10:04): Really?",
    ],
)
def test_the_common_ways_to_write_a_chat_are_read_alike(text: str) -> None:
    assert said(text) == [("Mina", "I moved to Busan."), ("Joon", "Really?")]


@pytest.mark.parametrize(
    "text",
    [
        "The meeting went well.\nNote: bring pens.\nWe talked for long.\nNote: also paper.",
        "Note: bring pens.\nNote: also paper.",
        "Title: Kiln\nAuthor: Mina\nDate: 2026-01-01\nLocation: yard",
        "Deploy window: Tuesday 09:00\nOn-call channel: blue-room",
        "Q: How hot is it?\nA: Very hot.\nQ: And now?\nA: Still.",
        "注意：窑炉很热。\n备注：带手套。",
        "Red: 4\nBlue: 5\nGreen: 9\nYellow: 1",
    ],
)
def test_labelled_notes_are_no_chat(text: str) -> None:
    assert extract(text.encode(), name="a.txt", media_type=None).kind == "text"


def test_a_file_name_that_says_chat_settles_a_doubtful_case() -> None:
    text = "Mina: on my way\nJoon: ok"
    assert said(text) == []
    assert said(text, "chat-with-joon.txt") == [("Mina", "on my way"), ("Joon", "ok")]


def test_messages_with_roles_are_read_with_times_and_without_pictures() -> None:
    extracted = extract((DATA / "chat.json").read_bytes(), name="chat.json", media_type=None)
    assert [(turn.speaker, turn.role, turn.text) for turn in extracted.turns] == [
        ("system", "system", "You are a helpful assistant."),
        ("user", "user", "I am allergic to peanuts."),
        ("assistant", "assistant", "Noted."),
    ]
    assert extracted.turns[1].at == datetime(2026, 11, 28, 10, 3, tzinfo=timezone(timedelta(hours=1)))
    assert extracted.text.splitlines()[1] == "user: I am allergic to peanuts."
    assert all(extracted.text[turn.start : turn.end] == turn.text for turn in extracted.turns)


def test_json_lines_and_a_list_are_read_alike() -> None:
    messages = [{"speaker": "Mina", "text": "Hello."}, {"speaker": "Joon", "text": "Hi."}]
    lines = "\n".join(map(json.dumps, messages))
    assert said(lines, "a.jsonl") == said(json.dumps(messages), "a.json") == [("Mina", "Hello."), ("Joon", "Hi.")]


def test_sessions_in_json_keep_their_names_and_times() -> None:
    message = {"speaker": "Mina", "text": "Hello."}
    listed = {"sessions": [{"id": "s1", "date": "2026-11-28", "messages": [message]}, {"messages": [message]}]}
    numbered = {"session_1": [message], "session_1_date_time": "1:56 pm on 8 May, 2023", "session_2": [message]}
    assert [turn.session for turn in turns(json.dumps(listed), "a.json")] == ["s1", "2"]
    first, second = turns(json.dumps(numbered), "a.json")
    assert (first.session, first.at) == ("session_1", datetime(2023, 5, 8, 13, 56, tzinfo=UTC))
    assert (second.session, second.at) == ("session_2", None)


def test_broken_json_names_its_line() -> None:
    with pytest.raises(ExtractionError) as refused:
        turns('{"role": "user", "content": "a"}\n{"role": "user", "content"\n', "a.jsonl")
    assert (refused.value.code, refused.value.details["line"]) == ("broken_json", 2)
    assert str(refused.value) == "The JSON is broken at line 2."


def test_json_nested_beyond_all_reason_is_refused_like_broken_json() -> None:
    with pytest.raises(ExtractionError) as refused:
        turns("[" * 100_000, "a.json")
    assert refused.value.code == "broken_json"


def test_json_that_is_no_chat_is_left_to_the_reader_of_json() -> None:
    assert extract(b'{"seats": 8}', name="a.json", media_type=None).kind == "json"


def test_a_transcript_without_turns_is_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(b"no chat at all", name="a.txt", media_type=None, kind="transcript")
    assert refused.value.code == "no_turns"


def test_a_very_long_line_of_dashes_is_read_in_a_moment() -> None:
    assert said("Mina: hello there.\n" + "-" * 150_000 + "x\nJoon: hi.", "chat.txt")[1] == ("Joon", "hi.")
