"""How many queries a list costs: as many for one row as for many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryhub.ingest import services as ingest
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import SourceDraft
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from tests import factories
from tests.api.calls import Caller, done
from tests.cast import Cast

# Each list with its own queries: the rows, and one for each kind of thing beside them.
LISTS = {
    "spaces/": 1,
    "spaces/atlas/members/": 1,
    "spaces/atlas/documents/": 1,
    "spaces/atlas/memories/": 2,
    "spaces/atlas/memories/?state=superseded": 2,
    "spaces/atlas/relations/": 1,
    "spaces/atlas/review/": 2,
    "spaces/atlas/ledger/?limit=100": 5,
    "spaces/atlas/keys/": 1,
    "api-keys/": 2,
}


def more_of_everything(cast: Cast, owner: Caller, mark: str) -> None:
    """One more row for each list."""
    space, actor = cast.space, cast.principal("ed").actor
    text = f"Row {mark} is written."
    document = ingest.submit(actor=actor, space=space, content=text).document
    keys = [{"text": f"Key {mark}", "kind": "name"}]
    done(owner.post("spaces/atlas/memories/", {"text": f"Told {mark}.", "keys": keys}))
    source = SourceDraft(document_id=document.pk, quote=text)
    memory = factories.remember(space, text, sources=(source,))
    other = factories.remember(space, f"Other {mark}.")
    factories.infer(space, f"Inferred {mark}.", memory, other)
    factories.revise(space, other, f"Revised {mark}.")
    memories.relate(actor=actor, space=space, newer_id=other.pk, older_id=memory.pk, kind="extends")
    review.propose(actor=actor, space=space, kind="update", subjects=[memory], payload={"text": f"New {mark}."}, why={})
    spaces.create(actor=actor, tag=f"space-{mark}", owner=cast.ada)
    cast.key("ada", "read")


def test_a_list_costs_as_many_queries_for_many_rows_as_for_one_and_no_more_than_it_has_to(
    cast: Cast, owner: Caller
) -> None:
    more_of_everything(cast, owner, "1")
    few = {path: asked(owner, path) for path in LISTS}
    for mark in "234":
        more_of_everything(cast, owner, mark)
    many = {path: asked(owner, path) for path in LISTS}
    assert {path for path in LISTS if len(many[path].rows) <= len(few[path].rows)} == {"spaces/atlas/members/"}
    assert {path: many[path].queries for path in LISTS} == {path: few[path].queries for path in LISTS}
    # The credential, and inside a space its door.
    around = {path: 1 + path.startswith("spaces/atlas") for path in LISTS}
    assert {path: few[path].queries - around[path] for path in LISTS} == LISTS


@dataclass(frozen=True, slots=True)
class Asked:
    """What a list gave, and how many queries it took beside counting calls."""

    rows: list[dict[str, Any]]
    queries: int


def asked(caller: Caller, path: str) -> Asked:
    """The second call: the first notes the use of the key."""
    caller.get(path)
    with CaptureQueriesContext(connection) as captured:
        rows = caller.items(path)
    texts = [query["sql"] for query in captured.captured_queries]
    return Asked(rows, len([text for text in texts if "accounts_callcount" not in text]))
