"""App registration of the room, and its verbs."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """memoryhub.documents"""

    name = "memoryhub.documents"
    label = "documents"

    def ready(self) -> None:
        from memoryhub.documents import verbs

        verbs.register()
