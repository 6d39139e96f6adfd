"""Chinese sentences become facts, told of whoever says them."""

from __future__ import annotations

import pytest

from tests.ingest.facts_of import facts_of, texts_of


def said(sentence: str) -> list[str]:
    return texts_of(f"张伟：{sentence}\n李明：好的。", "chat.txt")


@pytest.mark.parametrize(
    "sentence",
    [
        "张伟负责支付团队的数据看板。",
        "部署窗口是周二上午九点。",
        "值班频道是蓝色房间。",
        "数据库密码保存在保险箱里。",
        "温度传感器坏了，夜间警报没有响。",
        "核心模型叫 MemoryEntry。",
        "在真实的系统里，信息会过时。",
    ],
)
def test_statements_are_kept_as_they_are(sentence: str) -> None:
    assert texts_of(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "部署窗口是周几？",
        "你知道密码在哪里吗。",
        "请重启服务器并检查日志。",
        "它保存在保险箱里。",
        "这是部署窗口的说明。",
        "上面的数据来自第三章。",
        "本章介绍部署窗口。",
        "下面是三个要点：",
        "先打开控制台，再重启服务。",
        "我住在北京。",
        "大家好。",
    ],
)
def test_what_does_not_stand_by_itself_is_left_out(sentence: str) -> None:
    assert texts_of(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("我住在浦东新区。", "张伟住在浦东新区。"),
        ("我妈妈是小学老师。", "张伟的妈妈是小学老师。"),
        ("我的女儿三岁了。", "张伟的女儿三岁了。"),
        ("我们公司的部署窗口改到周四。", "张伟所在的公司的部署窗口改到周四。"),
        ("我们下个月去台北参加研讨会。", "张伟等人下个月(2027-01)去台北参加研讨会。"),
        ("对了，我对花生过敏。", "张伟对花生过敏。"),
        ("昨天看了《流浪地球》。", "张伟：昨天(2026-12-03)看了《流浪地球》。"),
        ("李明说“我喜欢茶”，真的很意外。", "李明说“我喜欢茶”，真的很意外。"),
    ],
)
def test_the_first_person_becomes_the_speaker(sentence: str, fact: str) -> None:
    found = said(sentence)
    assert found == [fact] or (found == [f"张伟：{fact}"] and "“我" in fact)


def test_small_talk_and_the_listener_are_left_out() -> None:
    assert said("太好了！") == said("你说得对，我同意。") == said("这个电影真的很好看。") == []


def test_lead_ins_and_references_are_taken_off() -> None:
    assert texts_of("注意：密码必须每月更换。") == ["密码必须每月更换。"]
    assert texts_of("但是部署窗口固定为周四（见第三章）。") == ["部署窗口固定为周四。"]


def test_a_correction_is_marked_as_one() -> None:
    fact = facts_of("更正：部署窗口是周四下午。")[0]
    assert (fact.text, set(fact.flags)) == ("部署窗口是周四下午。", {"correction"})


def test_lasting_facts_are_told_from_passing_ones() -> None:
    lasting, passing = facts_of("张伟住在北京。张伟目前住在上海的宿舍。")
    assert (lasting.is_static, passing.is_static) == (True, False)


def test_traditional_characters_are_read_as_well() -> None:
    assert texts_of("陳偉負責資料庫的維護。") == ["陳偉負責資料庫的維護。"]
