"""App registration of the room, and its verbs."""

from django.apps import AppConfig


class MemoriesConfig(AppConfig):
    """memoryhub.memories"""

    name = "memoryhub.memories"
    label = "memories"

    def ready(self) -> None:
        from memoryhub.memories import verbs

        verbs.register()
