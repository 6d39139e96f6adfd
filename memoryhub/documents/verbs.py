"""Verbs that documents write into the ledger."""

from __future__ import annotations

SUBMITTED = "document.submitted"
REVISED = "document.revised"
APPENDED = "document.appended"
CHANGED = "document.changed"
REREAD = "document.reread"
STAGE = "document.stage"
CANCELLED = "document.cancelled"
RETRIED = "document.retried"
DELETED = "document.deleted"
BLANKED = "document.blanked"


def register() -> None:
    """Tell the ledger the sentence of each; what a document said before is not kept, so none has an inverse."""
    from django.utils.translation import gettext_lazy as _

    from memoryhub.ledger.verbs import register as verb

    verb(SUBMITTED, _("%(actor)s added a document"))
    verb(REVISED, _("%(actor)s replaced what a document says"))
    verb(APPENDED, _("%(actor)s added to a document"))
    verb(CHANGED, _("%(actor)s changed the details of a document"))
    verb(REREAD, _("%(actor)s had a document read again"))
    verb(STAGE, _("%(actor)s took a document a stage further"), moves=False)
    verb(CANCELLED, _("%(actor)s stopped the work on a document"))
    verb(RETRIED, _("%(actor)s started the work on a document again"))
    verb(DELETED, _("%(actor)s deleted a document"))
    verb(BLANKED, _("%(actor)s blanked an erased sentence in a document"))
