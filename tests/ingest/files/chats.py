"""Makers of chats as programs export them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.ingest.files.archives import zipped
from tests.ingest.files.sample import Sample

# 3 November 2026, 09:30 in UTC.
SENT = 1_793_698_200
Said = tuple[str, str]


def encoded(value: Any) -> bytes:
    """The value as exports write it."""
    return json.dumps(value, ensure_ascii=False).encode()


def gpt_node(key: str, parent: str | None, role: str, words: Any, **message: Any) -> dict[str, Any]:
    """A node of ChatGPT's tree; `words` are the text, or the content as it is."""
    content = {"content_type": "text", "parts": [words]} if isinstance(words, str) else words
    known = {"id": key, "author": {"role": role}, "create_time": SENT + int(key) * 60.0, "content": content}
    return {"id": key, "parent": parent, "children": [], "message": known | message}


def gpt(title: str, *nodes: dict[str, Any], current: str | None = None, key: str = "") -> dict[str, Any]:
    """A conversation of ChatGPT; without a current node its last message is looked for."""
    mapping = {node["id"]: node for node in nodes}
    for node in nodes:
        if node["parent"] in mapping:
            mapping[node["parent"]]["children"].append(node["id"])
    root = {"id": "root", "message": None, "parent": None, "children": [nodes[0]["id"]]}
    found = {"title": title, "create_time": float(SENT), "mapping": {"root": root} | mapping}
    return found | {"current_node": current, "conversation_id": key or f"gpt-{title.lower()}"}


def gpt_talk(title: str, *said: Said) -> dict[str, Any]:
    """A conversation without branches."""
    parents = ["root", *map(str, range(1, len(said)))]
    nodes = [gpt_node(str(at), parents[at - 1], role, words) for at, (role, words) in enumerate(said, start=1)]
    return gpt(title, *nodes, current=str(len(said)))


def claude_talk(title: str, *said: tuple[str, Any], key: str = "") -> dict[str, Any]:
    """A conversation of Claude; what is said is text, or a list of content blocks."""
    messages = []
    for minute, (sender, words) in enumerate(said):
        message: dict[str, Any] = {"uuid": f"m{minute}", "sender": sender, "text": words, "content": []}
        if not isinstance(words, str):
            message |= {"text": "This block is not supported on your current device yet.", "content": words}
        messages.append(message | {"created_at": f"2026-11-03T09:{minute:02}:00.000000Z", "attachments": []})
    return {"uuid": key or f"claude-{title.lower()}", "name": title, "chat_messages": messages}


def telegram_chat(name: str, *said: tuple[str, Any], key: int = 1) -> dict[str, Any]:
    """A chat of Telegram Desktop, in a zone three hours ahead of UTC; it begins with a note of the program."""
    service = {"id": 0, "type": "service", "date": "2026-11-03T12:29:00", "actor": name, "action": "create_group"}
    messages: list[dict[str, Any]] = [service]
    for minute, (sender, words) in enumerate(said):
        moment = {"date": f"2026-11-03T12:{30 + minute}:00", "date_unixtime": str(SENT + minute * 60)}
        messages.append({"id": minute + 1, "type": "message", **moment, "from": sender, "text": words})
    return {"name": name, "type": "personal_chat", "id": key, "messages": messages}


WHATSAPP_EN = """\
[12/31/23, 10:15:03\u202fPM] Harbour crew: \u200eMessages and calls are end-to-end encrypted. Only you can read them.
[12/31/23, 10:15:03\u202fPM] Mina Park: I moved to Busan last week.
My flat is near the harbour.
\u200e[12/31/23, 10:16:40\u202fPM] Joon: \u200eimage omitted
[12/31/23, 10:17:10\u202fPM] ~\u202fJoon: Lovely: send pictures! \u200e<This message was edited>
[1/2/24, 9:00:00\u202fAM] Mina Park: The rent is 900 euros.
"""
WHATSAPP_DE = """\
31.12.23, 22:15 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand kann mitlesen.
31.12.23, 22:15 - Mina hat den Betreff von „Fest: alt“ zu „Fest: neu“ geändert.
31.12.23, 22:16 - Mina: Ich habe eine Allergie gegen Haselnüsse.
31.12.23, 22:17 - +49 170 1234567: <Medien ausgeschlossen>
31.12.23, 22:18 - +49 170 1234567: Danke, das merke ich mir.
01.01.24, 00:03 - Mina: Frohes neues Jahr!
"""
WHATSAPP_ZH = """\
[2023/12/31 下午10:15:03] 李雷: \u200e消息和通话均受端到端加密。
[2023/12/31 下午10:16:03] 李雷: 我上个月搬到了青岛。
[2023/12/31 下午10:17:00] 韩梅梅: \u200e图像已忽略
[2024/1/1 上午9:05:00] 韩梅梅: 太好了，我下周去看你。
"""
WHATSAPP_KO = """\
2023. 12. 31. 오후 10:15 - 메시지와 통화는 종단간 암호화되어 있습니다.
2023. 12. 31. 오후 10:15 - 민수: 저는 지난달에 부산으로 이사했어요.
2023. 12. 31. 오후 10:16 - 지은: <미디어 파일 제외됨>
2024. 1. 1. 오전 12:05 - 지은: 새해 복 많이 받으세요!
"""
TELEGRAM_TEXT = """\
Olena, [31.12.2023 22:15]
I bought a cello in Lviv.
It is a hundred years old.

Taras 🎸, [31.12.2023 22:16]
[In reply to Olena]
How much was it?

Olena, [31.12.2023 22:17]
[ Photo ]

Olena, [01.01.2024 00:02]
Two thousand euros.
"""


