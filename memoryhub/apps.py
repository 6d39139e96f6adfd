"""App registration of the hub itself, so that Django finds its commands, and of the verbs of rooms that are no app."""

from django.apps import AppConfig


class MemoryhubConfig(AppConfig):
    """memoryhub"""

    name = "memoryhub"
    label = "hub"

    def ready(self) -> None:
        from memoryhub.lifecycle import verbs

        verbs.register()
