"""Chinese: which sentences state something by themselves, and the first person told in the third."""

from __future__ import annotations

import re

from memoryhub.ingest.facts import han
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice
from memoryhub.ingest.facts.wordlists import either, words

FEWEST, MOST = 5, 120
CORRECTION = re.compile(r"(?:更正|纠正|訂正|订正|修正|勘误)(?:一下)?\s*[：:，, ]")
_LEADS = either("""
嗯+|哦+|噢|啊+|哇+|呀|哈+|嘿|嗨|你好|大家好|早上好|晚上好|好的?|行|对了?|是的|是啊|没错|当然|其实|事实上|说实话|说真的
|老实说|坦白说|顺带一提|顺便说一句|另外|此外|而且|并且|但是|但|不过|可是|然而|所以|因此|于是|然后|接着|最后|首先|其次
|第[一二三四五]|再说|总之|总的来说|例如|比如|譬如|换句话说|也就是说|简单来说|具体来说|同时|与此同时|谢谢|抱歉|不好意思
|更正|纠正|勘误|修正|补充|准确地说|更新|更[^，。]{1,4}的是
""")
_JOINS = either("但是|不过|而且|所以|因此|于是|然而|此外|另外|并且|可是|但(?![愿凡])|而(?![是言且已])")
LEAD_IN = re.compile(rf"{_LEADS}(?:一下)?\s*[，,：:、！!。.~ ]+\s*(?=\S)|{_JOINS}(?=\S)")
ASIDE = re.compile(
    r"[，,](?!如果|要是|只要|除非|因为|除了)(?=[^，,。！!]*(?:[你妳您]|咱们|一起|吧[。！!~]*$)|请|别(?![的人处])|不要)[^，,。！!]*[。！!~]*$"
)
# When something holds stands before what holds: 没有人复核时，任何人不得上线。
OCCASION = re.compile(r"^[^，,。]{2,30}(?:时|的时候|之?[前后後]|以[前后後]|期间)[，,](?=\S)")
LABEL = re.compile(
    r"(?:请?(?:注意|记住|牢记|切记)|(?:千万)?(?:别|不要)忘[了记]?|重要|提醒|提示|备注|注|小提示|警告|结论|要点|直觉|净效果|坑"
    r"|(?:关键|边界|一个|一处|一句话)\w{2,4})\s*[：:，,！!]\s*(?=\S)"
)
REFERENCE = re.compile(r"\s*[（(](?:详?见|参见|参考|如图|图)[^（()）]*[)）]|\s*\[\d+\]")
PICTURES = re.compile("[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f\u200d]+")
MARKS = re.compile(r"\s[>*|]\s|[←→]|\*\*")

