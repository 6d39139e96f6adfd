"""The one list of surfaces: a call for each method of each REST address, with things to call it on.

`test_every_address_has_a_case` compares it with the URL table, so that a new address without a case fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver
from rest_framework.views import APIView

from memoryhub.accounts import services as accounts
from memoryhub.api.endpoint import operation_of
from memoryhub.api.hub.urls import routes
from memoryhub.core import ids
from memoryhub.ingest import services as ingest
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import services as memories
from memoryhub.review import services as review
from memoryhub.spaces import services as spaces
from memoryhub.spaces.access import Capability
from tests import factories
from tests.cast import Cast
from tests.ingest.work_through import take_in

METHODS = ("get", "post", "patch", "delete")
WIRE = re.compile(f"[{ids.ALPHABET}]{{{ids.WIRE_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Things:
    """Ids in their wire form: what there is in the space with this tag."""

    tag: str
    member: str
    memory: str
    other: str
    pending: str
    proposal: str
    document: str
    stopped: str
    finished: str
    relation: str
    entry: str
    key: str
    theme: str
    other_theme: str

    @property
    def space(self) -> str:
        return f"spaces/{self.tag}/"


def things_of(cast: Cast) -> Things:
    """One of everything in Ada's space, and a key of hers."""
    space, actor = cast.space, cast.principal("ada").actor
    memory = factories.remember(space, "Mina works in Busan.")
    other = factories.remember(space, "The depot opens at six.")
    pending = factories.infer(space, "Mina leaves home before six.", memory, other)
    proposal = review.propose(
        actor=actor, space=space, kind="update", subjects=[memory], payload={"text": "Mina works in Seoul."}, why={}
    )
    assert proposal is not None
    relation = memories.relate(actor=actor, space=space, newer_id=other.pk, older_id=memory.pk, kind="extends")
    document = ingest.submit(actor=actor, space=space, content="The depot is red.", custom_id="depot").document
    stopped = ingest.submit(actor=actor, space=space, content="The depot is blue.").document
    ingest.cancel(actor=actor, space=space, document_id=stopped.pk)
    finished = take_in(space, "Why is the depot green?")
    spaces.create(actor=actor, tag=f"{space.tag}-annex", owner=cast.ada)
    entry = ledger.entries_of(space.pk).get(verb="relation.added", subject_id=relation.pk)
    key = accounts.create_key(owner=cast.ada, name="spare", scope="read", all_spaces=True).key
    gate = factories.remember(space, "The depot has a gate.")  # of four an island is made
    themes = [factories.key(space, word, memory, other, gate) for word in ("Depot", "Opening hours")]
    rows = [cast.ed, memory, other, pending, proposal, document, stopped, finished, relation, entry, key, *themes]
    return Things(space.tag, *(ids.encode(row.pk) for row in rows))


def nothing_of(tag: str) -> Things:
    """Ids that nobody has."""
    return Things(tag, *(ids.encode(ids.new()) for _ in range(13)))


@dataclass(frozen=True, slots=True)
class Case:
    """A call that succeeds with `ok` for somebody who has the capability `needs` in the space."""

    address: str
    method: str
    path: Callable[[Things], str]
    body: Callable[[Things], dict[str, Any]] | None = None
    ok: int = 200
    needs: Capability = Capability.READ

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    @property
    def in_space(self) -> bool:
        return self.address not in {"spaces", "api-keys", "api-key"}

    @property
    def changes(self) -> bool:
        """Whether it would change something: search only looks like it."""
        return self.method != "get" and self.address not in {"search", "search-explain"}

    @property
    def names_things(self) -> bool:
        """Whether the path has an id."""
        return bool(WIRE.search(self.path(nothing_of("t"))))


