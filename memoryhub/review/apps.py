"""App registration of the room, and its verbs."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    """memoryhub.review"""

    name = "memoryhub.review"
    label = "review"

    def ready(self) -> None:
        from memoryhub.review import verbs

        verbs.register()
