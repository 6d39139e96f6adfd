"""The words by which languages speak of time relative to the day of speaking."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TimeWords:
    """One language.

    `cue` finds an expression; its groups are (shift, weekday), (shift, unit), (count, counted), (towards, bare) for a
    weekday or weekend without more, or none for a day. A bare one is the last where `past` finds the tense, the next
    where `ahead` does, and stays open otherwise: a shop that closes on Sunday does so every week.
    `counts_weeks`: last Friday is the Friday of last week (Chinese, Korean), else the latest one gone by.
    `next_is_nearest`: next Friday is the first one to come (German), else the Friday of next week.
    """

    code: str
    cue: re.Pattern[str]
    shifts: Mapping[str, int] = field(default_factory=dict)
    weekdays: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    past: re.Pattern[str] = re.compile(r"(?!)")
    ahead: re.Pattern[str] = re.compile(r"(?!)")
    counts_weeks: bool = False
    next_is_nearest: bool = False

    def number(self, written: str) -> int:
        return int(written) if written.isdecimal() else self.numbers[written.casefold()]


# What dateparser does not know, in words it does.
PLAIN = {
    **dict.fromkeys(("tonight", "this morning", "this afternoon", "this evening"), "today"),
    **dict.fromkeys(("今晚", "今早", "今日"), "今天"),
    **dict.fromkeys(("昨晚", "昨日"), "昨天"),
    **dict.fromkeys(("明早", "明晚", "明日"), "明天"),
    **dict.fromkeys(("heute abend", "heute morgen"), "heute"),
    "last night": "yesterday",
    "gestern abend": "gestern",
    "어젯밤": "어제",
    "그저께": "2일 전",
    "모레": "2일 후",
}


def _numbered(names: str) -> dict[str, int]:
    return {name: index for index, names_of_day in enumerate(names.split(",")) for name in names_of_day.split()}


def _either(words: Mapping[str, object]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _english() -> TimeWords:
    shifts = {
        "last": -1,
        "past": -1,
        "previous": -1,
        "this": 0,
        "this past": -1,
        "next": 1,
        "coming": 1,
        "upcoming": 1,
        "this coming": 1,
    }
    weekdays = _numbered(
        "monday mon,tuesday tues tue,wednesday wed,thursday thurs thu,friday fri,saturday sat,sunday sun"
    )
    units = {unit: unit for unit in ("week", "weekend", "month", "year")}
    units |= {"day": "day", "days": "day", "weeks": "week", "months": "month", "years": "year"}
    numbers = {"a": 1, "an": 1, **_numbered("zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve")}
    cue = (
        r"\b(?:the day before yesterday|yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening)"
        rf"|(?P<shift>{_either(shifts)})\s+(?:(?P<weekday>{_either(weekdays)})|(?P<unit>week|weekend|month|year))"
        rf"|(?P<count>\d{{1,3}}|{_either(numbers)})\s+(?P<counted>days?|weeks?|months?|years?)\s+ago"
        rf"|(?P<towards>on|by|until|till)\s+(?P<bare>{_either(weekdays)})(?!,? (?:the )?\d))\b(?!'s\b)"
    )
    past = re.compile(
        r"\b(?:was|were|did|had|went|came|saw|met|got|took|gave|left|made|told|said|bought|sold|found|lost|sent|broke|fell"
        r"|ate|drove|flew|ran|won|paid|brought|\w+[^e\W]ed)\b"
    )
    ahead = re.compile(
        r"\b(?:by|until|till|will|going to|gonna|can|must|ha(?:s|ve) to|needs? to|due|starts?|begins?|arrives?|leaves?"
        r"|(?:is|are) \w+ing)\b|'ll\b"
    )
    compiled = re.compile(cue, re.IGNORECASE)
    return TimeWords("en", compiled, shifts, weekdays, units, numbers, past=past, ahead=ahead)


def _german() -> TimeWords:
    stems = {"letzt": -1, "vergangen": -1, "vorig": -1, "dies": 0, "nächst": 1, "kommend": 1}
    shifts = {stem + ending: shift for stem, shift in stems.items() for ending in ("e", "en", "er", "es", "em")}
    weekdays = _numbered("montag,dienstag,mittwoch,donnerstag,freitag,samstag sonnabend,sonntag")
    units = {"woche": "week", "wochenende": "weekend", "monat": "month", "jahr": "year"}
    units |= {"tag": "day", "tagen": "day", "wochen": "week", "monaten": "month", "jahren": "year"}
    numbers = {
        "einem": 1,
        "einer": 1,
        **_numbered("null,eins,zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf"),
    }
    cue = (
        r"\b(?:[Vv]orgestern|[Gg]estern(?: Abend)?|[Hh]eute(?: (?:Abend|Morgen))?|(?<![Aa]m )(?<![Gg]uten )(?:^Morgen"
        r"|morgen)|[Üü]bermorgen"
        rf"|(?i:(?P<shift>{_either(shifts)})\s+(?:(?P<weekday>{_either(weekdays)})|(?P<unit>woche|wochenende|monat"
        rf"|jahr)))"
        rf"|[Vv]or\s+(?P<count>\d{{1,3}}|{_either(numbers)})\s+(?P<counted>Tag(?:en)?|Wochen?|Monat(?:en)?"
        rf"|Jahr(?:en)?)|(?i:(?P<towards>am|ab|bis|bis zum)\s+(?P<bare>{_either(weekdays)}|wochenende))"
        r"(?!,? (?:den )?\d))\b"
    )
    past = re.compile(
        r"\b(?:war(?:en)?|hatten?|wurden?|kam(?:en)?|ging(?:en)?|gab|fand|rief)\b|[a-zäöüß]{3,}te\b"
        r"|\b(?!geschlossen|geöffnet)(?:[a-zäöüß]*ge[a-zäöüß]{2,}|(?:ver|be|er|ent|zer)[a-zäöüß]{2,}|[a-zäöüß]{2,}ier)(?:t|en)(?=[.,;!]|$)"
    )
    ahead = re.compile(r"^(?!.*\b(?:[Ii]mmer|[Jj]ede[nrsm]?|stets|geschlossen|geöffnet|zu)\b)")
    compiled = re.compile(cue)
    return TimeWords("de", compiled, shifts, weekdays, units, numbers, past=past, ahead=ahead, next_is_nearest=True)


def _chinese() -> TimeWords:
    shifts = {
        **dict.fromkeys(("上上", "前"), -2),
        **dict.fromkeys(("上", "上个", "上個", "去"), -1),
        **dict.fromkeys(("这", "這", "这个", "這個", "本", "今"), 0),
        **dict.fromkeys(("下", "下个", "下個", "明"), 1),
        **dict.fromkeys(("下下", "后"), 2),
    }
    days = "一,二,三,四,五,六,日 天"
    weekdays = {
        prefix + day: index for day, index in _numbered(days).items() for prefix in ("周", "週", "星期", "礼拜", "禮拜")
    }
    units = {
        "周": "week",
        "週": "week",
        "星期": "week",
        "礼拜": "week",
        "周末": "weekend",
        "週末": "weekend",
        "月": "month",
        "年": "year",
    }
    units |= {"天": "day", "日": "day", "个星期": "week", "个月": "month", "個月": "month"}
    numbers = {"两": 2, "兩": 2, **_numbered("零,一,二,三,四,五,六,七,八,九,十,十一,十二")}
    cue = (
        r"大?前天|昨[天日晚]|今[天日晚早]|明[天日早晚]|大?后天"
        rf"|(?P<shift>上上|下下|上个|上個|下个|下個|这个|這個|[上这這本下](?!面|述|次|午|文)"
        rf"|[去前今明后](?=年))(?:(?P<weekday>{_either(weekdays)})"
        r"|(?P<unit>周末|週末|周(?![一二三四五六日天])|週(?![一二三四五六日天])|星期(?![一二三四五六日天])"
        r"|礼拜(?![一二三四五六日天])|月|年(?!级|度)))"
        rf"|(?P<count>\d{{1,3}}|{_either(numbers)})(?P<counted>天|日|周|个星期|个月|個月|年)(?:之?前|以前)(?!的?\d)"
    )
    return TimeWords("zh", re.compile(cue), shifts, weekdays, units, numbers, counts_weeks=True)


def _korean() -> TimeWords:
    shifts = {
        **dict.fromkeys(("지난", "지난주", "지난 주", "저번", "저번주", "저번 주", "작"), -1),
        **dict.fromkeys(("이번", "이번주", "이번 주", "올"), 0),
        **dict.fromkeys(("다음", "다음주", "다음 주", "내"), 1),
    }
    weekdays = {day + "요일": index for day, index in _numbered("월,화,수,목,금,토,일").items()}
    units = {
        "주": "week",
        "주말": "weekend",
        "달": "month",
        "해": "year",
        "년": "year",
        "일": "day",
        "개월": "month",
        "주일": "week",
    }
    numbers = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7}
    cue = (
        r"그저께|어젯밤|어제|오늘|내일|모레"
        rf"|(?P<shift>(?:지난|저번|이번|다음)(?:\s?주(?=\s*[월화수목금토일]요일))?|작(?=년)|올(?=해)"
        rf"|내(?=년))\s*(?:(?P<weekday>{_either(weekdays)})|(?P<unit>주말|주|달|해|년))"
        rf"|(?P<count>\d{{1,3}}|{_either(numbers)})\s*(?P<counted>주일|일|주|달|개월|년)\s*전"
    )
    return TimeWords("ko", re.compile(cue), shifts, weekdays, units, numbers, counts_weeks=True)


def _by_dateparser(code: str, days: str) -> TimeWords:
    """A language of which only the plain days are known."""
    return TimeWords(code, re.compile(rf"\b(?:{days})\b", re.IGNORECASE))


_LANGUAGES = {
    words.code: words
    for words in (
        _english(),
        _german(),
        _chinese(),
        _korean(),
        _by_dateparser("fr", "avant-hier|hier|aujourd'hui|demain|après-demain"),
        _by_dateparser("es", "anteayer|ayer|hoy|mañana"),
        _by_dateparser("it", "ieri|oggi|domani"),
        _by_dateparser("pt", "ontem|hoje|amanhã"),
        _by_dateparser("nl", "eergisteren|gisteren|vandaag|morgen"),
    )
}


def of_language(code: str) -> TimeWords | None:
    """The words of an ISO 639-1 code, if they are known."""
    return _LANGUAGES.get(code)
