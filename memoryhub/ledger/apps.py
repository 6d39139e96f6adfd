"""App registration of the room, and its own verb."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """memoryhub.ledger"""

    name = "memoryhub.ledger"
    label = "ledger"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from memoryhub.ledger import undo, verbs

        verbs.register(undo.UNDONE, _("%(actor)s took back an earlier deed"))
