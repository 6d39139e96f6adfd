"""The page of keys: found, opened, and nothing of what is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from memoryhub.associations.models import Key
from memoryhub.core import ids
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast

HTMX = {"HX-Request": "true"}
LIST = "/s/atlas/keys/"


@pytest.fixture
def ed(client: Client, cast: Cast) -> Client:
    client.force_login(cast.ed)
    return client


@pytest.fixture
def newton(space: Space) -> Memory:
    return factories.remember(space, "Newton saw it fall.")


@pytest.fixture
def apple(space: Space, newton: Memory) -> Key:
    return factories.key(space, "apple", newton)


def url(key: Key, deed: str = "") -> str:
    return f"{LIST}{ids.encode(key.pk)}/{deed}"


def body(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status
    return str(answer.content.decode())


def test_the_list_is_searched_and_filtered(ed: Client, space: Space, apple: Key, newton: Memory) -> None:
    factories.key(space, "Newton", newton, kind="name")
    assert all(text in body(ed.get(LIST)) for text in ("apple", "Newton", "1 memory"))
    assert "<bdi>apple</bdi>" not in body(ed.get(LIST + "?kind=name"))
    assert "<bdi>Newton</bdi>" not in body(ed.get(LIST + "?q=appl"))
    assert "All keys" in body(ed.get(LIST + "?q=zebra"))
    assert ed.get(LIST + "?kind=colour").status_code == 400


def test_an_empty_space_says_where_keys_come_from(ed: Client) -> None:
    assert "No key yet" in body(ed.get(LIST))


def test_lists_go_on_where_they_ended(ed: Client, space: Space) -> None:
    for number in range(55):
        factories.key(space, f"word {number:02d}", factories.remember(space, f"Fact {number:02d}."))
    first = body(ed.get(LIST))
    more = re.search(r'hx-get="([^"]*cursor=[^"]*)"', first)
    assert more
    rest = body(ed.get(more[1].replace("&amp;", "&"), headers={**HTMX, "HX-Target": "more"}))
    shown = re.findall(r"word \d\d", first) + re.findall(r"word \d\d", rest)
    assert (len(set(shown)), "<html" in rest) == (55, False)


def test_the_panel_shows_wordings_memories_and_neighbours(ed: Client, space: Space, apple: Key, newton: Memory) -> None:
    factories.key(space, "tree", newton)
    Key.objects.filter(pk=apple.pk).update(aliases=["苹果"], forms=["apple", "苹果"])
    panel = body(ed.get(url(apple), headers=HTMX))
    assert all(text in panel for text in ("apple", "苹果", "proper noun", newton.text, "tree"))
    assert "<html" not in panel
    assert "<html" in body(ed.get(url(apple)))


def test_the_memories_of_a_key_go_on_where_they_ended(ed: Client, space: Space) -> None:
    rows = [factories.remember(space, f"Fact {number:02d}.") for number in range(25)]
    key = factories.key(space, "hub", *rows)
    panel = body(ed.get(url(key), headers=HTMX))
    more = re.search(r'hx-get="([^"]*after=[^"]*)"', panel)
    assert more
    rest = body(ed.get(more[1], headers={**HTMX, "HX-Target": "more-memories"}))
    assert re.findall(r"Fact \d\d", panel + rest) == [f"Fact {number:02d}" for number in reversed(range(25))]
    assert "<section" not in rest


def test_a_memory_leads_to_its_keys(ed: Client, apple: Key, newton: Memory) -> None:
    assert f'href="{url(apple)}"' in body(ed.get(f"/s/atlas/memories/{ids.encode(newton.pk)}/"))


def test_a_key_of_hidden_memories_is_on_no_page(client: Client, cast: Cast, apple: Key, newton: Memory) -> None:
    memories.forget(actor=factories.HUB, space=cast.space, memory_ids=[newton.pk])
    for person in (cast.ada, cast.chen):
        client.force_login(person)
        assert "<bdi>apple</bdi>" not in body(client.get(LIST))
        assert client.get(url(apple)).status_code == 404


def test_a_stranger_finds_nothing(client: Client, cast: Cast, apple: Key) -> None:
    client.force_login(cast.dora)
    for path in (LIST, url(apple), url(apple).replace("atlas", "elsewhere")):
        assert client.get(path).status_code == 404


def undo_in(page: str) -> str:
    return "/s/atlas/undo/" + page.partition("/s/atlas/undo/")[2].partition('"')[0]


def wordings(space: Space) -> dict[str, list[str]]:
    return {row.text: row.aliases for row in Key.objects.filter(space=space, taken_over_by=None)}


def test_a_key_is_changed_in_a_dialog_and_the_notice_takes_it_back(ed: Client, space: Space, apple: Key) -> None:
    assert 'value="apple"' in body(ed.get(url(apple, "change/"), headers=HTMX))
    answer = ed.post(url(apple, "change/"), {"text": "Apfel", "kind": "concept"}, headers=HTMX)
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Push-Url"]) == ("#inspector", url(apple))
    assert wordings(space) == {"Apfel": ["apple"]}
    assert "Taken back." in body(ed.post(undo_in(body(answer)), headers=HTMX))
    assert wordings(space) == {"apple": []}


def test_a_key_is_merged_by_any_wording_of_the_other(ed: Client, space: Space, apple: Key, newton: Memory) -> None:
    pomme = factories.key(space, "pomme", newton)
    answer = ed.post(url(pomme, "merge/"), {"into": " APPLE "}, headers=HTMX)
    assert "They are one key now." in body(answer)
    assert (answer.headers["HX-Push-Url"], wordings(space)) == (url(apple), {"apple": ["pomme"]})
    ed.post(undo_in(body(answer)), headers=HTMX)
    assert wordings(space) == {"apple": [], "pomme": []}


def test_a_wording_split_off_takes_the_memories_that_say_it(ed: Client, space: Space, apple: Key) -> None:
    says = factories.remember(space, "La pomme est verte.")
    factories.key(space, "apple", says)
    ed.post(url(apple, "change/"), {"text": "pomme", "kind": "concept"})
    ed.post(url(apple, "change/"), {"text": "apple", "kind": "concept"})
    dialog = body(ed.get(url(apple, "split/") + "?text=pomme", headers=HTMX))
    assert "<legend>Memories that go with it</legend>" in dialog
    checked = re.findall(r'value="([^"]+)"[^>]* checked', dialog)
    assert checked == [ids.encode(says.pk)]
    answer = ed.post(url(apple, "split/"), {"text": "pomme", "memory_ids": checked}, headers=HTMX)
    assert "Split." in body(answer)
    made = Key.objects.get(space=space, text="pomme", taken_over_by=None)
    assert answer.headers["HX-Push-Url"] == url(made)
    assert list(made.links.values_list("memory_id", flat=True)) == [says.pk]


def test_a_panel_whose_key_has_gone_says_so_when_it_refreshes_itself(ed: Client, space: Space, apple: Key) -> None:
    pomme = factories.key(space, "pomme", factories.remember(space, "Une pomme."))
    ed.post(url(pomme, "merge/"), {"into": "apple"})
    refreshed = body(ed.get(url(pomme), headers={**HTMX, "HX-Trigger": "key-panel", "HX-Target": "inspector"}))
    assert "another key has taken it over" in refreshed
    assert "pomme" not in refreshed
    assert ed.get(url(pomme), headers=HTMX).status_code == 404


def test_without_scripts_a_deed_leads_to_the_key(ed: Client, apple: Key, newton: Memory) -> None:
    answer = ed.post(url(apple, "split/"), {"text": "pomme", "memory_ids": [ids.encode(newton.pk)]})
    assert (answer.status_code, answer.headers["Location"].startswith(LIST)) == (302, True)
    assert "pomme" in body(ed.get(answer.headers["Location"]))


@pytest.mark.parametrize(
    ("deed", "given", "field"),
    [
        ("change/", {"text": "Newton", "kind": "name"}, "text"),
        ("change/", {"text": "", "kind": "name"}, "text"),
        ("change/", {"text": "x", "kind": "colour"}, "kind"),
        ("merge/", {"into": "zebra"}, "into"),
        ("merge/", {"into": "apple"}, "into"),
        ("merge/", {"into": "“”"}, "into"),
        ("split/", {"text": "pomme"}, "memory_ids"),
        ("split/", {"text": "apple"}, "text"),
        ("split/", {"text": "pomme", "memory_ids": ["7"]}, "memory_ids"),
    ],
)
def test_what_cannot_be_done_stands_beside_its_field(
    ed: Client, space: Space, apple: Key, newton: Memory, deed: str, given: dict[str, Any], field: str
) -> None:
    factories.key(space, "Newton", newton, kind="name")
    answer = ed.post(url(apple, deed), given, headers=HTMX)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert wordings(space) == {"apple": [], "Newton": []}


def test_the_home_page_tells_what_was_done_to_which_key(ed: Client, apple: Key) -> None:
    ed.post(url(apple, "change/"), {"text": "Apfel", "kind": "concept"})
    home = body(ed.get("/s/atlas/"))
    assert "changed a key" in home
    assert f'href="{url(apple)}"' in home


def test_a_viewer_changes_no_key_and_is_offered_no_deed(client: Client, cast: Cast, apple: Key) -> None:
    client.force_login(cast.chen)
    page = body(client.get(url(apple)))
    for deed in ("change/", "merge/", "split/"):
        assert url(apple, deed) not in page
        assert client.get(url(apple, deed)).status_code == 403
        assert client.post(url(apple, deed), {"text": "x", "into": "x", "kind": "name"}).status_code == 403
    client.force_login(cast.dora)
    for deed in ("change/", "merge/", "split/"):
        assert client.post(url(apple, deed), {"text": "x", "into": "x", "kind": "name"}).status_code == 404
