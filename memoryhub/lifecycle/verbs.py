"""The verb that lifecycle writes into the ledger beside those of the rooms it calls."""

from __future__ import annotations

PURGED = "space.purged"


def register() -> None:
    """Tell the ledger its sentence; a purge has no inverse."""
    from django.utils.translation import gettext_lazy as _

    from memoryhub.ledger.verbs import register as verb

    verb(PURGED, _("%(actor)s deleted a space with everything in it"), needs="manage")
