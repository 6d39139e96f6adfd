"""App registration of the room, its verbs, and its part in what follows a change of a memory."""

from django.apps import AppConfig


class AssociationsConfig(AppConfig):
    """memoryhub.associations"""

    name = "memoryhub.associations"
    label = "associations"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from memoryhub.associations import curating, giving, inverses, pins, services
        from memoryhub.ledger.verbs import register
        from memoryhub.memories import followers

        register(services.LINKED, _("%(actor)s linked memories by keys"), moves=False)
        register(services.UNLINKED, _("%(actor)s took a key off a memory"), moves=False)
        register(curating.CHANGED, _("%(actor)s changed a key"), inverses.changed)
        register(curating.MERGED, _("%(actor)s merged a key into another"), inverses.merged)
        register(curating.SPLIT, _("%(actor)s split a key"), inverses.split)
        register(giving.GIVEN, _("%(actor)s gave memories a key"), inverses.given, moves=False)
        register(giving.TAKEN, _("%(actor)s took a key off memories"), inverses.taken, moves=False)
        register(services.ISLAND_NAMED, _("%(actor)s named an island of the map"), inverses.named)
        register(services.ARRANGED, _("%(actor)s arranged the map"), moves=False)
        followers.on_new_version(services.carry)
        followers.on_erased(services.drop_links)
        followers.on_erased(pins.drop)
