"""The export of a Slack workspace: a member for each channel, as people read it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, extract
from tests.ingest.files import archives, chats
from tests.ingest.files.sample import Sample


def read(data: bytes, scratch: Path | None = None) -> Extracted:
    return extract(data, name="export.zip", media_type=None, scratch=scratch)


def channel(found: Extracted, path: str) -> Extracted:
    (member,) = (member for member in found.members if member.path == path)
    return extract(member.file.read_bytes(), name=path, media_type=member.media_type, kind=member.kind)


@pytest.mark.parametrize("top", ["", "Acme export/"])
def test_each_channel_with_words_of_people_is_a_member(top: str, tmp_path: Path) -> None:
    found = read(chats.slack(top=top), tmp_path)
    assert found.kind == "slack_export"
    assert found.text == (
        "- Ada Lovelace, Ben (1 message, 2026-11-03)\n- #general (4 messages, 2026-11-03, 2026-11-04)"
    )
    assert [(member.path, member.title, member.kind) for member in found.members] == [
        ("D0123456", "Ada Lovelace, Ben", "transcript"),
        ("general", "#general", "transcript"),
    ]
    assert read(chats.slack(top=top)).text == found.text


def test_messages_have_names_links_times_and_stand_below_what_they_answer(tmp_path: Path) -> None:
    general = channel(read(chats.slack(), tmp_path), "general")
    assert (general.kind, general.title) == ("transcript", "#general")
    rollers = "@Ben the press in Leeds needs new rollers & oil, see the order (https://x.org/r)."
    assert [(turn.speaker, turn.text, turn.session) for turn in general.turns] == [
        ("Ada Lovelace", rollers, "2026-11-03"),
        ("Ben", "I ordered the rollers.", "2026-11-03"),
        ("Ben", "Lunch? @here in #random", "2026-11-03"),
        ("Ben", "Good morning.", "2026-11-04"),
    ]
    assert general.turns[1].at == datetime(2026, 11, 4, 9, 30, 0, 100, tzinfo=UTC)
    assert {turn.role for turn in general.turns} == {""}


def test_a_zip_file_that_only_looks_like_it_is_an_archive() -> None:
    files = {"users.json": b"[]", "channels.json": b"[]", "general/notes.json": b"{}"}
    assert read(archives.zipped(files)).kind == "archive"
    assert read(archives.zipped({"users.json": b"[]", "general/2026-11-03.json": b"[]"})).kind == "archive"


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"general/2026-11-05.json": b"[{"}, "broken_json"),
        ({"users.json": b"\xff"}, "broken_json"),
        ({"../evil.json": b"[]"}, "unsafe_archive"),
        (dict.fromkeys(("general/2026-11-03.json", "general/2026-11-04.json"), b"[]"), ""),
        ({"general/2026-11-03.json": b'{"no": "list"}', "general/2026-11-04.json": b"[1, {}, null]"}, ""),
        ({"general/2026-11-05.json": b"[" * 100_000}, "broken_json"),
    ],
)
def test_a_broken_export_is_refused_with_the_file_that_broke_it(extra: dict[str, bytes], code: str) -> None:
    if not code:
        assert "#general" not in read(chats.slack(extra=extra)).text
        return
    with pytest.raises(ExtractionError) as refused:
        read(chats.slack(extra=extra))
    assert refused.value.code == code


def test_an_export_in_which_nobody_speaks_is_refused() -> None:
    silent = {"general/2026-11-03.json": b"[]", "general/2026-11-04.json": b"[]", "D0123456/2026-11-03.json": b"[]"}
    with pytest.raises(ExtractionError) as refused:
        read(chats.slack(extra=silent))
    assert refused.value.code == "no_turns"


@pytest.mark.parametrize("sample", [s for s in chats.samples() if s.name.endswith(".zip")], ids=lambda s: s.name)
def test_the_zip_files_that_programs_send_end_as_told(sample: Sample, tmp_path: Path) -> None:
    if sample.error_code:
        with pytest.raises(ExtractionError) as refused:
            extract(sample.data, name=sample.name, media_type=None, scratch=tmp_path)
        assert refused.value.code == sample.error_code
        return
    found = extract(sample.data, name=sample.name, media_type=None, scratch=tmp_path)
    assert (found.kind, any(sample.sentence in member.file.read_text() for member in found.members)) == (
        sample.kind,
        True,
    )
