"""Reads a Chinese sentence into a frame: a verb from a list parts it into subject and rest."""

from __future__ import annotations

import re

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.wordlists import either
from memoryhub.ingest.updates import values
from memoryhub.ingest.updates.model import Family, Frame, Slot, Tense, Word

DATE_IN_BRACKETS = re.compile(r"\s*[(（]\d{4}(?:-\d\d)?(?:-\d\d)?(?:/[\d-]+)?[)）]")
CUE = re.compile(r"(?:更正|纠正|勘误|订正|修正)(?:一下)?\s*[：:，,]\s*")
WEAK_CUE = re.compile(r"^(?:其实|事实上|准确地说|更新)\s*[：:，,]?\s*")
ENDED = re.compile(r"不再(?:是)?|再也不|已经不|早就不|不复")
_LISTED: dict[tuple[str, Family, Tense], str] = {
    ("是", "be", "present"): "是 为 等于 定在 定于 定为 安排在 设为 设在",
    ("叫", "be", "present"): "叫",
    ("在", "be", "present"): "在",
    ("改", "move", "past"): """
    改到 改为 改成 改在 推迟到 延期到 提前到 调整为 调整到 变更为 变成 换成 移到
    """,
    ("住在", "dwell", "present"): "住在 居住在 定居在 家住",
    ("位于", "dwell", "present"): "位于 坐落在 设于",
    ("搬到", "move", "past"): "搬到 搬去 搬回 搬至 迁到 迁至 迁往 搬往",
    ("喜欢", "like", "present"): "喜欢 喜爱 爱吃 爱喝 热爱 爱",
    ("讨厌", "dislike", "present"): "讨厌 厌恶 受不了 反感",
    ("负责", "hold", "present"): "负责 领导 管理 主管 带领 拥有",
    ("需要", "measure", "present"): "需要 花费 耗时 售价 价格 重 长 高",
    ("有", "measure", "present"): "有 养了 养着 养",
    ("始于", "measure", "present"): "开始于 结束于 始于 截止到 截止于",
    ("任职于", "employ", "present"): "任职于 就职于 供职于 加入 入职",
}
_VERBS = {form: meaning for meaning, listed in _LISTED.items() for form in listed.split()}
VERB = "|".join(sorted(_VERBS, key=len, reverse=True))
SPLIT = re.compile(
    rf"(?P<subject>[^，,。；;：:]{{1,24}}?)(?P<adverb>现在|目前|仍然?|还|也|已经?|又|都|刚刚?|最近|真的)*(?P<no>不"
    rf"|没有?|并非)?(?P<verb>{VERB})"
    r"(?P<done>了|回了)?(?P<rest>[^，,。；;]+)"
)
# These hold the character 在 or 有 but no verb.
MASKED = re.compile(
    r"负责人|管理[员层者]|领导人|主管人|现在|正在|存在|所在|实在|内在|外在|在线|在于|所有|只有|没有|拥有|私有|公有"
    r"|有限|有关|有效|因为|认为|作为|成为|行为|爱好|可爱|重要|长度|高度"
)
INDEFINITE = re.compile(
    r"一些|有些|某|每|各|多数|大多|所有|任何|几[个只位]|[两三四五六七八九十\d]+[个只位台]|一[个只位台]"
)
BOUND = re.compile(r"今[天日晚早]|昨[天日晚]|明[天日晚]|这周|本周|上周|下周|这个月|暂时|临时|正在|刚")
REPEATED = re.compile(r"每[周天月年个]|通常|常常|经常")
PRONOUN = re.compile(r"[它他她这那其]")
_COUNT = r"(?:\d[\d.,:]*|[零〇一二两三四五六七八九十百千万亿半]+)"
_HALVES = either("上午|下午|早上|晚上|中午|凌晨|傍晚")
VALUE = re.compile(
    rf"(?P<weekday>(?:周|星期|礼拜|週)[一二三四五六日天])|(?P<time>(?:{_HALVES})?{_COUNT}(?:点|時|时)(?:半|整"
    rf"|{_COUNT}分?)?|(?:{_HALVES})?\d{{1,2}}:\d{{2}}|{_HALVES})"
    rf"|(?P<date>(?:\d{{4}}年)?{_COUNT}月(?:{_COUNT}[日号])?|{_COUNT}[日号])|(?P<year>(?:19|20)\d\d年?)"
    rf"|(?P<number>{_COUNT})"
)


def frame(text: str) -> Frame | None:
    """The frame of the first clause of `text`, or None where its parts cannot be told apart."""
    text = DATE_IN_BRACKETS.sub("", text).strip()
    cue, text = _cut(text, CUE)
    weak, text = ("", text) if cue else _cut(text, WEAK_CUE)
    bound = bool(BOUND.search(text))
    ended, text = _cut(text, ENDED)
    match = SPLIT.match(_masked(text))
    if match is None:
        return None
    subject = text[match.start("subject") : match.end("subject")].strip().removesuffix("的").removesuffix("已经")
    said = text[match.start("rest") : match.end("rest")].strip()
    lemma, family, tense = _VERBS[match["verb"]]
    rest = _rest(said, in_place=family in {"dwell", "move"} or lemma == "在")
    if (
        not subject
        or PRONOUN.search(subject)
        or (match["verb"] == "在" and not any(word.slot == "place" for word in rest))
    ):
        return None
    return Frame(
        subject=re.sub(r"\s+", "", subject).lower(),
        verb=lemma,
        family=family,
        tense="past" if match["done"] and family == "move" else tense,
        rest=rest,
        is_definite=not INDEFINITE.match(subject),
        is_somebody=han.tagged(subject)[0][1].startswith("nr") and len(subject) <= 4,
        is_negated=bool(match["no"]),
        is_ended=bool(ended),
        cue=cue or weak,
        is_sure_cue=bool(cue),
        is_bound=bound,
        is_repeated=bool(REPEATED.search(text)),
        language="zh",
    )


def _cut(text: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    match = pattern.search(text)
    return (match[0].strip("：:，, "), text[: match.start()] + text[match.end() :]) if match else ("", text)


def _masked(text: str) -> str:
    """The text with words that only look like verbs blotted out, at the same length."""
    return MASKED.sub(lambda match: "■" * len(match[0]), text)


def _rest(said: str, *, in_place: bool) -> tuple[Word, ...]:
    words: list[Word] = []
    offset = 0
    for match in VALUE.finditer(said):
        words += _between(said[offset : match.start()], in_place=in_place)
        slot: Slot = match.lastgroup  # type: ignore[assignment]  # the groups of VALUE are named after slots
        words.append(Word(_value(match[0], slot), slot))
        offset = match.end()
    return (*words, *_between(said[offset:], in_place=in_place))


def _value(written: str, slot: Slot) -> str:
    return values.clock(written) if slot == "time" else values.number(written)


def _between(text: str, *, in_place: bool) -> list[Word]:
    text = text.strip("的了 ")
    if not text:
        return []
    tags = [tag for word, tag in han.tagged(text) if word.strip()]
    is_place = in_place and len(text) <= 12 and not any(tag.startswith(("v", "r", "d")) for tag in tags)
    return [Word(text.lower(), "place" if is_place else "")]
