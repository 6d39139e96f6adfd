"""Which memories a caller may see: what is current for everybody, the rest by what they may do."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from memoryhub.core import errors
from memoryhub.documents import selectors as documents
from memoryhub.memories import edges, selectors, states
from memoryhub.memories.models import Memory
from memoryhub.spaces.access import Access, Capability

IN_REVIEW = frozenset({states.PENDING, states.DECLINED, states.WITHDRAWN})


def may_see(access: Access, state: str) -> bool:
    """Whether memories in this state are for the caller: those under review for reviewers, all for editors."""
    if state == states.CURRENT or access.may(Capability.WRITE):
        return True
    return state in IN_REVIEW and access.may(Capability.REVIEW)


def require(access: Access, state: str) -> None:
    """`errors.NotAllowed` when memories in this state are not for the caller."""
    if not may_see(access, state):
        raise errors.NotAllowed(f"Memories that are {state} are for editors of this space.")


def latest(access: Access, memory_id: uuid.UUID, *, now: datetime) -> Memory:
    """The latest version of the chain that holds this version, if it is for the caller.

    Raises `errors.NotFound` as for an unknown id otherwise, and `errors.InvalidInput` that names the right call for
    the id of a document of this space or of a chunk of one.
    """
    try:
        memory = selectors.latest_of(access.space, memory_id)
    except errors.NotFound:
        refuse_documents(access, [memory_id])
        raise
    if not may_see(access, states.shown(memory, now)):
        raise errors.NotFound()
    return memory


def history(access: Access, memory_id: uuid.UUID, *, now: datetime) -> QuerySet[Memory]:
    """The versions of a chain that are for the caller, each with its `depth`: a reader sees those once served."""
    rows = edges.versions_of(access.space, latest(access, memory_id, now=now).root_id)
    rows = rows.annotate(depth=Coalesce("activity__depth", 0.0))
    return rows if may_see(access, states.WITHDRAWN) else rows.exclude(review_status=Memory.Review.WITHDRAWN)


def saying(access: Access, words: str, *, now: datetime, limit: int) -> Sequence[tuple[Memory, Memory]]:
    """The newest versions for the caller whose text has these very words, each with the latest of its chain."""
    if not words:
        return []
    rows = Memory.objects.filter(_for_caller(access, now), space=access.space, text__icontains=words)
    if not may_see(access, states.WITHDRAWN):
        rows = rows.exclude(review_status=Memory.Review.WITHDRAWN)
    found = list(rows.order_by("-created_at", "-pk")[:limit])
    latest = selectors.latest_by_root(access.space, {row.root_id for row in found}, hidden=True)
    of_root = {row.root_id: row for row in latest}
    return [(row, of_root[row.root_id]) for row in found if row.root_id in of_root]


def _for_caller(access: Access, now: datetime) -> Q | Exists:
    """Versions of chains whose latest version is for the caller."""
    if access.may(Capability.WRITE):
        return Q(erased_at=None)
    shown = selectors.current(now)
    if access.may(Capability.REVIEW):
        shown |= Q(review_status__in=IN_REVIEW, is_latest=True, forgotten_at=None, erased_at=None)
    return Exists(Memory.objects.filter(shown, space=access.space, root_id=OuterRef("root_id")))


def refuse_documents(access: Access, memory_ids: Collection[uuid.UUID], *, field: str = "memory_id") -> None:
    """`errors.InvalidInput` where the id of a document of this space, or of a chunk of one, is given for a memory's."""
    document = documents.documents_of(access.space).filter(pk__in=memory_ids).first()
    if document is not None:
        raise _refused(field, "document", document.pk)
    chunk = documents.chunks_by_id(access.space, map(str, memory_ids))
    if chunk:
        raise _refused(field, "chunk", next(iter(chunk.values())).document_id)


def _refused(field: str, kind: str, document_id: uuid.UUID) -> errors.InvalidInput:
    whose = "a document" if kind == "document" else "a chunk of a document, and only memories can be forgotten"
    return errors.InvalidInput(
        field,
        f"This is the id of {whose}. To take the document with all it alone stands for, call"
        " DELETE /spaces/{tag}/documents/{document_id}/; its memories are listed with their own ids.",
        code=f"{kind}_id",
        document=document_id,
    )
