"""Chats exported as text by WhatsApp and copied out of Telegram."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memoryhub.ingest.extract import Extracted, extract
from tests.ingest.files import chats
from tests.ingest.files.sample import Sample


def read(text: str, name: str = "a.txt") -> Extracted:
    found = extract(text.encode(), name=name, media_type=None)
    assert all(found.text[turn.start : turn.end] == turn.text for turn in found.turns)
    return found


def said(text: str, name: str = "a.txt") -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in read(text, name).turns]


def times(text: str) -> list[str]:
    return [f"{turn.at:%Y-%m-%d %H:%M}" for turn in read(text).turns if turn.at]


def test_whatsapp_in_english_is_read_with_times_sessions_and_many_lines() -> None:
    found = read(chats.WHATSAPP_EN, "WhatsApp Chat with Mina.txt")
    assert (found.kind, found.title) == ("transcript", "WhatsApp Chat with Mina")
    assert [(turn.speaker, turn.text, turn.at, turn.session) for turn in found.turns] == [
        (
            "Mina Park",
            "I moved to Busan last week.\nMy flat is near the harbour.",
            datetime(2023, 12, 31, 22, 15, 3, tzinfo=UTC),
            "2023-12-31",
        ),
        ("Joon", "Lovely: send pictures!", datetime(2023, 12, 31, 22, 17, 10, tzinfo=UTC), "2023-12-31"),
        ("Mina Park", "The rent is 900 euros.", datetime(2024, 1, 2, 9, 0, tzinfo=UTC), "2024-01-02"),
    ]
    assert found.text == chats.WHATSAPP_EN
    assert found.text[found.turns[0].line_start :].startswith("[12/31/23, 10:15:03")


@pytest.mark.parametrize(
    ("text", "expected", "moments"),
    [
        (
            chats.WHATSAPP_DE,
            [
                ("Mina", "Ich habe eine Allergie gegen Haselnüsse."),
                ("+49 170 1234567", "Danke, das merke ich mir."),
                ("Mina", "Frohes neues Jahr!"),
            ],
            ["2023-12-31 22:16", "2023-12-31 22:18", "2024-01-01 00:03"],
        ),
        (
            chats.WHATSAPP_ZH,
            [("李雷", "我上个月搬到了青岛。"), ("韩梅梅", "太好了，我下周去看你。")],
            ["2023-12-31 22:16", "2024-01-01 09:05"],
        ),
        (
            chats.WHATSAPP_KO,
            [("민수", "저는 지난달에 부산으로 이사했어요."), ("지은", "새해 복 많이 받으세요!")],
            ["2023-12-31 22:15", "2024-01-01 00:05"],
        ),
    ],
)
def test_whatsapp_in_other_languages_is_read(text: str, expected: list[tuple[str, str]], moments: list[str]) -> None:
    assert said(text) == expected
    assert times(text) == moments


def test_a_chat_that_bears_the_name_of_all_is_called_by_its_people() -> None:
    assert read(chats.WHATSAPP_ZH, "_chat.txt").title == "李雷 / 韩梅梅"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # What no month can be.
        (["3/4/24, 10:00 - A: x", "25/4/24, 10:00 - B: y"], ["2024-04-03", "2024-04-25"]),
        (["3/4/24, 10:00 - A: x", "3/25/24, 10:00 - B: y"], ["2024-03-04", "2024-03-25"]),
        # Time runs forward.
        (
            ["3/4/24, 10:00 - A: x", "4/4/24, 10:00 - B: y", "1/5/24, 10:00 - A: z"],
            ["2024-04-03", "2024-04-04", "2024-05-01"],
        ),
        (
            ["3/4/24, 10:00 - A: x", "4/1/24, 10:00 - B: y", "5/1/24, 9:00 - A: z"],
            ["2024-03-04", "2024-04-01", "2024-05-01"],
        ),
        # The habits of the United States, and of all others.
        (["3/4/24, 10:00 PM - A: x", "3/4/24, 10:01 PM - B: y"], ["2024-03-04", "2024-03-04"]),
        (["03/04/2024, 10:00 pm - A: x", "03/04/2024, 10:01 pm - B: y"], ["2024-04-03", "2024-04-03"]),
        (["[2024-04-03, 10:00:00] A: x", "[2024-04-03, 10:01:00] B: y"], ["2024-04-03", "2024-04-03"]),
        (["[03.04.24, 10:00:00] A: x", "[04.04.24, 10:01:00] B: y"], ["2024-04-03", "2024-04-04"]),
    ],
)
def test_the_order_of_day_and_month_is_decided_over_the_whole_file(lines: list[str], expected: list[str]) -> None:
    assert [moment.split()[0] for moment in times("\n".join(lines))] == expected


def test_files_calls_and_deleted_messages_are_left_out_and_captions_are_kept() -> None:
    lines = [
        "3/4/24, 10:00 - Ann: IMG-1.jpg (file attached)",
        "3/4/24, 10:01 - Ann: IMG-2.jpg (file attached)\nThe new kiln.",
        "3/4/24, 10:02 - Ben: <Media omitted>",
        "3/4/24, 10:03 - Ben: This message was deleted",
        "3/4/24, 10:04 - Ben: Missed voice call",
        "3/4/24, 10:05 - Ben: null",
        "3/4/24, 10:06 - Ann: I love it <3",
        '3/4/24, 10:07 - Ann changed the subject to "Trip: Rome"',
        "3/4/24, 10:08 - Ben: Fine.",
    ]
    assert said("\n".join(lines)) == [("Ann", "The new kiln."), ("Ann", "I love it <3"), ("Ben", "Fine.")]


def test_marks_of_direction_do_not_hide_a_message() -> None:
    text = (
        "\u200f[31\u200f/12\u200f/2023, 22:15:03] \u202bمنى\u202c: أسكن في أسوان.\n"
        "\u200f[1\u200f/1\u200f/2024, 9:00:00] سامي: جميل.\n"
    )
    assert said(text) == [("منى", "أسكن في أسوان."), ("سامي", "جميل.")]
    assert times(text) == ["2023-12-31 22:15", "2024-01-01 09:00"]


@pytest.mark.parametrize(
    "text",
    [
        "2023-12-31 22:15:03 - INFO: started\n2023-12-31 22:15:04 - ERROR: stopped\n",
        "[31.12.2023, 22:15:03] nginx: started\n[31.12.2023, 22:15:04] nginx: stopped\n",
        "Notes\n\n31.12.23, 22:15 - Mina: dinner\n",
        "12/31/23 10:15 Lunch: soup\n",
    ],
)
def test_journals_and_notes_with_times_are_no_chat_of_a_phone(text: str) -> None:
    assert read(text).kind == "text"


def test_a_chat_copied_out_of_telegram_is_read() -> None:
    found = read(chats.TELEGRAM_TEXT)
    assert [(turn.speaker, turn.text, turn.session) for turn in found.turns] == [
        ("Olena", "I bought a cello in Lviv.\nIt is a hundred years old.", "2023-12-31"),
        ("Taras 🎸", "How much was it?", "2023-12-31"),
        ("Olena", "Two thousand euros.", "2024-01-01"),
    ]
    assert times(chats.TELEGRAM_TEXT) == ["2023-12-31 22:15", "2023-12-31 22:16", "2024-01-01 00:02"]
    assert found.text[found.turns[1].line_start :].startswith("Taras 🎸, [31.12.2023 22:16]")


def test_impossible_days_have_no_time() -> None:
    assert [turn.at for turn in read("31.02.24, 10:00 - Ann: x\n32.01.24, 25:61 - Ben: y\n").turns] == [None, None]


def test_a_very_long_line_is_read_in_a_moment() -> None:
    text = "3/4/24, 10:00 - Ann: " + "a" * 500_000 + "\n3/4/24, 10:01 - Ben: " + "<" * 200_000 + "\n"
    assert [turn.speaker for turn in read(text).turns] == ["Ann", "Ben"]


@pytest.mark.parametrize("sample", [s for s in chats.samples() if s.name.endswith(".txt")], ids=lambda s: s.name)
def test_a_chat_of_a_phone_is_read_with_its_words(sample: Sample) -> None:
    found = extract(sample.data, name=sample.name, media_type=None)
    assert (found.kind, any(sample.sentence in turn.text for turn in found.turns)) == (sample.kind, True)
