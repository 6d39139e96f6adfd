"""Exports of ChatGPT, Claude and Telegram: one conversation is a transcript, several are members that are."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, Limits, Turn, extract
from tests.ingest.files import chats
from tests.ingest.files.sample import Sample

SAMPLES = [sample for sample in chats.samples() if sample.name.endswith(".json")]


def read(value: Any, name: str = "a.json", scratch: Path | None = None) -> Extracted:
    return extract(chats.encoded(value), name=name, media_type=None, scratch=scratch)


def said(turns: tuple[Turn, ...]) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in turns]


def opened(found: Extracted) -> list[Extracted]:
    """The members, read as the hub reads them."""
    return [
        extract(member.file.read_bytes(), name=member.path, media_type=member.media_type, kind=member.kind)
        for member in found.members
    ]


@pytest.mark.parametrize("sample", [s for s in SAMPLES if not s.error_code], ids=lambda sample: sample.name)
def test_an_export_is_read_with_its_words(sample: Sample, tmp_path: Path) -> None:
    found = extract(sample.data, name=sample.name, media_type=None, scratch=tmp_path)
    texts = [found.text] + [inner.text for inner in opened(found)]
    assert (found.kind, any(sample.sentence in text for text in texts)) == (sample.kind, True)


def test_a_broken_export_names_its_line() -> None:
    for sample in SAMPLES:
        if sample.error_code:
            with pytest.raises(ExtractionError) as refused:
                extract(sample.data, name=sample.name, media_type=None)
            assert refused.value.code == sample.error_code


def test_several_conversations_are_listed_and_are_members(tmp_path: Path) -> None:
    trip = chats.gpt_talk("Trip", ("user", "I fly to Tromsø."), ("assistant", "Have fun."))
    empty = chats.gpt("Empty", chats.gpt_node("1", "root", "system", "You are helpful."))
    untitled = chats.gpt_talk("", ("user", "Hello."))
    found = read([trip, empty, untitled, trip], "conversations.json", tmp_path)
    assert found.text == (
        "- Trip (2 messages, 2026-11-03)\n- gpt- (1 message, 2026-11-03)\n- Trip (2 messages, 2026-11-03)"
    )
    assert [(member.path, member.title, member.kind) for member in found.members] == [
        ("gpt-trip", "Trip", "transcript"),
        ("gpt-", "", "transcript"),
        ("gpt-trip (2)", "Trip", "transcript"),
    ]
    inner = opened(found)[0]
    assert (inner.kind, inner.title) == ("transcript", "Trip")
    assert said(inner.turns) == [("user", "I fly to Tromsø."), ("assistant", "Have fun.")]
    assert [(turn.role, turn.at) for turn in inner.turns] == [
        ("user", datetime(2026, 11, 3, 9, 31, tzinfo=UTC)),
        ("assistant", datetime(2026, 11, 3, 9, 32, tzinfo=UTC)),
    ]
    listed = read([trip, empty, untitled, trip], "conversations.json")
    assert (listed.text, listed.members) == (found.text, ())


def test_the_current_branch_is_followed_and_what_people_do_not_see_is_left_out() -> None:
    node = chats.gpt_node
    picture = {"content_type": "multimodal_text", "parts": [{"asset_pointer": "file"}, "What is this?"]}
    code = {"content_type": "code", "text": "search()"}
    nodes = (
        node("1", "root", "system", "You are helpful."),
        node("2", "1", "user", "My name is Ada.", metadata={"is_visually_hidden_from_conversation": True}),
        node("3", "2", "user", "First try."),
        node("4", "2", "user", picture),
        node("5", "4", "assistant", code, recipient="browser"),
        node("6", "5", "tool", "Result."),
        node(
            "7", "6", "assistant", "A kiln. \ue200cite\ue202turn0search1\ue201 It is hot.【4†source】", recipient="all"
        ),
        node("8", "3", "assistant", "Never seen."),
    )
    expected = [("user", "What is this?"), ("assistant", "A kiln.  It is hot.")]
    assert said(read(chats.gpt("Kiln", *nodes, current="7")).turns) == expected
    assert said(read(chats.gpt("Kiln", *nodes[:7])).turns) == expected
    assert read([chats.gpt("Kiln", *nodes, current="7")], "conversations.json").title == "Kiln"


def test_a_tree_that_bites_its_tail_is_read_once() -> None:
    first = chats.gpt_node("1", "2", "user", "Round.")
    second = chats.gpt_node("2", "1", "assistant", "And round.")
    assert len(read(chats.gpt("Ring", first, second, current="2")).turns) == 2


def test_blocks_of_text_are_read_and_those_of_tools_are_not() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "Yes."},
        {"type": "tool_use", "name": "x"},
    ]
    talk = chats.claude_talk(
        "Tools", ("human", "Is it hot?"), ("assistant", blocks), ("assistant", [{"type": "image"}])
    )
    found = read([talk])
    assert (found.title, said(found.turns)) == ("Tools", [("user", "Is it hot?"), ("assistant", "Yes.")])
    assert [turn.role for turn in found.turns] == ["user", "assistant"]
    assert found.turns[1].at == datetime(2026, 11, 3, 9, 1, tzinfo=UTC)


def test_a_chat_of_telegram_has_its_people_links_and_the_times_of_its_zone() -> None:
    link = ["See ", {"type": "text_link", "text": "the score", "href": "https://x.org"}, "\nnow."]
    chat = chats.telegram_chat("Taras", ("Olena", link), ("Claude", "Ok."), ("Olena", ""))
    chat["messages"].append({"id": 9, "type": "message", "date": "2026-11-04T00:10:00", "text": "Old.", "from": None})
    chat["messages"][-1] |= {"date_unixtime": str(chats.SENT + 42_000), "forwarded_from": "Bohdan"}
    found = read(chat, "result.json")
    assert (found.kind, found.title) == ("transcript", "Taras")
    assert said(found.turns) == [
        ("Olena", "See the score (https://x.org)\nnow."),
        ("Claude", "Ok."),
        ("Bohdan", "Old."),
    ]
    assert [turn.role for turn in found.turns] == ["", "", ""]
    first = found.turns[0].at
    assert first is not None
    assert (first.isoformat(), first.utcoffset()) == ("2026-11-03T12:30:00+03:00", timedelta(hours=3))
    assert [turn.session for turn in found.turns] == ["2026-11-03", "2026-11-03", "2026-11-04"]


def test_all_chats_of_a_person_are_members_with_sessions_by_day(tmp_path: Path) -> None:
    export = {
        "chats": {"list": [chats.telegram_chat("Taras", ("Olena", "Hi.")), {"name": "Empty", "messages": []}]},
        "left_chats": {"list": [chats.telegram_chat("Choir", ("Taras", "Bye."), key=7)]},
    }
    found = read(export, "result.json", tmp_path)
    assert [(member.path, member.title) for member in found.members] == [("1", "Taras"), ("7", "Choir")]
    assert [turn.session for turn in opened(found)[1].turns] == ["2026-11-03"]


def test_names_that_are_words_for_a_model_are_people_in_a_chat_among_people(tmp_path: Path) -> None:
    talks = [chats.telegram_chat("A", ("Claude", "I am French.")), chats.telegram_chat("B", ("Bot", "Me too."), key=2)]
    inner = opened(read({"chats": {"list": talks}}, "result.json", tmp_path))
    assert [(turn.speaker, turn.role) for found in inner for turn in found.turns] == [("Claude", ""), ("Bot", "")]


def test_the_same_export_gives_the_same_members(tmp_path: Path) -> None:
    value = [chats.gpt_talk("A", ("user", "One.")), chats.claude_talk("B", ("human", "Two."))]
    first, second = read(value, scratch=tmp_path / "1"), read(value, scratch=tmp_path / "2")
    for one, other in zip(first.members, second.members, strict=True):
        assert (one.path, one.file.read_bytes()) == (other.path, other.file.read_bytes())


def test_more_conversations_than_a_document_may_hold_are_refused() -> None:
    value = [chats.claude_talk("A", ("human", "One.")), chats.claude_talk("B", ("human", "Two."))]
    with pytest.raises(ExtractionError) as refused:
        extract(chats.encoded(value), name="a.json", media_type=None, limits=Limits(entries=1))
    assert refused.value.code == "too_large"


@pytest.mark.parametrize(
    "value",
    [
        [{"mapping": {}}, {"mapping": {"a": 1}, "current_node": "a"}],
        [{"chat_messages": [1, {"sender": "human"}, {"sender": 3, "text": "x"}]}],
        {"chats": {"list": [{"messages": [{"type": "message", "date": 5, "from": "A", "text": [1, {"text": 2}]}]}]}},
        {"chats": 1, "left_chats": {"list": 2}},
        {"messages": [{"type": "service", "date": "x", "date_unixtime": "99999999999", "actor": "A"}]},
    ],
)
def test_an_export_that_holds_nothing_said_is_no_chat(value: Any) -> None:
    assert extract(chats.encoded(value), name="a.json", media_type=None).turns == ()


def test_an_export_without_words_is_refused_when_it_must_be_one() -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(json.dumps([{"mapping": {}}]).encode(), name="a.json", media_type=None, kind="chat_export")
    assert refused.value.code == "no_turns"
