"""Verbs that memories write into the ledger."""

from __future__ import annotations

REMEMBERED = "memory.remembered"
REVISED = "memory.revised"
RESTORED = "memory.restored"
CHANGED = "memory.changed"
ADJUSTED = "memory.adjusted"
FORGOTTEN = "memory.forgotten"
UNFORGOTTEN = "memory.unforgotten"
ERASED = "memory.erased"
MERGED = "memory.merged"
RETURNED = "memory.returned"
WITHDRAWN = "memory.withdrawn"
SOURCE_ADDED = "memory.source_added"
SOURCE_ENDED = "memory.source_ended"
RELATED = "relation.added"
SEVERED = "relation.severed"
CONFIRMED = "relation.confirmed"
UNCONFIRMED = "relation.unconfirmed"


def register() -> None:
    """Tell the ledger the sentence and the inverse of each."""
    from django.utils.translation import gettext_lazy as _

    from memoryhub.ledger.verbs import register as verb
    from memoryhub.memories import inverses

    verb(REMEMBERED, _("%(actor)s remembered something"), inverses.remembered)
    verb(REVISED, _("%(actor)s wrote a new version"), inverses.revised)
    verb(RESTORED, _("%(actor)s restored an older version"), inverses.revised)
    verb(CHANGED, _("%(actor)s changed the details of a memory"))
    verb(ADJUSTED, _("%(actor)s changed the details of a memory"), inverses.adjusted)
    verb(FORGOTTEN, _("%(actor)s forgot a memory"), inverses.forgotten)
    verb(UNFORGOTTEN, _("%(actor)s brought a memory back"), inverses.unforgotten)
    verb(ERASED, _("%(actor)s erased a memory"))
    verb(MERGED, _("%(actor)s merged a memory into another"))
    verb(RETURNED, _("%(actor)s sent an inference back to review"))
    verb(WITHDRAWN, _("%(actor)s withdrew an inference"))
    verb(SOURCE_ADDED, _("%(actor)s found another source"))
    verb(SOURCE_ENDED, _("%(actor)s ended a source"))
    verb(RELATED, _("%(actor)s linked two memories"), inverses.related)
    verb(SEVERED, _("%(actor)s cut a link"), inverses.severed)
    verb(CONFIRMED, _("%(actor)s confirmed a link"), inverses.confirmed, needs="review")
    verb(UNCONFIRMED, _("%(actor)s took back that a link holds"), needs="review")