LISTENER = re.compile(r"[你妳您]")
POINTING = re.compile(
    either("""
这|那(?!么多)|它|他|她|牠|其(?!他|余|中)|该|此|本(?:章|文|节|书|篇|小节|例|图|段)|上面|下面|上述|以上|以下|如[下上此图]
|前者|后者|[两三二四几]者|[两三]个(?:要点|原因|好处|步骤)|前面|后面|同样|同理|反之|也就是|也|就(?!业|是说)|还
|都(?!市|江)|又|再|才(?!能|华)|却|则|即|先(?!生)|最后|一句话|一个(?:要点|细节|例子|问题)|妙点|关键是|重点是|好处|坏处
|结果是|原因是|看出|来看|看看|想想|说到|总结|有意思|很多人(?:以为|觉得)|另一[层个]
""")
)
ELSEWHERE = re.compile(
    either(
        "本章|本文|本节|本书|本篇|下文|上文|上图|下图|前文|后文|[上下这]一[节章]|见\\s*[§0-9]|如下|以下|下面|上面|上述|如图|§|是否"
    )
)
NEAR = re.compile(r"[它他她]们?|这[里样些个种]?|那[里样些个种]")
ORDER = re.compile(
    either("""
请|让|把|将(?!军|来)|被|用(?!户)|给|按(?!键|钮)|拿|别(?!人|名)|不要|勿|记得|打开|点击|运行|执行|添加|使用|查看|确保
|参考|选择|输入|输出|设置|安装|复制|跳到|想要|如果|假如|假设|要是|若|当(?!地|前|年|时)|只要|除非|虽然|尽管
""")
)
ASKING = re.compile(r"[?？]|(?:吗|呢|吧|么|嘛|啦|呀|咯|哈)[。！!~.…]*$|^(?:谁|什么|哪|怎么|怎样|为什么|为何|多少|几点)")
EMPTY = re.compile(
    r"^我?(?:也|很|真|太|好|都|就|会|能|不)*(?:觉得|感觉|认为|以为|希望|猜|想(?!要)|知道|明白|理解|同意|赞成|期待|开心"
    r"|高兴|抱歉|感谢|谢谢|祝|恭喜"
    r"|加油|没问题|没事|可以|行)"
)
EVALUATION = re.compile(r"(?:太|真|很|非常|特别|好)(?:棒|好|酷|赞|重要|有趣|有意思|漂亮|厉害|开心|感动|美)了?[。！!]*$")
FIRST = re.compile(r"我|咱|俺|本人")
GROUP = re.compile(r"我们|咱们?|我俩")
_OWN = either("""
妈|爸|爹|娘|哥|姐|弟|妹|爷|奶|外公|外婆|姥|叔|姑|舅|姨|老婆|妻子|太太|老公|丈夫|先生|男友|女友|男朋友|女朋友|儿子|女儿
|孩子|家|公司|单位|学校|老板|同事|朋友|室友|团队
""")
OWN_PEOPLE = re.compile(rf"我(?={_OWN})")
ORGANISATION = re.compile(r"(?:我们|咱们?)(?=公司|团队|学校|单位|部门|小组|班|店|医院|办公室|实验室)")
DONE = "。！!；;"
NOUNS = ("n", "eng", "vn", "an", "j", "l", "i", "s", "f", "nz", "b")
PLACING = words("在 从 自 对 对于 关于 根据 为了 按照 通过 与 和")
# Words that say something of a subject though the segmenter calls them no verb: 三岁了, 对花生过敏.
PREDICATES = words("是 为 对 了 过敏")
SYMBOL = re.compile(r"[^\w\s，。、：；！（）“”《》「」,.;:()\"'-]")
COPULAS = words("是 为 在 的 叫")
PAIRS = (("“", "”"), ("「", "」"), ("（", "）"), ("(", ")"), ("《", "》"), ("【", "】"), ("[", "]"))

STATIC = re.compile(
    either("""
名字|名叫|叫做|全名|昵称|姓|生日|出生|住在|居住|家住|定居|来自|老家|祖籍|职业|任职|就职
|[在于][^，。]{1,12}(?:工作|上班)
|是(?:一[名位个])?[^，。]{0,10}(?:师|员|作家|画家|科学家|专家|记者|经理|主管|总监|医生|教授|律师|学生|研究生|负责人)[。，]
|喜欢|喜爱|热爱|爱[吃喝看听玩读]|讨厌|厌恶|不吃|不喝|偏好|偏爱|最爱|习惯|过敏|吃素|素食|会说|母语|已婚|未婚|单身|离异
|养了|有[一两二三四五]?个?(?:孩子|儿子|女儿|哥哥|姐姐|弟弟|妹妹)|必须|不得|禁止|不允许|不准|不可以|一律|始终|总是|从不
|永远|规定|政策|规则|默认|每[天周月年晚早个]|固定为|约定
""")
)
DYNAMIC = re.compile(
    either("""
今[天日晚早]|昨[天日晚]|明[天日早晚]|前天|后天|现在|目前|当前|最近|近期|近来|正在|[这本上下]个?(?:周|週|星期|礼拜|月)
|今年|去年|明年|刚[刚才]?|即将|马上|打算|计划|准备|将要|暂时|截止|到期|还没|尚未|快要|进行中|[天周月年日]前
""")
)
# What is done, to be done, or decided; without any of these Chinese speaks of what holds.
PASSING = re.compile(
    either("""
了(?!解)|过(?![敏程滤期多去])|已经?|曾|将(?!军)|会(?![议员计上长话])|要(?![求点素])|想(?!象)|预计|决定|选用|负责|提交|下次|上次|这次
|月[^，。]{1,3}[日号]|\\d{4}\\s*年
""")
)
HEDGE = re.compile(r"可能|也许|大概|或许|似乎|好像|估计|据说|听说|未必|不确定")


