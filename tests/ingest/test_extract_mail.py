"""Mails: the sender's own words are prose, what is quoted is kept without being said twice, attachments are members."""

from __future__ import annotations

import contextlib
from datetime import date
from email.message import EmailMessage
from pathlib import Path

import pytest

from memoryhub.ingest.extract import Extracted, ExtractionError, extract
from tests.ingest.files import mails
from tests.ingest.files.sample import Sample

SAMPLES = [sample for sample in mails.samples() if sample.kind == "email"]


def read(data: bytes, name: str = "a.eml", scratch: Path | None = None) -> Extracted:
    return extract(data, name=name, media_type=None, scratch=scratch)


def body(text: str, **fields: str) -> Extracted:
    return read(mails.written(mails.message(text, **fields)))  # type: ignore[arg-type]


def own(text: str) -> list[str]:
    """The prose of a mail with this body."""
    found = body(text)
    assert all(
        found.text[block.start : block.end].split() == block.text.split()
        for block in found.blocks
        if block.kind in {"paragraph", "code"}
    )
    return [block.text for block in found.blocks if block.is_prose]


@pytest.mark.parametrize("sample", [s for s in SAMPLES if not s.error_code], ids=lambda sample: sample.name)
def test_a_mail_is_read_with_its_words(sample: Sample) -> None:
    found = read(sample.data, sample.name)
    prose = " ".join(block.text for block in found.blocks if block.is_prose)
    assert (found.kind, sample.sentence in prose, found.document_date) == ("email", True, date(2026, 11, 3))


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.error_code], ids=lambda sample: sample.name)
def test_a_mail_of_which_nothing_can_be_read_is_broken(sample: Sample) -> None:
    with pytest.raises(ExtractionError) as refused:
        read(sample.data, sample.name)
    assert refused.value.code == sample.error_code


def test_fields_become_properties_and_the_subject_heads_the_text(tmp_path: Path) -> None:
    found = read(mails.written(mails.with_attachments()), scratch=tmp_path)
    assert found.properties == {
        "subject": "Boiler",
        "sender": "Ada Lovelace",
        "sender_address": "ada@example.org",
        "recipients": "Ben Okri <ben@example.org>",
        "message_id": "1@example.org",
        "author": "Ada Lovelace",
    }
    assert found.title == "Boiler"
    assert found.text.startswith("# Boiler\n\nHi Ben,\n\nthe boiler in Kiel was replaced on Tuesday.")
    assert [block.kind for block in found.blocks] == ["heading", "paragraph", "paragraph", "code", "table"]


def test_attachments_are_members_and_pictures_are_only_named(tmp_path: Path) -> None:
    found = read(mails.written(mails.with_attachments()), scratch=tmp_path)
    assert [(member.path, member.media_type) for member in found.members] == [
        ("attachments/warranty.txt", "text/plain"),
        ("attachments/价格.csv", "text/csv"),
    ]
    assert found.members[0].file.read_bytes().strip() == b"Warranty ends in 2031."
    assert found.text.endswith("- attachments/价格.csv (19 bytes)\n- boiler.png: a picture, left out")
    assert read(mails.written(mails.with_attachments())).text == found.text


def test_a_mail_that_is_attached_is_a_member_of_its_own(tmp_path: Path) -> None:
    outer = mails.message("See below.\n")
    outer.add_attachment(mails.message("Inner words.\n", subject="Inner", number=2))
    (member,) = read(mails.written(outer), scratch=tmp_path).members
    assert (member.path, member.media_type) == ("attachments/Inner.eml", "message/rfc822")
    inner = read(member.file.read_bytes(), member.path)
    assert inner.text == "# Inner\n\nInner words."


def test_html_alone_becomes_markdown_without_pictures_and_scripts() -> None:
    found = read(mails.written(mails.html_only()))
    assert "## Führung" in found.text
    assert "Zeche Zollern |" in found.text
    assert not any(word in found.text for word in ("cid:", "alert", "color:red", "Logo"))


def test_a_body_in_html_with_a_plain_footer_is_kept_whole() -> None:
    mail = mails.message()
    mail.set_content("<p>The gate opens at <b>noon</b>.</p>", subtype="html")
    mail.make_mixed()
    footer = EmailMessage()
    footer.set_content("Sent through the village list.\n")
    mail.attach(footer)
    assert read(mails.written(mail)).text == "# Boiler\n\nThe gate opens at **noon**.\n\nSent through the village list."


