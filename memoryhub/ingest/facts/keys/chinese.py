"""Chinese keys, from the segmenter's word classes: people by surname, places and titles, and compounds of nouns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.grammar.chinese_words import COPULAS
from memoryhub.ingest.facts.keys import english_words
from memoryhub.ingest.facts.keys.model import Context
from memoryhub.ingest.facts.model import KeyDraft, KeyKind
from memoryhub.ingest.facts.wordlists import words

SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
    "張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鍾範譚鄒陸顧龍萬錢湯喬賀賴龔"
)
TITLE = re.compile(r"《([^《》]{1,20})》")
# The segmenter takes 喝咖啡 for one noun; what ties memories together is the coffee.
DOING = re.compile(r"^[喝吃看学打玩听买写读弹做](?=\S{2,4}$)")
QUOTED = re.compile(r"[「“]([^「」“”，。；！]{2,10})[」”]")
PLACE_BEFORE = words("""
在 到 从 去 来自 住 住在 位于 于 往 回 搬到 搬 前往 至 抵达 家住 来 飞往 迁到 迁往 搬去 搬回
""")
PLACE_END = tuple("省市区县国州镇村路街岛港湾山河湖江海")
GENERIC = words("""
时候 时间 东西 问题 情况 方面 地方 事情 一点 部分 大家 人们 个人 别人 自己 方式 方法 时刻 期间 过程 结果 原因 内容 样子
意思 关系 程度 条件 目的 作用 用户 下面 上面 里面 外面 前面 后面 今天 昨天 明天 现在 目前 最近 以后 之前 之后 当时 同时
全部 所有 其他 其中 整体 本身 一般 人 事 点 年 月 日 天 次 种 件 位 名 条 个 只 本 层 处 根本 中心 关键 形式 形态 角度
层面 之间 之外 之内 意义 好处 坏处 特点 妙点 重点 要点 时期 当场 恶心 大部分 全部 整个 每句话 是因为 的话 核心 真实
原始 天然 现有 普通 官方 时 时会 汇报 中 上 里 后 前 内 外 下
""")
# Classes that may stand in a compound, and those a compound may end with.
NOUN = ("n", "vn", "l", "j", "nz", "b", "ng", "an")
HEAD = ("n", "vn", "nz", "j", "ng", "ns", "nr", "s")
# What makes a word out of what looks like a name: 高明之处, 易错点.
SUFFIXES = words("之 点 性 者 化 度")
LONGEST, LONGEST_WORD = 8, 5
SHORTEST_LATIN, MOST_LATIN = 2, 3


def terms(text: str, context: Context) -> Iterator[KeyDraft]:
    """The candidate keys of one Chinese fact, in reading order within each kind."""
    known = sorted(context.people, key=len, reverse=True)
    yield from (KeyDraft(person, "name") for person in known if person in text)
    yield from (KeyDraft(title, "proper_noun") for title in TITLE.findall(text))
    yield from (KeyDraft(term, "concept") for term in QUOTED.findall(text) if not re.search(r"[我你他她]", term))
    for person in known:
        text = text.replace(person, "，")
    words = [(word, tag) for word, tag in han.tagged(text) if word.strip()]
    run: list[tuple[str, str]] = []
    for index, (word, tag) in enumerate([*words, ("。", "x")]):
        following = words[index + 1 : index + 3]
        is_part = bool(following) and following[0][0] in SUFFIXES
        kind = None if is_part else _named(word, tag, words[index - 1][0] if index else "")
        if not kind and _extends(run, word, tag, following):
            run.append((word, tag))
            continue
        yield from _keys(run)
        run = [(word, tag)] if not kind and _extends([], word, tag, following) else []
        if kind:
            yield KeyDraft(word, kind)


def _named(word: str, tag: str, before: str) -> KeyKind | None:
    """Whether the word is a person's name or that of a place or organisation."""
    # A word the segmenter does not know is mostly somebody's name, if it begins as one.
    is_rare = tag == "x" and len(word) <= 3 and bool(han.HAN.match(word))
    if (tag.startswith("nr") or is_rare) and 2 <= len(word) <= 4 and word[0] in SURNAMES:
        return "name"
    return "proper_noun" if _is_place(word, tag, before) else None


def _is_place(word: str, tag: str, before: str) -> bool:
    if tag not in {"ns", "nt", "nrt", "nr"} or len(word) < 2:
        return False
    return tag == "nt" or before in PLACE_BEFORE or (tag == "ns" and word.endswith(PLACE_END))


def _extends(run: Sequence[tuple[str, str]], word: str, tag: str, following: Sequence[tuple[str, str]]) -> bool:
    """Whether the word goes on a run of Latin words, or of Chinese ones that make a compound noun.

    A verb opens a compound only where nothing else can be meant: 值班频道是...
    """
    if tag == "eng":
        return not run or run[-1][1] == "eng"
    if not han.HAN.match(word) or (run and run[-1][1] == "eng") or word in GENERIC or len(word) > LONGEST_WORD:
        return False
    if tag in NOUN or (tag in {"ns", "nr"} and len(word) > 1) or (tag == "s" and run):
        # Two nouns of one sign each make one word: 猫粮.
        doubles = bool(following) and len(following[0][0]) == 1 and following[0][1].startswith("n")
        return len(word) > 1 or bool(run) or doubles
    opens = len(following) == 2 and following[0][1].startswith("n") and following[1][0] in COPULAS
    return tag == "v" and len(word) == 2 and opens and not run


def _keys(run: Sequence[tuple[str, str]]) -> Iterator[KeyDraft]:
    if not run:
        return
    if run[0][1] == "eng":
        yield from _latin([word for word, _ in run])
        return
    while run and (run[-1][1] not in HEAD or len("".join(word for word, _ in run)) > LONGEST):
        run = run[:-1] if run[-1][1] not in HEAD else run[1:]
    text = DOING.sub("", "".join(word for word, _ in run))
    if len(text) > 1:
        yield KeyDraft(text, "concept")


def _latin(words: Sequence[str]) -> Iterator[KeyDraft]:
    """Latin words among Chinese ones: small letters make a concept, anything else is the name of something."""
    text = " ".join(words)
    is_small = all(word.isalpha() and word.islower() for word in words)
    is_odd = any(len(word) < SHORTEST_LATIN or word.lower() in english_words.STOP for word in words)
    if not is_odd and len(words) <= MOST_LATIN:
        yield KeyDraft(text, "concept" if is_small else "proper_noun")