def statement(sentence: str, voice: Voice) -> Statement | None:
    """See `Grammar.statement`."""
    text = _stripped(PICTURES.sub("", sentence).strip(), voice)
    if not text or not _is_whole(text, voice):
        return None
    is_correction = bool(CORRECTION.match(sentence.strip()))
    has_subject = _has_subject(text)
    if not has_subject and not (voice.is_chat and voice.name):
        return None
    if not FIRST.search(text):
        told = _finished(text)
        return (
            Statement(told, False, is_correction)
            if has_subject
            else Statement(f"{voice.name}：{told}", True, is_correction)
        )
    if not voice.name:
        return None
    third = third_person(text, voice.name)
    return (
        Statement(f"{voice.name}：{_finished(text)}", True, is_correction)
        if third is None
        else Statement(_finished(third), False, is_correction)
    )


def _stripped(text: str, voice: Voice) -> str:
    text = REFERENCE.sub("", text)
    before = ""
    while text != before:
        before = text
        for lead in (LABEL, LEAD_IN):
            if (match := lead.match(text)) and match.end() < len(text):
                text = text[match.end() :].lstrip()
    for name in voice.listeners:
        text = re.sub(rf"^{re.escape(name)}[，,！!]\s*|[，,]\s*{re.escape(name)}(?=[。！!]*$)", "", text)
    return text.strip(" *-–—>")


def _is_whole(text: str, voice: Voice) -> bool:
    dense = len(han.HAN.findall(text))
    return (
        dense >= FEWEST
        and len(text) <= MOST
        and len(SYMBOL.findall(text)) * 6 <= len(text)
        and text[-1] not in "：:，,、（(—"
        and text[0] not in "（([【"
        and (text[-1] in DONE or voice.is_chat or bool(re.search(r"[是为在叫]", text)))
        and _is_balanced(text)
        and not any(pattern.match(text) for pattern in (POINTING, ORDER, EMPTY))
        and not any(pattern.search(text) for pattern in (LISTENER, ASKING, ELSEWHERE, MARKS, EVALUATION))
        and not _leans(text)
        and any(tag.startswith(("v", "a")) or word in PREDICATES for word, tag in han.tagged(text))
    )


def _is_balanced(text: str) -> bool:
    return all(text.count(opened) == text.count(closed) for opened, closed in PAIRS) and text.count('"') % 2 == 0


def _leans(text: str) -> bool:
    """A pronoun with no noun before it that it could stand for."""
    near = NEAR.search(text)
    if not near:
        return False
    nouns = [word for word, tag in han.tagged(text[: near.start()]) if tag.startswith(NOUNS) and len(word) > 1]
    return not nouns


def _has_subject(text: str) -> bool:
    """A noun, name or first person stands before the first verb; a phrase of place or time may precede it."""
    words = [(word, tag) for word, tag in han.tagged(OCCASION.sub("", text)) if word.strip()]
    in_phrase = False
    for index, (word, tag) in enumerate(words):
        following = words[index + 1 : index + 3]
        if word in "，,":
            in_phrase = False
        elif tag == "p" and word in {
            "在",
            "从",
            "自",
            "对",
            "对于",
            "关于",
            "根据",
            "为了",
            "按照",
            "通过",
            "与",
            "和",
        }:
            in_phrase = True
        elif tag.startswith("v") and not in_phrase:
            # A compound noun may begin with what is a verb elsewhere: 值班频道是...
            return len(following) == 2 and following[0][1].startswith("n") and following[1][0] in COPULAS
        elif not in_phrase and (tag.startswith(NOUNS) or tag in {"r", "m", "nr", "q"}) and tag != "t":
            return True
    return False


def third_person(text: str, name: str) -> str | None:
    """`text` told of `name`; a group becomes the name and others (等人). None if the first person stands in a
    quotation.
    """
    if re.search(r"[“「\"][^”」\"]*[我咱][^”」\"]*[”」\"]", text):
        return None
    text = ORGANISATION.sub(f"{name}所在的", text)
    text = GROUP.sub(f"{name}等人", text)
    text = OWN_PEOPLE.sub(f"{name}的", text)
    return re.sub(r"我|俺|本人", name, text)


def _finished(text: str) -> str:
    text = " ".join(text.split()).rstrip("！!；;，,~…. ")
    text = re.sub(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", text)
    return text.rstrip("。") + "。"


def lasts(text: str) -> bool:
    """Whether nothing in the sentence says that it happened, or will."""
    return not PASSING.search(text)


GRAMMAR = Grammar("zh", statement, STATIC, DYNAMIC, HEDGE, ASIDE, lasts)