HISTORY = [
    "On Mon, 2 Nov 2026 at 10:00, Ben Okri <ben@example.org> wrote:\n> I moved to Riga.\n> All is well.",
    "On Mon, 2 Nov 2026 at 10:00, Ben Okri\n<ben@example.org>\nwrote:\n\n> I moved to Riga.",
    "On 2 Nov 2026, Ben Okri wrote:\n\nI moved to Riga.\nAll is well.",
    "Am 02.11.2026 um 10:00 schrieb Ben Okri <ben@example.org>:\n> Ich bin nach Riga gezogen.",
    "Am 02.11.26 um 10:00 schrieb Ben Okri:\n\nIch bin nach Riga gezogen.",
    "在 2026年11月2日 10:00，Ben Okri <ben@example.org> 写道：\n> 我搬到了里加。",
    "2026년 11월 2일 (월) 오전 10:00, Ben Okri <ben@example.org>님이 작성:\n> 리가로 이사했습니다.",
    "Le lun. 2 nov. 2026 à 10:00, Ben Okri <ben@example.org> a écrit :\n> J'habite à Riga.",
    "пн, 2 нояб. 2026, 10:00, Ben Okri <ben@example.org>:\n> Я живу в Риге.",
    "From: Ben Okri\nSent: Monday, November 2, 2026 10:00\nTo: Ada Lovelace\nSubject: Riga\n\nI moved to Riga.",
    "Von: Ben Okri\nGesendet: Montag, 2. November 2026\nAn: Ada\nBetreff: Riga\n\nIch bin nach Riga gezogen.",
    "发件人: 李雷\n发送时间: 2026年11月2日\n收件人: Ada\n主题: 里加\n\n我搬到了里加。",
    "-----Original Message-----\nFrom: Ben Okri\nI moved to Riga.",
    "---------- Forwarded message ---------\nFrom: Ben Okri\nI moved to Riga.",
    "________________________________\nFrom: Ben Okri\nSent: Monday\nTo: Ada\n\nI moved to Riga.",
]


@pytest.mark.parametrize("history", HISTORY, ids=range(len(HISTORY)))
def test_quoted_history_is_kept_and_is_no_prose(history: str) -> None:
    text = f"The kiln is repaired.\n\n{history}\n"
    assert own(text) == ["The kiln is repaired."]
    assert history.split("\n")[-1] in body(text).text


def test_answers_between_quoted_lines_are_the_senders_own() -> None:
    text = "On 2 Nov 2026, Ben wrote:\n> When do you leave?\nI leave on Friday.\n\n> And how?\nI take the train.\n"
    assert own(text) == ["I leave on Friday.", "I take the train."]


SIGNATURES = [
    "-- \nAda Lovelace\nI love analytical engines.",
    "Best regards,\nAda Lovelace\nHead of Engines | Analytical Ltd.\n+44 20 7946 0000",
    "Mit freundlichen Grüßen\n\nAda Lovelace\nSitz der Gesellschaft: Bonn. Wir sind eine Gesellschaft in Bonn.",
    "Viele Grüße\nAda",
    "谢谢\n李雷",
    "감사합니다.\n김민수 드림",
    "Sent from my iPhone",
    "Cheers!",
    "Kind regards\nAda\n\nThis message is confidential and for the intended recipient only. Delete it otherwise.",
]


@pytest.mark.parametrize("signature", SIGNATURES, ids=range(len(SIGNATURES)))
def test_signatures_are_kept_and_are_no_prose(signature: str) -> None:
    text = f"The kiln is repaired.\n\n{signature}\n"
    assert own(text) == ["The kiln is repaired."]
    assert signature.split("\n")[-1] in body(text).text


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Thanks!\nPlease send the report by Friday, I leave on Monday.", 2),
        ("See you.\n\nBest,\nAda\n\nI forgot to say that the meeting moved to five.", 2),
        ("See you.\n\nBest,\nAda\n\nP.S. The meeting moved to five.", 2),
        ("Ben wrote to me.\n\nFrom: here on it is steep.", 2),
        ("The list:\n\nFirst we heat the kiln.", 2),
    ],
)
def test_words_of_the_sender_are_not_taken_for_a_signature_or_history(text: str, prose: int) -> None:
    assert len(own(text)) == prose


