"""Keys are what a person would file a fact under: who, what is named, and what it is about."""

from __future__ import annotations

import pytest

from memoryhub.ingest.facts.keys import english, keys_of
from tests.ingest.facts_of import facts_of


def keys(text: str, name: str = "a.txt") -> list[list[tuple[str, str]]]:
    return [[(key.text, key.kind) for key in fact.keys] for fact in facts_of(text, name)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Orlan leads the payments squad.", [("Orlan", "name"), ("payments squad", "concept")]),
        (
            "The Grafana password lives in the vault.",
            [("Grafana", "proper_noun"), ("password", "concept"), ("vault", "concept")],
        ),
        ("Deploy window is Tuesday 09:00.", [("deploy window", "concept")]),
        ("The studio moved to Porto.", [("Porto", "proper_noun"), ("studio", "concept")]),
        ("Tavi loves aubergines.", [("Tavi", "name"), ("aubergine", "concept")]),
        ("An apple fell on Newton.", [("Newton", "proper_noun"), ("apple", "concept")]),
        ("Apples are red fruit.", [("apple", "concept"), ("fruit", "concept")]),
        ("Dr. Quill teaches pottery at night.", [("Quill", "name"), ("pottery", "concept")]),
        (
            "Orla leitet das Zahlungsteam in Gent.",
            [("Orla", "name"), ("Gent", "proper_noun"), ("Zahlungsteam", "concept")],
        ),
        ("张伟负责支付团队的数据库。", [("张伟", "name"), ("支付团队", "concept"), ("数据库", "concept")]),
        ("部署窗口是周二上午九点。", [("部署窗口", "concept")]),
        ("工作室在去年搬到了上海。", [("上海", "proper_noun"), ("工作室", "concept")]),
        ("数据库密码保存在 HashiVault 里。", [("HashiVault", "proper_noun"), ("数据库密码", "concept")]),
        ("창고의 열쇠는 서랍에 있다.", [("창고", "concept"), ("열쇠", "concept"), ("서랍", "concept")]),
    ],
)
def test_keys_read_well(sentence: str, found: list[tuple[str, str]]) -> None:
    assert keys(sentence) == [found]


def test_identifiers_are_kept_whole() -> None:
    found = keys("Helper parse_htmlResponse_v2() lives in net/http-client.ts.")[0]
    assert ("parse_htmlResponse_v2", "proper_noun") in found
    assert ("net/http-client.ts", "proper_noun") in found


def test_facts_about_one_thing_share_its_key() -> None:
    newton, apple, strawberry = keys("An apple fell on Newton. Apples are red fruit. User likes strawberry fruit.")
    assert ("apple", "concept") in newton
    assert ("apple", "concept") in apple
    assert ("fruit", "concept") in apple
    assert ("strawberry fruit", "concept") in strawberry
    assert ("fruit", "concept") in strawberry


def test_who_is_a_person_once_is_one_everywhere() -> None:
    first, second = keys("Brenka leads the search squad. The vault code is known to Brenka.")
    assert ("Brenka", "name") in first
    assert ("Brenka", "name") in second


def test_speakers_are_names() -> None:
    found = keys("Mina: I moved to Busan with Joon.\nJoon: Ok.", "chat.txt")[0]
    assert found == [("Mina", "name"), ("Joon", "name"), ("Busan", "proper_noun")]


def test_days_and_dates_are_no_keys() -> None:
    assert keys("Orlan visited Ghent last Friday in March.") == [[("Orlan", "name"), ("Ghent", "proper_noun")]]


def test_no_fact_has_more_than_six_keys() -> None:
    text = "Ghent, Porto, Busan, Daegu, Lyon, Turin, Bonn and Gera have a kiln, a lathe, a forge, a press and a loom."
    found = keys_of([(text, "en")], people=())[0]
    assert len(found) == 6
    assert {key.kind for key in found} == {"proper_noun", "concept"}


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("strawberries", "strawberry"),
        ("boxes", "box"),
        ("shoes", "shoe"),
        ("knives", "knife"),
        ("buses", "bus"),
        ("news", "news"),
        ("bus", "bus"),
        ("analysis", "analysis"),
        ("glass", "glass"),
        ("heroes", "hero"),
    ],
)
def test_plurals_are_filed_under_their_singular(plural: str, singular: str) -> None:
    assert english.singular(plural) == singular
