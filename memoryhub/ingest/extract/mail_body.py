"""Who wrote which lines of a mail: the sender's own words, history quoted below or between them, and the signature."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

Label = Literal["own", "quoted", "signature"]

# Who wrote the lines that follow, as programs say it; it may run over two or three lines.
ATTRIBUTION = re.compile(
    r"(?:on\b.{6,300}\bwrote|am\b.{6,300}\bschrieb\b.{0,120}|le\b.{6,300}\ba écrit|el\b.{6,300}\bescribió"
    r"|il\b.{6,300}\bha scritto|em\b.{6,300}\bescreveu|op\b.{6,300}\bschreef\b.{0,120}|den\b.{6,300}\bskrev\b.{0,120}"
    r"|.{6,300}\b(?:пишет|написал|написал\([^)]\)|написал[^\s]{1,3})|[在于於].{4,200}(?:写道|寫道)|.{4,200}のメール|.{4,200}書きました"
    r"|.{4,200}(?:님이|작성|썼습니다).{0,20}|.{4,200}(?:كتب|כתב|כתבה).{0,120}"
    r"|.{4,200}\d{1,2}:\d{2}.{0,100}<[^<>\s]+@[^<>\s]+>)\s?[:：]",
    re.IGNORECASE | re.DOTALL,
)
DATED = re.compile(r"[\d@]")
ATTRIBUTION_END = re.compile(r"[:：]$")
LONGEST_ATTRIBUTION = 3
# The head of a mail that Outlook and its like set over the history.
HEAD_FROM = re.compile(r"(?:from|von|de|da|van|от|发件人|寄件者|寄件人|差出人|보낸\s?사람)\s?[:：]\s*\S", re.IGNORECASE)
HEAD_NEXT = re.compile(
    r"(?:sent|date|to|gesendet|datum|an|envoyé|à|enviado|para|inviato|a|verzonden|aan|отправлено|кому|дата"
    r"|发送时间|日期|时间|收件人|送信日時|日時|宛先|寄件日期|收件者|보낸\s?날짜|날짜|받는\s?사람)\s?[:：]",
    re.IGNORECASE,
)
BELOW = re.compile(
    r"-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht"
    r"|message d'origine|mensaje original|原始邮件|转发的邮件|轉寄的郵件|원본 메시지|転送メッセージ"
    r"|forwarded by .{1,80})\s?-*"
    r"|begin forwarded message:|anfang der weitergeleiteten nachricht:|_{20,}",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"(?:(?:best|kind|kindest|warm|warmest|many|with (?:best|kind|warm)) (?:regards|wishes|thanks)|regards|best|cheers"
    r"|thanks(?: again| a lot| so much)?|thank you(?: very much| so much)?|sincerely(?: yours)?"
    r"|yours(?: sincerely| truly| faithfully)?|all the best|take care|love|lg|vg|mfg|grüße|gruß"
    r"|mit (?:freundlichen|besten|herzlichen|lieben) grüßen|(?:viele|liebe|beste) gruesse"
    r"|(?:viele|liebe|beste|schöne|herzliche|freundliche) grüße|cordialement|bien cordialement|bien à vous"
    r"|saludos(?: cordiales)?|atentamente|cordiali saluti|atenciosamente|abraços|met vriendelijke groet(?:en)?"
    r"|\w уважением|всего доброго|此致|敬礼|此致敬礼|祝好|顺祝商祺|顺颂商祺|谢谢|謝謝|敬上"
    r"|よろしくお願いいたします|よろしくお願いします|敬具|감사합니다|감사드립니다|드림)[\s,.!，。！~]*",
    re.IGNORECASE,
)
SENT_WITH = re.compile(
    r"(?:sent from my|sent via|get outlook for|gesendet von (?:meinem|mein)|von meinem \w+ gesendet|envoyé de mon"
    r"|enviado desde mi|发自我的|從我的|나의 \w+에서 보냄|iphoneから送信).{0,80}",
    re.IGNORECASE,
)
POSTSCRIPT = re.compile(r"p\.?\s?s\.?\s?[:.]?\s", re.IGNORECASE)
NOTICE = re.compile(
    r"confidential|intended recipient|disclaimer|unsubscribe|vertraulich|sitz der gesellschaft|handelsregister"
    r"|geschäftsführer|registered (?:office|in)|保密|机密|机密性|免责",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[.!?。！？…]\s*$")
NO_SENTENCE = re.compile(r"[|•@]|\b(?:ltd|inc|co|corp|llc|e\.v|dr|jr)\.$", re.IGNORECASE)
LONGEST_SIGNATURE, LONGEST_SIGNATURE_LINE = 40, 100
MARKS = re.compile(r"\*\*|__|^[\s>]*(?=\S)|\\(?=[\W_])")


def parts(text: str) -> Iterator[tuple[Label, int, int]]:
    """Runs of lines of one kind: label, start and end in `text`; blank lines at their ends belong to none."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for label, run in groupby(zip(_labels(lines), range(len(lines)), strict=True), key=lambda pair: pair[0]):
        filled = [number for _, number in run if lines[number].strip()]
        if filled:
            first, last = filled[0], filled[-1]
            yield label, starts[first], starts[last] + len(lines[last].rstrip())


