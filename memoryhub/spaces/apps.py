"""App registration of the room, and its verbs."""

from django.apps import AppConfig


class SpacesConfig(AppConfig):
    """memoryhub.spaces"""

    name = "memoryhub.spaces"
    label = "spaces"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from memoryhub.ledger.verbs import register
        from memoryhub.spaces import services

        register(services.CREATED, _("%(actor)s made the space"))
        register(services.CHANGED, _("%(actor)s changed the space"))
        register(services.ARCHIVED, _("%(actor)s archived the space"))
        register(services.UNARCHIVED, _("%(actor)s opened the space again"))
        register(services.MEMBER_SET, _("%(actor)s gave a member a role"))
        register(services.MEMBER_REMOVED, _("%(actor)s removed a member"))
