"""Keys merged, split, renamed and of another kind by hand, and each of it taken back."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from memoryhub.ai import services as ai
from memoryhub.ai import storing
from memoryhub.associations import atlas, candidates, curating, related, selectors, services, texts
from memoryhub.associations.models import Key, KeyLink, KeyVector
from memoryhub.core import clock, errors, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.cast import Cast
from tests.factories import HUB

pytestmark = pytest.mark.django_db
Snapshot = dict[str, Any]


def given(space: Space, memory: Memory, text: str, kind: str = "concept") -> str:
    """Give a memory a key as ingest would; returns what the key used is called."""
    keys = texts.prepare([(text, kind)], space=space)
    used = services.link(actor=HUB, space=space, keys={memory.pk: keys}, about=("memory", memory.root_id))
    return next(iter(used.values())).text


def keys_of(space: Space, memory: Memory) -> list[str]:
    return sorted(key.text for key in selectors.keys_of(space, [memory.pk]).get(memory.pk, []))


def snapshot(space: Space) -> Snapshot:
    """All that keys in use are, with their links and vectors."""
    rows = Key.objects.filter(space=space, taken_over_by=None).order_by("pk")
    links = KeyLink.objects.filter(space=space, key__in=rows).order_by("key", "memory")
    vectors = storing.read(KeyVector.objects.filter(space_id=space.pk, key__in=rows), "key_id")
    return {
        "keys": list(rows.values()),
        "links": list(links.values_list("key_id", "memory_id", "weight", "via")),
        "vectors": {key: vector.tolist() for key, vector in vectors},
    }


def take_back(space: Space, key: Key, verb: str) -> None:
    """Undo the last such deed on the key."""
    undo.undo(actor=HUB, space_id=space.pk, entry_id=entry_of(space, key, verb))


def entry_of(space: Space, key: Key, verb: str) -> uuid.UUID:
    return ledger.entries_of(space.pk).filter(verb=verb, subject_id=key.pk).latest("seq").pk


def merge(space: Space, key: Key, into: Key) -> Key:
    return curating.merge(actor=HUB, space=space, key_id=key.pk, into_id=into.pk)


def split(space: Space, key: Key, text: str, *rows: Memory) -> Key:
    return curating.split(actor=HUB, space=space, key_id=key.pk, text=text, memory_ids=[row.pk for row in rows])


def change(space: Space, key: Key, **values: str) -> Key:
    return curating.change(actor=HUB, space=space, key_id=key.pk, **values)


@pytest.fixture
def rows(space: Space) -> list[Memory]:
    """Three memories."""
    return [factories.remember(space, f"Memory {number}.") for number in range(3)]


@pytest.fixture
def mina(space: Space, rows: list[Memory]) -> Key:
    """A key of the first two, with an alias."""
    key = factories.key(space, "Mina", rows[0], rows[1], kind="name")
    services.add_alias(space, key, "미나")
    key.refresh_from_db()
    return key


@pytest.fixture
def park(space: Space, rows: list[Memory]) -> Key:
    """Another key, of the last two, with an alias."""
    key = factories.key(space, "Mina Park", rows[1], rows[2], kind="name")
    services.add_alias(space, key, "Park Mina")
    key.refresh_from_db()
    return key


def test_a_merged_key_gives_its_memories_and_wordings_to_the_other(
    space: Space, rows: list[Memory], mina: Key, park: Key
) -> None:
    KeyLink.objects.filter(key=park, memory=rows[1]).update(weight=0.25)
    KeyLink.objects.filter(key=park, memory=rows[2]).update(weight=0.5)
    kept = merge(space, park, mina)
    assert (kept.text, kept.aliases) == ("Mina", ["미나", "Mina Park", "Park Mina"])
    assert kept.forms == sorted(["mina", "미나", "mina park", "park mina"])
    assert [keys_of(space, row) for row in rows] == [["Mina"]] * 3
    weights = dict(KeyLink.objects.filter(key=kept).values_list("memory_id", "weight"))
    assert weights == {rows[0].pk: 1.0, rows[1].pk: 1.0, rows[2].pk: 0.5}


def test_later_a_wording_of_the_merged_key_leads_to_the_other(space: Space, mina: Key, park: Key) -> None:
    merge(space, park, mina)
    new = factories.remember(space, "A new one.")
    assert [given(space, new, text, "name") for text in ("Mina Park", "PARK MINA")] == ["Mina", "Mina"]
    assert [hit.id for hit in candidates.named(space, "Where is Mina Park?", limit=5)] == [mina.pk]


def test_nothing_finds_a_key_that_was_taken_over(space: Space, rows: list[Memory]) -> None:
    fruit, produce = (factories.key(space, text, rows[0], rows[1], kind="concept") for text in ("fruit", "produce"))
    merge(space, produce, fruit)
    now, model = clock.now(), ai.active_model()
    vector = ai.embed(["produce"])[0]
    near = selectors.nearest_concepts(space, texts.prepare([("produce", "concept")]))
    beside = related.related(space, rows[0], now=now)
    found: dict[str, Any] = {
        "counted": selectors.keys_with_counts(space, now=now),
        "of memories": selectors.keys_of(space, [rows[0].pk])[rows[0].pk],
        "by form": selectors.by_normal_forms(space, ["produce", "fruit"]).values(),
        "shared": beside[0].keys,
    }
    assert {name: {key.text for key in keys} for name, keys in found.items()} == {name: {"fruit"} for name in found}
    assert {key.text for key in near.values()} <= {"fruit"}
    assert {hit.text for hit in candidates.meant(space, vector, model=model, limit=9)} <= {"fruit"}
    assert {one.text for one in candidates.keys_of(space, [rows[0].pk])} == {"fruit"}
    assert set(selectors.key_texts_of(space, [rows[0].pk])[rows[0].pk]) == {"fruit"}
    newest = [rows[1].pk, rows[0].pk]
    assert selectors.newest_with_keys(space, ["produce", "fruit"], each=5) == {"fruit": newest, "produce": newest}
    assert selectors.neighbours(space, fruit.pk, now=now, limit=5) == []
    assert atlas.atlas_of(space, now=now, with_review=True).graph.keys.texts == ("fruit",)
    for deed in (
        lambda: selectors.key_of(space, produce.pk, now=now),
        lambda: change(space, produce, text="veg"),
        lambda: merge(space, produce, fruit),
        lambda: merge(space, fruit, produce),
        lambda: split(space, produce, "veg", rows[0]),
        lambda: services.unlink(actor=HUB, space=space, memory_id=rows[0].pk, key_id=produce.pk),
    ):
        with pytest.raises(errors.NotFound):
            deed()


def test_a_merge_taken_back_leaves_everything_as_it_was(space: Space, mina: Key, park: Key) -> None:
    before = snapshot(space)
    merge(space, park, mina)
    assert snapshot(space) != before
    take_back(space, mina, curating.MERGED)
    assert snapshot(space) == before


def test_what_came_between_a_merge_and_its_undo_stays(space: Space, rows: list[Memory], mina: Key, park: Key) -> None:
    merge(space, park, mina)
    newer = [factories.revise(space, row, f"{row.text} Again, Mina Park.") for row in rows]
    late = factories.remember(space, "A late one.")
    given(space, late, "Mina Park", "name")
    found = services.add_alias(space, mina, "M.")
    assert found is not None
    take_back(space, mina, curating.MERGED)
    assert [keys_of(space, row) for row in newer] == [["Mina"], ["Mina", "Mina Park"], ["Mina Park"]]
    assert keys_of(space, late) == ["Mina"]
    mina.refresh_from_db()
    assert mina.aliases == ["미나", "M."]


def test_a_key_renamed_is_found_by_both_wordings(space: Space, rows: list[Memory], mina: Key) -> None:
    renamed = change(space, mina, text="  Mina  Kim ")
    assert (renamed.pk, renamed.text, renamed.aliases) == (mina.pk, "Mina Kim", ["미나", "Mina"])
    assert [given(space, rows[2], text, "name") for text in ("mina", "mina kim", "미나")] == ["Mina Kim"] * 3
    stored = dict(storing.read(KeyVector.objects.filter(key=mina), "key_id"))
    assert np.allclose(stored[mina.pk], ai.embed(["Mina Kim"])[0], atol=1e-3)


def test_a_key_takes_one_of_its_own_aliases_for_its_wording(space: Space, mina: Key) -> None:
    assert change(space, mina, text="미나").aliases == ["Mina"]
    assert change(space, mina, text="미나").aliases == ["Mina"]
    assert ledger.entries_of(space.pk).filter(verb=curating.CHANGED).count() == 1


def test_another_spelling_of_the_same_wording_is_no_alias(space: Space, mina: Key) -> None:
    assert change(space, mina, text="MINA").aliases == ["미나"]


def test_a_renaming_taken_back_leaves_everything_as_it_was_but_for_what_came_since(space: Space, mina: Key) -> None:
    before = snapshot(space)
    change(space, mina, text="Mina Kim", kind="proper_noun")
    take_back(space, mina, curating.CHANGED)
    assert snapshot(space) == before
    assert Key.objects.filter(space=space).count() == 1
    change(space, mina, text="Mina Kim")
    services.add_alias(space, mina, "M. Kim")
    take_back(space, mina, curating.CHANGED)
    mina.refresh_from_db()
    assert (mina.text, mina.aliases) == ("Mina", ["미나", "M. Kim"])


@pytest.mark.parametrize("wording", ["Mina Park", "mina park!", "Park Mina"])
def test_a_wording_of_another_key_is_refused(
    space: Space, rows: list[Memory], mina: Key, park: Key, wording: str
) -> None:
    before = snapshot(space)
    deeds: list[Callable[[], Key]] = [
        lambda: change(space, mina, text=wording),
        lambda: split(space, mina, wording, rows[0]),
    ]
    for deed in deeds:
        with pytest.raises(errors.InvalidInput, match="merge the two") as refused:
            deed()
        assert (refused.value.field, refused.value.details["key"]) == ("text", park.pk)
    assert snapshot(space) == before


def test_the_kind_changes_and_comes_back(space: Space, mina: Key) -> None:
    before = snapshot(space)
    assert change(space, mina, kind="concept").kind == "concept"
    entry = ledger.entries_of(space.pk).get(verb=curating.CHANGED)
    assert (entry.fields, entry.values) == (["kind"], {"kind": "name"})
    take_back(space, mina, curating.CHANGED)
    assert snapshot(space) == before
    with pytest.raises(errors.InvalidInput) as refused:
        change(space, mina, kind="colour")
    assert refused.value.field == "kind"


def test_an_alias_split_off_is_a_key_that_later_memories_get(space: Space, rows: list[Memory], mina: Key) -> None:
    made = split(space, mina, "미나")
    mina.refresh_from_db()
    assert (made.text, made.kind, mina.aliases, mina.forms) == ("미나", "name", [], ["mina"])
    assert given(space, rows[2], "미나", "name") == "미나"
    assert [keys_of(space, row) for row in rows] == [["Mina"], ["Mina"], ["미나"]]


def test_memories_split_off_have_the_new_key_in_all_their_versions(space: Space, rows: list[Memory], mina: Key) -> None:
    newer = factories.revise(space, rows[0], "Memory 0, of another Mina.")
    made = split(space, mina, "Mina Lee", newer)
    assert [keys_of(space, row) for row in (rows[0], newer, rows[1])] == [["Mina Lee"], ["Mina Lee"], ["Mina"]]
    assert made.forms == ["mina lee"]


def test_a_split_taken_back_leaves_everything_as_it_was(space: Space, rows: list[Memory], mina: Key) -> None:
    for alias in ("M.", "MINA K", "Mina K", "미나야"):
        services.add_alias(space, mina, alias)
    before = snapshot(space)
    for text, some in (("mina k", [rows[0]]), ("Mina Lee", rows[:2]), ("미나", [])):
        split(space, mina, text, *some)
        take_back(space, mina, curating.SPLIT)
        assert snapshot(space) == before


def test_what_came_to_a_part_goes_back_into_the_whole(space: Space, rows: list[Memory], mina: Key) -> None:
    made = split(space, mina, "미나", rows[0])
    given(space, rows[2], "미나", "name")
    given(space, rows[0], "Mina", "name")
    services.add_alias(space, made, "미나씨")
    take_back(space, mina, curating.SPLIT)
    assert [keys_of(space, row) for row in rows] == [["Mina"]] * 3
    mina.refresh_from_db()
    assert mina.aliases == ["미나", "미나씨"]


def test_a_split_needs_something_to_go(cast: Cast, rows: list[Memory], mina: Key) -> None:
    space = cast.space
    before = snapshot(space)
    for text, field in (("Mina Lee", "memory_ids"), ("MINA", "text"), (" ", "text"), ("x" * 201, "text")):
        with pytest.raises(errors.InvalidInput) as refused:
            split(space, mina, text)
        assert refused.value.field == field
    foreign = factories.remember(cast.elsewhere, "Theirs.")
    for stranger in (rows[2], foreign):
        with pytest.raises(errors.NotFound):
            split(space, mina, "미나", rows[0], stranger)
    assert snapshot(space) == before


def test_a_key_is_not_merged_into_itself_nor_across_spaces(cast: Cast, mina: Key) -> None:
    theirs = factories.key(cast.elsewhere, "Mina", factories.remember(cast.elsewhere, "Theirs."))
    with pytest.raises(errors.InvalidInput) as refused:
        merge(cast.space, mina, mina)
    assert refused.value.field == "into"
    for key, into in ((mina, theirs), (theirs, mina)):
        with pytest.raises(errors.NotFound):
            merge(cast.space, key, into)


LATER: dict[str, Callable[[Space, Key, Key, list[Memory]], object]] = {
    "renamed": lambda space, mina, park, rows: change(space, mina, text="M."),
    "merged": lambda space, mina, park, rows: merge(space, mina, factories.key(space, "Else", rows[0])),
    "split": lambda space, mina, park, rows: split(space, mina, "Mina Lee", rows[0]),
    "gone": lambda space, mina, park, rows: [memories.erase(actor=HUB, space=space, memory_id=row.pk) for row in rows],
}


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("verb", [curating.MERGED, curating.SPLIT, curating.CHANGED])
def test_what_was_touched_since_cannot_be_taken_back(
    space: Space, rows: list[Memory], mina: Key, park: Key, verb: str, later: str
) -> None:
    deeds: dict[str, Callable[[], object]] = {
        curating.MERGED: lambda: merge(space, park, mina),
        curating.SPLIT: lambda: split(space, mina, "미나", rows[1]),
        curating.CHANGED: lambda: change(space, mina, text="Mina Kim"),
    }
    deeds[verb]()
    entry_id = entry_of(space, mina, verb)
    LATER[later](space, mina, park, rows)
    before = snapshot(space)
    with pytest.raises(errors.Conflict) as refused:
        undo.undo(actor=HUB, space_id=space.pk, entry_id=entry_id)
    assert refused.value.code == "moved_on"
    assert snapshot(space) == before


def test_a_part_that_was_touched_since_holds_its_split(space: Space, rows: list[Memory], mina: Key, park: Key) -> None:
    made = split(space, mina, "미나", rows[0])
    change(space, made, text="Mina II")
    with pytest.raises(errors.Conflict, match="since"):
        take_back(space, mina, curating.SPLIT)
    take_back(space, made, curating.CHANGED)
    merge(space, made, park)
    with pytest.raises(errors.Conflict):
        take_back(space, mina, curating.SPLIT)


def test_deeds_write_ids_and_figures_into_the_ledger_and_no_wording(space: Space, mina: Key, park: Key) -> None:
    kept = merge(space, park, mina)
    entry = ledger.entries_of(space.pk).get(verb=curating.MERGED)
    assert (entry.subject_kind, entry.subject_id) == ("key", kept.pk)
    assert entry.values == {"merged": str(park.pk), "aliases": [1, 3]}


def test_erasing_takes_what_was_put_aside_with_the_key_it_was_put_aside_for(
    space: Space, rows: list[Memory], mina: Key, park: Key
) -> None:
    merge(space, park, mina)
    for row in rows:
        memories.erase(actor=HUB, space=space, memory_id=row.pk)
    assert not Key.objects.filter(space=space).exists()
    assert not KeyVector.objects.filter(space_id=space.pk).exists()


def test_an_unknown_key_is_not_found(space: Space) -> None:
    nobody = Key(pk=ids.new())
    deeds: list[Callable[[], Key]] = [
        lambda: change(space, nobody, kind="name"),
        lambda: curating.split(actor=HUB, space=space, key_id=nobody.pk, text="x"),
    ]
    for deed in deeds:
        with pytest.raises(errors.NotFound):
            deed()