def _labels(lines: Sequence[str]) -> list[Label]:
    """One label for each line; a blank line is as the line before it."""
    labels: list[Label] = []
    bare = [MARKS.sub("", line).strip() for line in lines]
    while len(labels) < len(lines):
        at = len(labels)
        if lines[at].lstrip().startswith(">"):
            labels.append("quoted")
        elif _history_starts(bare, at):
            labels += ["quoted"] * (len(lines) - at)
        elif count := _attribution(bare, at):
            # Programs that do not mark the lines they quote put them below all else.
            is_marked = next((line.lstrip().startswith(">") for line in lines[at + count :] if line.strip()), True)
            labels += ["quoted"] * (count if is_marked else len(lines) - at)
        elif count := _signature(bare, lines, at):
            labels += ["signature"] * count
        elif not bare[at]:
            labels.append(labels[-1] if labels else "own")
        else:
            labels.append("own")
    return labels


def _history_starts(bare: Sequence[str], at: int) -> bool:
    line = bare[at][:200]
    if BELOW.fullmatch(line):
        # A mere rule is one only with a head below it.
        return not line.startswith("____") or any(map(HEAD_FROM.match, bare[at + 1 : at + 4]))
    if not HEAD_FROM.match(line):
        return False
    return sum(bool(HEAD_NEXT.match(following)) for following in bare[at + 1 : at + 6]) >= 2


def _attribution(bare: Sequence[str], at: int) -> int:
    """How many lines from here on say who wrote what follows."""
    if not bare[at]:
        return 0
    for count in range(1, LONGEST_ATTRIBUTION + 1):
        lines = bare[at : at + count]
        if len(lines) < count or not lines[-1]:
            return 0
        if ATTRIBUTION_END.search(lines[-1]):
            said = " ".join(lines)[:600]
            return count if ATTRIBUTION.fullmatch(said) and DATED.search(said) else 0
    return 0


def _signature(bare: Sequence[str], lines: Sequence[str], at: int) -> int:
    """How many lines from here on are the signature: what follows a mark or a closing and is no sentence."""
    if lines[at].rstrip("\r") in {"-- ", "--"}:
        return _until_other(bare, lines, at + 1) - at
    if SENT_WITH.fullmatch(bare[at][:200]):
        return 1
    if not CLOSING.fullmatch(bare[at][:60]):
        return 0
    end = _until_other(bare, lines, at + 1, furthest=LONGEST_SIGNATURE)
    for number in range(at + 1, end):
        if NOTICE.search(bare[number][:500]):
            return _until_other(bare, lines, at + 1) - at
        if not _is_signature_line(bare[number]):
            # Words after the name, without a mark of their own: they begin where their paragraph does.
            start = number
            while start > at and bare[start - 1]:
                start -= 1
            return start - at if start > at + 1 else 0
    return end - at


def _until_other(bare: Sequence[str], lines: Sequence[str], start: int, *, furthest: int | None = None) -> int:
    """The first line from `start` on at which history or a postscript begins, or the line after the last looked at."""
    last = len(lines) if furthest is None else min(start + furthest, len(lines))
    for number in range(start, last):
        is_quoted = lines[number].lstrip().startswith(">") or _history_starts(bare, number)
        if is_quoted or _attribution(bare, number) or POSTSCRIPT.match(bare[number]):
            return number
    return last


def _is_signature_line(line: str) -> bool:
    if len(line) > LONGEST_SIGNATURE_LINE:
        return False
    is_long = len(line.split()) >= 5 or (not line.isascii() and len(line) >= 12)
    return not (SENTENCE.search(line) and is_long) or bool(NO_SENTENCE.search(line))