def slack(*, top: str = "", extra: Mapping[str, bytes] | None = None) -> bytes:
    """A workspace of two channels and a direct talk, with a thread that goes on the next day."""
    users = [
        {"id": "U1", "name": "ada", "profile": {"real_name": "Ada Lovelace", "display_name": ""}},
        {"id": "U2", "name": "ben", "real_name": "Benjamin Okri", "profile": {"display_name": "Ben"}},
        {"id": "U9", "name": "deploybot", "is_bot": True, "profile": {"real_name": "Deploy"}},
    ]
    monday = [
        slack_message("U1", 0, "<@U1> has joined the channel", subtype="channel_join"),
        slack_message(
            "U1", 1, "<@U2> the press in Leeds needs new rollers &amp; oil, see <https://x.org/r|the order>."
        ),
        slack_message("U2", 2, "Lunch? <!here> in <#C2|random>"),
        slack_message("U9", 3, "deployed 1.2.3"),
        slack_message("", 4, "build failed", subtype="bot_message", bot_id="B1"),
    ]
    tuesday = [
        slack_message("U2", 24 * 60, "I ordered the rollers.", thread_ts=f"{SENT + 60}.000100"),
        slack_message("U2", 24 * 60 + 1, "Good morning."),
    ]
    direct = [slack_message("U2", 5, "My birthday is on 4 May.")]
    files = {
        "users.json": encoded(users),
        "channels.json": encoded([{"id": "C1", "name": "general"}, {"id": "C2", "name": "random"}]),
        "dms.json": encoded([{"id": "D0123456", "members": ["U1", "U2"]}]),
        "general/2026-11-03.json": encoded(monday),
        "general/2026-11-04.json": encoded(tuesday),
        "random/2026-11-03.json": encoded([slack_message("U9", 0, "tick")]),
        "D0123456/2026-11-03.json": encoded(direct),
        "integration_logs.json": encoded([]),
    }
    return zipped({top + name: data for name, data in (files | dict(extra or {})).items()})


def slack_message(user: str, minute: int, text: str, **more: str) -> dict[str, str]:
    """A message so many minutes after `SENT`."""
    return {"type": "message", "user": user, "text": text, "ts": f"{SENT + minute * 60}.000100", **more}


def samples() -> list[Sample]:
    """Exports as people have them, and broken ones."""
    return [*_of_programs(), *_of_phones(), *_broken()]


def _oven_and_trip() -> list[dict[str, Any]]:
    oven = gpt_talk("Oven", ("user", "My oven in Porto is from 1987."), ("assistant", "Noted."))
    return [oven, gpt_talk("Trip", ("user", "I fly to Tromsø in March."), ("assistant", "Have fun."))]


def _of_programs() -> list[Sample]:
    oven_and_trip = _oven_and_trip()
    piano = claude_talk("Piano", ("human", "I restore pianos in Graz."), ("assistant", "How nice."))
    choir = claude_talk("Choir", ("human", "Our choir meets on Thursdays."), ("assistant", "I see."))
    tram = telegram_chat("Taras", ("Olena", "My tram line in Odesa is number five."), ("Taras", "Mine too."))
    family = telegram_chat("Family", ("Olena", "Grandfather turns eighty in June."), ("Taras", "True."), key=2)
    oven_said = ("How old is the oven in Porto?", "My oven in Porto is from 1987.")
    piano_said = ("What do I restore in Graz?", "I restore pianos in Graz.")
    tram_said = ("Which tram line in Odesa?", "My tram line in Odesa is number five.")
    rollers = "@Ben the press in Leeds needs new rollers & oil, see the order (https://x.org/r)."
    vendor = zipped({"conversations.json": encoded(oven_and_trip), "chat.html": b"<p>The same.</p>"})
    return [
        Sample("conversations.json", encoded(oven_and_trip), "chat_export", *oven_said),
        Sample("oven.json", encoded(oven_and_trip[:1]), "transcript", *oven_said),
        Sample("chatgpt.zip", vendor, "archive", *oven_said),
        Sample("claude.json", encoded([piano, choir]), "chat_export", *piano_said),
        Sample("piano.json", encoded([piano]), "transcript", *piano_said),
        Sample("result.json", encoded({"chats": {"list": [tram, family]}}), "chat_export", *tram_said),
        Sample("taras.json", encoded(tram), "transcript", *tram_said),
        Sample("slack.zip", slack(), "slack_export", "What does the press in Leeds need?", rollers),
    ]


def _of_phones() -> list[Sample]:
    english = ("Where is the flat?", "My flat is near the harbour.")
    german = ("Wogegen ist Mina allergisch?", "Ich habe eine Allergie gegen Haselnüsse.")
    chinese = ("李雷搬到了哪里？", "我上个月搬到了青岛。")
    korean = ("민수는 어디로 이사했나요?", "저는 지난달에 부산으로 이사했어요.")
    cello = ("Who bought a cello in Lviv?", "I bought a cello in Lviv.")
    return [
        Sample("WhatsApp Chat with Mina.txt", WHATSAPP_EN.encode(), "transcript", *english),
        Sample("whatsapp-de.txt", WHATSAPP_DE.encode(), "transcript", *german),
        Sample("_chat.txt", WHATSAPP_ZH.encode(), "transcript", *chinese),
        Sample("대화.txt", WHATSAPP_KO.encode(), "transcript", *korean),
        Sample("telegram.txt", TELEGRAM_TEXT.encode(), "transcript", *cello),
    ]


def _broken() -> list[Sample]:
    half_day = slack(extra={"general/2026-11-05.json": b"[{"})
    return [
        Sample("cut.json", encoded(_oven_and_trip())[:-30], "transcript", error_code="broken_json"),
        Sample("slack-cut.zip", slack()[:-50], "archive", error_code="broken_file"),
        Sample("slack-broken.zip", half_day, "slack_export", error_code="broken_json"),
    ]
