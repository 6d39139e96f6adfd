"""The ledger: what happened in a space, and taking it back."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from rest_framework.request import Request
from rest_framework.response import Response

from memoryhub.api.endpoint import SpaceEndpoint, operation
from memoryhub.api.hub.serializers.ledger import EntryPage, EntryShown, LedgerQuery, names_of
from memoryhub.core import paging
from memoryhub.ledger import selectors, undo, verbs
from memoryhub.ledger.models import Entry
from memoryhub.spaces.access import Capability


class LedgerEndpoint(SpaceEndpoint):
    """How entries are presented."""

    def shown(self, entries: Sequence[Entry]) -> EntryShown:
        """Entries with the names of who acted."""
        undone = selectors.undone_ids(self.access.space.pk, [entry.pk for entry in entries])
        context = {**self.context(), "names": names_of(entries), "undone": undone}
        return EntryShown(entries, many=True, context=context)


class Ledger(LedgerEndpoint):
    """All entries of a space."""

    @operation("List what happened, in order", query=LedgerQuery, answers={200: EntryPage})
    def get(self, request: Request, tag: str) -> Response:
        """One page."""
        rows = selectors.entries_of(self.access.space.pk)
        if "since" in self.query:
            rows = rows.filter(seq__gt=self.query["since"])
        if "subject" in self.query:
            rows = rows.filter(subject_id=self.query["subject"])
        page = paging.page(
            rows,
            scope=f"ledger {tag} {self.query.get('subject')}",
            sort=self.query["sort"],
            size=self.query["limit"],
            cursor=self.query.get("cursor"),
        )
        revision = selectors.revision_of(self.access.space.pk)
        return Response({"items": self.shown(page.rows).data, "next_cursor": page.next_cursor, "revision": revision})


class Undo(LedgerEndpoint):
    """Take a deed back."""

    @operation(
        "Take back a deed, or the batch it belongs to, by the id of either; 409 when something has happened since."
        " Needs the right to do what is taken back",
        answers={200: EntryShown},
    )
    def post(self, request: Request, tag: str, entry_id: uuid.UUID) -> Response:
        """The entry that says so."""
        entry = selectors.entry_of(self.access.space.pk, entry_id)
        self.access.require(Capability(verbs.get(entry.verb).needs))
        done = undo.undo(actor=self.access.actor, space_id=self.access.space.pk, entry_id=entry.pk)
        return Response(self.shown([done]).data[0])
