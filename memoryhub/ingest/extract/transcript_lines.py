"""Chats written as lines: `Name: text`, `Name：text`, `[10:03] Ann: text`, `2026-11-20 10:03 - Ann: text`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time

from memoryhub.ingest.extract import dating
from memoryhub.ingest.extract.utterance import Utterance

DATE = r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}[日号]?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
STAMP = rf"(?:(?P<day>{DATE})[T,，]?\s*)?(?P<clock>{CLOCK})?"
_NAME_END = r"\s:：\[\]()（）。，！？,!?;；/\"“”"
NAME = rf"[^\W\d_][^{_NAME_END}]*(?: [^{_NAME_END}]+){{0,2}}"
TURN = re.compile(
    rf"[ \t]*(?:[\[(【]?{STAMP}[\])】]?\s*(?:-\s+)?)"
    rf"(?:\*\*)?(?P<name>{NAME})(?:\*\*)?(?:\s*[\[(（](?P<late>{CLOCK})[\])）])?(?:\*\*)?"
    r"\s?[:：](?:\*\*)?[ \t\u3000]*(?=\S)"
)
HEADER = re.compile(
    rf"[ \t#=*—-]*(?:(?:session|conversation|会话|對話|对话)\s*\d*\s*[:：(（,-]?\s*)?(?P<day>{DATE})?[^\w]*$",
    re.IGNORECASE,
)
CHAT_NAME = re.compile(r"chat|transcript|conversation|dialog|聊天|对话|對話|会话", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?。！？…]['\"”]?$")
LONGEST_NAME = 40
# A label and a header stand at the start of a line; what is longer is not looked at, whatever it is made of.
LONGEST_LABEL = 120

# Labels of notes, forms, letters and questionnaires: whoever speaks in a chat is not called so.
_LABELS = """
note notes nb todo fixme warning caution important tip hint info example examples summary title author date time from
to cc bcc subject re fw name email e-mail phone address url link http https ftp file path tel version status priority
owner due deadline question answer q a pros cons pro con input output result results error step steps see source
sources tags category categories keywords abstract description location place price total key value type id ps p.s
agenda attendees goal goals problem solution context background update correction reminder remember never default usage
returns args parameters raises install requirements license risk risks decision decisions action hinweis achtung
wichtig anmerkung datum betreff von an frage antwort beispiel titel autor ort zeit fazit ergebnis korrektur 注意 备注
注 提示 警告 重要 标题 作者 日期 时间 地点 主题 来源 说明 例如 例 示例 总结 摘要 问题 答案 问 答 问题描述 结论 目标
步骤 输入 输出 结果 更正 提醒 优点 缺点 电话 地址 邮箱 状态 版本 类型 原因 背景 方案 참고 주의 제목 날짜 질문 답변 예
"""
LABELS = frozenset(_LABELS.split())


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, and the turn label at its start if it has one that may name a speaker."""

    start: int
    end: int
    text: str
    label: re.Match[str] | None

    @property
    def speaker(self) -> str:
        return self.label["name"] if self.label else ""

    @property
    def is_timed(self) -> bool:
        return bool(self.label and (self.label["clock"] or self.label["late"] or self.label["day"]))


def names_a_chat(name: str) -> bool:
    """Whether a file name says that this is a chat."""
    return bool(CHAT_NAME.search(name))


def is_chat(text: str, *, hinted: bool = False) -> bool:
    """The rule by which lines are taken for a chat, made to leave notes with a few `Note: ...` lines alone.

    Lines whose label is a word of notes, forms or letters count as unlabelled. Of the rest: the first line that is no
    session header is labelled; at least half of all lines are; there are two to forty speakers. From four turns on the
    speakers must recur (on average at least twice), or every turn bears a time. Two or three turns must bear times, or
    end mostly as sentences do. A file name that says chat stands in for the last two tests.
    """
    lines = [line for line in _lines(text[:200_000]) if line.text and not _header(line.text)]
    turns = [line for line in lines if line.label]
    speakers = Counter(line.speaker for line in turns)
    if not lines or not lines[0].label or len(turns) * 2 < len(lines) or not 2 <= len(speakers) <= 40:
        return False
    if hinted or all(line.is_timed for line in turns):
        return True
    if len(turns) >= 4:
        return len(turns) >= len(speakers) * 2
    return sum(bool(SENTENCE_END.search(line.text)) for line in turns) * 2 > len(turns)


def utterances(text: str) -> list[Utterance]:
    """The turns in order; lines without a label continue the turn before them, and what precedes the first is left
    out.
    """
    found: list[Utterance] = []
    day: date | None = None
    session = 1
    for line in _lines(text):
        header = _header(line.text)
        if header and not line.label:
            day = _day(header["day"]) or day
            session += bool(found) and found[-1].session == str(session)
        elif line.label:
            day = _day(line.label["day"]) or day
            found.append(_opened(line, line.label, day, str(session)))
        elif line.text and found:
            found[-1] = replace(found[-1], end=line.end)
    return found


def _header(line: str) -> re.Match[str] | None:
    return HEADER.fullmatch(line) if line and len(line) <= LONGEST_LABEL else None


def _lines(text: str) -> Iterator[_Line]:
    offset = 0
    for raw in text.split("\n"):
        stripped = raw.rstrip()
        label = TURN.match(stripped[:LONGEST_LABEL])
        if label and (
            label["name"].casefold() in LABELS
            or len(label["name"]) > LONGEST_NAME
            or stripped.startswith("//", label.end())
        ):
            label = None
        yield _Line(offset, offset + len(stripped), stripped, label)
        offset += len(raw) + 1


def _opened(line: _Line, label: re.Match[str], day: date | None, session: str) -> Utterance:
    start = line.start + label.end()
    return Utterance(
        speaker=label["name"],
        text=line.text[label.end() :],
        at=_at(day, label["clock"] or label["late"]),
        session=session,
        line_start=line.start,
        start=start,
        end=line.end,
    )


def _day(stated: str | None) -> date | None:
    if not stated:
        return None
    moment = dating.moment(re.sub(r"[年月./]", "-", stated).rstrip("日号-"))
    return moment.date() if moment else None


def _at(day: date | None, clock: str | None) -> datetime | None:
    """A clock time needs a day to be a moment; a day alone is its first minute."""
    if day is None:
        return None
    return datetime.combine(day, _clock(clock) if clock else time(), UTC)


def _clock(stated: str) -> time:
    hour, minute, *second = (int(part) for part in re.findall(r"\d+", stated))
    if half := re.search("[AaPp]", stated):
        hour = hour % 12 + (12 if half[0] in "Pp" else 0)
    return time(hour % 24, minute % 60, (second[0] if second else 0) % 60)
