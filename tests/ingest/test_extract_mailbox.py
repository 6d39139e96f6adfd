"""A mailbox gives its mails as members, read as mails again."""

from __future__ import annotations

from pathlib import Path

import pytest

from memoryhub.ingest.extract import ExtractionError, Limits, extract
from tests.ingest.files import mails

FIRST = mails.written(mails.message("From now on the pool opens at seven.\n\nFrom: me\n", subject="Pool", number=1))
SECOND = mails.written(
    mails.message("Bring 鸡蛋 and 牛奶.\n", subject="买东西", sender="李雷 <l@example.cn>", number=2)
)


def test_each_mail_is_a_member_named_by_its_id_with_its_subject(tmp_path: Path) -> None:
    found = extract(mails.mbox(FIRST, SECOND), name="inbox.mbox", media_type=None, scratch=tmp_path)
    assert (found.kind, found.title) == ("mailbox", "inbox")
    assert found.text == "- 2026-11-03, Ada Lovelace: Pool\n- 2026-11-03, 李雷: 买东西"
    assert [(member.path, member.kind, member.title) for member in found.members] == [
        ("1@example.org", "email", "Pool"),
        ("2@example.org", "email", "买东西"),
    ]
    inner = extract(found.members[0].file.read_bytes(), name="", media_type=None, kind="email")
    assert inner.text == "# Pool\n\nFrom now on the pool opens at seven.\n\nFrom: me"


def test_mails_without_an_id_or_with_the_same_are_told_apart(tmp_path: Path) -> None:
    nameless = b"From: a@b.c\nSubject: x\n\nWords.\n"
    found = extract(mails.mbox(nameless, FIRST, FIRST), name="a.mbox", media_type=None, scratch=tmp_path)
    assert [member.path for member in found.members] == ["00001", "1@example.org", "1@example.org (2)"]


def test_lines_that_begin_like_a_mail_do_not_part_one() -> None:
    box = mails.mbox(FIRST).replace(b">From now", b"\nFrom now")
    assert extract(box, name="a.mbox", media_type=None).text.count("\n") == 0


def test_a_mailbox_is_told_by_its_first_line_and_crlf_is_read() -> None:
    box = mails.mbox(FIRST, SECOND)
    assert extract(box, name="", media_type=None).kind == "mailbox"
    assert extract(box.replace(b"\n", b"\r\n"), name="a.mbox", media_type=None).text.count("\n") == 1


@pytest.mark.parametrize("data", [b"No mail here.\n", FIRST, b"From \n\n"])
def test_without_a_mail_a_mailbox_is_broken(data: bytes) -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(data, name="a.mbox", media_type=None)
    assert refused.value.code == "broken_file"


def test_more_mails_than_a_document_may_hold_are_refused() -> None:
    with pytest.raises(ExtractionError) as refused:
        extract(mails.mbox(FIRST, SECOND), name="a.mbox", media_type=None, limits=Limits(entries=1))
    assert refused.value.code == "too_large"