_C = Capability
CASES = [
    Case("spaces", "get", lambda t: "spaces/"),
    Case("spaces", "post", lambda t: "spaces/", lambda t: {"tag": "fresh"}, 201),
    Case("space", "get", lambda t: t.space),
    Case("space", "patch", lambda t: t.space, lambda t: {"name": "Renamed"}, needs=_C.MANAGE),
    Case("space-archive", "post", lambda t: f"{t.space}archive", needs=_C.MANAGE),
    Case("space-unarchive", "post", lambda t: f"{t.space}unarchive", needs=_C.MANAGE),
    Case("members", "get", lambda t: f"{t.space}members/"),
    Case(
        "members",
        "post",
        lambda t: f"{t.space}members/",
        lambda t: {"email": "sia@example.org", "role": "viewer"},
        needs=_C.MANAGE,
    ),
    Case("member", "delete", lambda t: f"{t.space}members/{t.member}/", ok=204, needs=_C.MANAGE),
    Case("documents", "get", lambda t: f"{t.space}documents/"),
    Case("documents", "post", lambda t: f"{t.space}documents/", lambda t: {"content": "It rains."}, 201, _C.WRITE),
    Case(
        "documents-batch",
        "post",
        lambda t: f"{t.space}documents/batch/",
        lambda t: {"items": [{"content": "It drizzles."}]},
        needs=_C.WRITE,
    ),
    Case(
        "documents-impact",
        "post",
        lambda t: f"{t.space}documents/impact",
        lambda t: {"ids": [t.document]},
        needs=_C.WRITE,
    ),
    Case(
        "documents-move",
        "post",
        lambda t: f"{t.space}documents/move",
        lambda t: {"ids": [t.document], "to": f"{t.tag}-annex"},
        needs=_C.MANAGE,
    ),
    Case(
        "documents-merge",
        "post",
        lambda t: f"{t.space}documents/merge",
        lambda t: {"ids": [t.finished], "into": t.document},
        needs=_C.WRITE,
    ),
    Case("document-reread", "get", lambda t: f"{t.space}documents/{t.stopped}/reread", needs=_C.WRITE),
    Case("document-reread", "post", lambda t: f"{t.space}documents/{t.stopped}/reread", needs=_C.WRITE),
    Case("document", "get", lambda t: f"{t.space}documents/{t.document}/"),
    Case("document", "delete", lambda t: f"{t.space}documents/{t.document}/", needs=_C.WRITE),
    Case("document-content", "get", lambda t: f"{t.space}documents/{t.document}/content"),
    Case("document-chunks", "get", lambda t: f"{t.space}documents/{t.document}/chunks/"),
    Case("document-cancel", "post", lambda t: f"{t.space}documents/{t.document}/cancel", needs=_C.WRITE),
    Case("document-retry", "post", lambda t: f"{t.space}documents/{t.stopped}/retry", needs=_C.WRITE),
    Case(
        "document-append",
        "post",
        lambda t: f"{t.space}documents/{t.document}/append",
        lambda t: {"content": "It pours."},
        201,
        _C.WRITE,
    ),
    Case("memories", "get", lambda t: f"{t.space}memories/"),
    Case("memories", "post", lambda t: f"{t.space}memories/", lambda t: {"text": "It snows."}, 201, _C.WRITE),
    Case(
        "memories-forget",
        "post",
        lambda t: f"{t.space}memories/forget",
        lambda t: {"ids": [t.memory, t.other]},
        needs=_C.WRITE,
    ),
    Case("memory", "get", lambda t: f"{t.space}memories/{t.memory}/"),
    Case(
        "memory", "patch", lambda t: f"{t.space}memories/{t.memory}/", lambda t: {"text": "It hails."}, needs=_C.WRITE
    ),
    Case("memory-history", "get", lambda t: f"{t.space}memories/{t.memory}/history"),
    Case("memory-related", "get", lambda t: f"{t.space}memories/{t.memory}/related/"),
    Case("memory-restore", "post", lambda t: f"{t.space}memories/{t.memory}/restore", needs=_C.WRITE),
    Case("memory-forget", "post", lambda t: f"{t.space}memories/{t.memory}/forget", needs=_C.WRITE),
    Case("memory-unforget", "post", lambda t: f"{t.space}memories/{t.memory}/unforget", needs=_C.WRITE),
    Case("memory-erase", "post", lambda t: f"{t.space}memories/{t.memory}/erase", needs=_C.MANAGE),
    Case("relations", "get", lambda t: f"{t.space}relations/"),
    Case(
        "relations",
        "post",
        lambda t: f"{t.space}relations/",
        lambda t: {"newer": t.other, "older": t.memory, "kind": "updates"},
        201,
        _C.WRITE,
    ),
    Case("relation", "delete", lambda t: f"{t.space}relations/{t.relation}/", ok=204, needs=_C.WRITE),
    Case("review", "get", lambda t: f"{t.space}review/", needs=_C.REVIEW),
    Case("review-item", "get", lambda t: f"{t.space}review/memory/{t.pending}/", needs=_C.REVIEW),
    Case("review-approve", "post", lambda t: f"{t.space}review/proposal/{t.proposal}/approve", needs=_C.REVIEW),
    Case(
        "review-reject",
        "post",
        lambda t: f"{t.space}review/memory/{t.pending}/reject",
        lambda t: {"reason": "too_vague"},
        needs=_C.REVIEW,
    ),
    Case("search", "get", lambda t: f"{t.space}search/?q=depot"),
    Case("search", "post", lambda t: f"{t.space}search/", lambda t: {"query": "depot"}),
    Case(
        "search-explain", "post", lambda t: f"{t.space}search/explain", lambda t: {"query": "depot", "memory": t.memory}
    ),
    Case("profile", "get", lambda t: f"{t.space}profile/?q=depot"),
    Case("retention", "get", lambda t: f"{t.space}retention/?forget_after_days=30", needs=_C.MANAGE),
    Case("ledger", "get", lambda t: f"{t.space}ledger/"),
    Case("ledger-undo", "post", lambda t: f"{t.space}ledger/{t.entry}/undo", needs=_C.WRITE),
    Case("keys", "get", lambda t: f"{t.space}keys/"),
    Case("key", "get", lambda t: f"{t.space}keys/{t.theme}/"),
    Case("key", "patch", lambda t: f"{t.space}keys/{t.theme}/", lambda t: {"text": "Shed"}, needs=_C.WRITE),
    Case(
        "key-merge",
        "post",
        lambda t: f"{t.space}keys/{t.theme}/merge",
        lambda t: {"into": t.other_theme},
        needs=_C.WRITE,
    ),
    Case(
        "key-split",
        "post",
        lambda t: f"{t.space}keys/{t.theme}/split",
        lambda t: {"text": "Shed", "memory_ids": [t.memory]},
        201,
        _C.WRITE,
    ),
    Case("key-memories", "get", lambda t: f"{t.space}keys/{t.theme}/memories/"),
    Case("graph", "get", lambda t: f"{t.space}graph/"),
    Case("graph_around", "get", lambda t: f"{t.space}graph/around/?node={t.memory}&depth=2"),
    Case("graph_path", "get", lambda t: f"{t.space}graph/path/?start={t.other}&end={t.memory}"),
    Case(
        "graph_island",
        "patch",
        lambda t: f"{t.space}graph/islands/{t.memory}/",
        lambda t: {"name": "The depot"},
        needs=_C.WRITE,
    ),
    Case("api-keys", "get", lambda t: "api-keys/"),
    Case("api-keys", "post", lambda t: "api-keys/", lambda t: {"name": "k", "scope": "read", "all_spaces": True}, 201),
    Case("api-key", "delete", lambda t: f"api-keys/{t.key}/", ok=204),
]
IN_SPACE = [case for case in CASES if case.in_space]
CHANGING = [case for case in IN_SPACE if case.changes]


def declared() -> Iterator[tuple[str, str, Capability]]:
    """(Address, method, capability) of every method in the URL table of the API."""
    for pattern in _flat(routes):
        view: type[APIView] = pattern.callback.view_class  # type: ignore[attr-defined]  # as Django sets it
        for method in METHODS:
            if (operation := operation_of(view, method.upper())) is not None:
                yield str(pattern.name), method, operation.needs


def _flat(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _flat(list(pattern.url_patterns))
        else:
            yield pattern