def test_fields_in_encoded_words_and_raw_bytes_are_read() -> None:
    words = "=?UTF-8?B?5Lya6K6u?= =?utf-8?q?_=E5=AE=89=E6=8E=92?="
    head = f"From: =?gb2312?B?wO7A1w==?= <a@b.cn>\nSubject: {words}\nDate: Tue, 3 Nov 2026 17:30:00 +0800"
    found = read(mails.raw(head, b"Words.\r\n"))
    assert (found.title, found.properties["sender"]) == ("会议 安排", "李雷")
    # One character parted by two encoded words.
    split = read(mails.raw("From: a@b.cn\nSubject: =?utf-8?B?5Lw=?= =?utf-8?B?mg==?=", b"Words.\r\n"))
    assert split.title == "会"
    raw = read(mails.chinese_8bit())
    assert (raw.title, raw.properties["author"]) == ("会议安排", "李雷")
    latin = mails.raw("From: Zoë Müller <z@b.de>\nSubject: Grüße\nX: y", b"W\xf6rter.\r\n", "latin-1")
    assert (read(latin).title, read(latin).properties["author"]) == ("Grüße", "Zoë Müller")


def test_a_sender_without_a_name_is_called_by_the_address() -> None:
    found = body("Words.\n", sender="ada@example.org")
    assert (found.properties["author"], found.properties["sender_address"]) == ("ada@example.org", "ada@example.org")


def test_broken_mime_is_read_as_well_as_it_can_be(tmp_path: Path) -> None:
    head = "From: Ada <ada@example.org>\nSubject: Broken\nMIME-Version: 1.0\nContent-Type: "
    part = b"--x\r\nContent-Type: text/plain\r\n\r\nThe gate is blue.\r\n"
    without_boundary = mails.raw(head + "multipart/mixed", part)
    wrong_boundary = mails.raw(head + 'multipart/mixed; boundary="y"', part)
    unclosed = mails.raw(head + 'multipart/mixed; boundary="x"', part)
    for data in (without_boundary, wrong_boundary, unclosed):
        assert "The gate is blue." in read(data).text
    base64 = mails.raw(head + "text/plain\nContent-Transfer-Encoding: base64", b"VGhlIGdhdGUgaXMgYmx1ZS4=!!!\r\nabc")
    assert "The gate is blue." in read(base64).text
    charset = mails.raw(head + "text/plain; charset=no-such-set", "Größe der Tür".encode())
    assert read(charset).text.endswith("Größe der Tür")
    attached = b"--x\r\nContent-Disposition: attachment; filename=../../etc/evil.txt\r\n\r\nevil\r\n--x--\r\n"
    (member,) = read(mails.raw(head + "multipart/mixed; boundary=x", attached), scratch=tmp_path).members
    assert member.path == "attachments/evil.txt"


def test_a_mail_without_fields_is_its_words() -> None:
    assert read(b"Just words, no fields.\r\n").text == "Just words, no fields."


@pytest.mark.parametrize("depth", [40, 200, 1000, 5000])
def test_parts_nested_beyond_reason_do_no_harm(depth: int) -> None:
    if depth < 100:
        assert read(mails.nested(depth)).text == "# deep\n\nDeep words."
        return
    with contextlib.suppress(ExtractionError):
        assert read(mails.nested(depth)).title == "deep"


def test_a_flood_of_fields_does_no_harm() -> None:
    found = read(mails.many_fields(20_000))
    assert found.text.endswith("Words after the flood.")
    assert len(found.title) <= 300


def test_a_body_of_closings_and_marks_is_read_in_a_moment() -> None:
    assert body("Best,\n" * 30_000 + "From: x\n" * 30_000).kind == "email"


@pytest.mark.parametrize("wide", [True, False])
def test_a_mail_of_outlook_is_read_like_any_other(wide: bool, tmp_path: Path) -> None:
    found = read(mails.outlook(wide=wide), "a.msg", tmp_path)
    assert found.properties == {
        "subject": "Wärmepumpe",
        "sender": "Jürgen Weiß",
        "sender_address": "juergen@example.org",
        "recipients": "Zoë Ünal <zoe@example.org>",
        "message_id": "msg-1@example.org",
        "author": "Jürgen Weiß",
    }
    assert [block.kind for block in found.blocks] == ["heading", "paragraph", "code", "table"]
    assert [(member.path, member.media_type) for member in found.members] == [("attachments/Angebot.txt", "text/plain")]


def test_a_mail_is_told_by_its_fields_where_it_has_no_name() -> None:
    data = mails.written(mails.message("The kiln is repaired.\n"))
    assert extract(data, name="", media_type=None).kind == "email"
    assert extract(data, name="a", media_type="message/rfc822").kind == "email"
    note = b"From: the kitchen\nTo: all\nSubject: soup\n\nThe soup is ready."
    assert extract(note, name="", media_type=None).kind == "text"
