"""Makers of mails, sound and broken."""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from tests.ingest.files.compound import compound
from tests.ingest.files.sample import Sample

SENT = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)
CRLF = policy.SMTP


def message(
    text: str = "",
    *,
    subject: str = "Boiler",
    sender: str = "Ada Lovelace <ada@example.org>",
    to: str = "Ben Okri <ben@example.org>",
    number: int = 1,
) -> EmailMessage:
    """A mail with the fields that every program writes."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = format_datetime(SENT)
    mail["Message-ID"] = f"<{number}@example.org>"
    if text:
        mail.set_content(text)
    return mail


def written(mail: EmailMessage) -> bytes:
    """The mail as it goes over the wire."""
    return mail.as_bytes(policy=CRLF)


def with_attachments() -> EmailMessage:
    """A mail in two forms, with a text file, a table in Chinese and a picture attached."""
    mail = message("Hi Ben,\n\nthe boiler in Kiel was replaced on Tuesday.\n\nBest regards,\nAda\n")
    mail.add_alternative("<p>the boiler in <b>Kiel</b> was replaced on Tuesday.</p>", subtype="html")
    mail.add_attachment("Warranty ends in 2031.\n", filename="warranty.txt")
    mail.add_attachment("名称,价格\n锅炉,900\n".encode("gb18030"), maintype="text", subtype="csv", filename="价格.csv")
    mail.add_attachment(b"\x89PNG\r\n", maintype="image", subtype="png", filename="boiler.png")
    return mail


def html_only() -> EmailMessage:
    """A mail of a newsletter program, in German, without a plain form."""
    mail = message(subject="Einladung zur Führung", sender="Käthe Groß <kaethe@example.org>")
    rows = "<tr><td>Ort</td><td>Zeche Zollern</td></tr><tr><td>Uhrzeit</td><td>14 Uhr</td></tr>"
    mail.set_content(
        "<html><head><style>p{color:red}</style></head><body><h2>Führung</h2><p>Die Führung durch die Zeche Zollern"
        f" beginnt um 14 Uhr am Haupteingang.</p><table>{rows}</table><img src='cid:logo' alt='Logo'>"
        "<script>alert(1)</script></body></html>",
        subtype="html",
    )
    return mail


def raw(head: str, body: bytes, charset: str = "utf-8") -> bytes:
    """A mail with raw bytes in its fields, as old programs write them."""
    return head.replace("\n", "\r\n").encode(charset) + b"\r\n\r\n" + body


def chinese_8bit() -> bytes:
    """A mail in GBK, its fields not encoded at all."""
    head = (
        "From: 李雷 <lilei@example.cn>\nTo: han@example.cn\nSubject: 会议安排\nDate: Tue, 3 Nov 2026 17:30:00 +0800\n"
        "Message-ID: <2@example.cn>\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: 8bit"
    )
    return raw(head, "会议改到星期四下午三点,在静安寺的办公室。\r\n".encode("gb18030"), "gb18030")


def arabic() -> EmailMessage:
    """A mail from right to left."""
    return message("الاجتماع يوم الأحد في مكتب الإسكندرية.\n", subject="موعد الاجتماع", sender="منى <mona@example.eg>")


def nested(depth: int) -> bytes:
    """A mail with so many multiparts in each other."""
    head = b"From: a@example.org\r\nSubject: deep\r\nMIME-Version: 1.0\r\n"
    parts = [f'Content-Type: multipart/mixed; boundary="b{level}"\r\n\r\n--b{level}\r\n' for level in range(depth)]
    return head + "".join(parts).encode() + b"Content-Type: text/plain\r\n\r\nDeep words.\r\n"


def many_fields(count: int) -> bytes:
    """A mail with a great many fields, and one of a megabyte."""
    fields = "".join(f"X-Field-{number}: {'=?utf-8?q?=41?=' * 8}\r\n" for number in range(count))
    long = "Subject: " + "=?utf-8?b?QQ==?= " * 60_000 + "\r\n"
    return (fields + long + "To: " + "a@b.c, " * 60_000 + "\r\n\r\nWords after the flood.\r\n").encode()


def outlook(*, wide: bool = True, code_page: int = 1252) -> bytes:
    """A mail as Outlook saves it, with a recipient and an attachment; in Unicode, or in a code page."""
    kind, codec = ("001F", "utf-16-le") if wide else ("001E", f"cp{code_page}")

    def texts(folder: str, **properties: str) -> dict[str, bytes]:
        return {f"{folder}__substg1.0_{tag[1:]}{kind}": text.encode(codec) for tag, text in properties.items()}

    ticks = int((SENT - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10**7
    fixed = struct.pack("<HHIQ", 0x40, 0x39, 6, ticks) + struct.pack("<HHIQ", 3, 0x3FFD, 6, code_page)
    body = "Die Wärmepumpe für Flensburg wird im März geliefert.\r\n\r\nViele Grüße\r\nJürgen Weiß\r\n"
    return compound(
        {
            "__properties_version1.0": bytes(32) + fixed,
            **texts("", t0037="Wärmepumpe", t0C1A="Jürgen Weiß", t5D01="juergen@example.org", t1000=body),
            **texts("", t1035="<msg-1@example.org>"),
            **texts("__recip_version1.0_#00000000/", t3001="Zoë Ünal", t39FE="zoe@example.org"),
            **texts("__attach_version1.0_#00000000/", t3707="Angebot.txt", t370E="text/plain"),
            "__attach_version1.0_#00000000/__substg1.0_37010102": b"Das Angebot gilt bis Juni.",
        }
    )


def mbox(*mails: bytes) -> bytes:
    """A mailbox of the given mails; lines that begin as its own mark are marked."""
    box = b""
    for mail in mails:
        text = mail.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ")
        box += b"From MAILER-DAEMON Tue Nov  3 09:30:00 2026\n" + text.rstrip(b"\n") + b"\n\n"
    return box


def samples() -> list[Sample]:
    """Mails as people have them, and broken ones."""
    boiler = ("When was the boiler in Kiel replaced?", "the boiler in Kiel was replaced on Tuesday.")
    tour = (
        "Wann beginnt die Führung durch die Zeche Zollern?",
        "Die Führung durch die Zeche Zollern beginnt um 14 Uhr",
    )
    meeting = ("会议改到什么时候？", "会议改到星期四下午三点,在静安寺的办公室。")
    sunday = ("متى الاجتماع؟", "الاجتماع يوم الأحد في مكتب الإسكندرية.")
    pump = ("Wann wird die Wärmepumpe geliefert?", "Die Wärmepumpe für Flensburg wird im März geliefert.")
    first = written(message("The locksmith in Aarhus asked for 420 kroner.\n", subject="Lock", number=7))
    second = written(message("From now on the pool opens at seven.\n", subject="Pool", number=8))
    return [
        Sample("boiler.eml", written(with_attachments()), "email", *boiler),
        Sample("einladung.eml", written(html_only()), "email", *tour),
        Sample("会议.eml", chinese_8bit(), "email", *meeting),
        Sample("arabic.eml", written(arabic()), "email", *sunday),
        Sample("pumpe.msg", outlook(), "email", *pump),
        Sample(
            "archive.mbox",
            mbox(first, second),
            "mailbox",
            "What did the locksmith in Aarhus ask for?",
            "The locksmith in Aarhus asked for 420 kroner.",
        ),
        Sample("deep.eml", nested(1000), "email", error_code="broken_file"),
        Sample("bytes.eml", bytes(range(256)) * 8, "email", error_code="broken_file"),
        Sample("cut.msg", outlook()[:700], "email", error_code="broken_file"),
        Sample("empty.mbox", b"Nothing here\n\nis a mail.\n", "mailbox", error_code="broken_file"),
    ]
