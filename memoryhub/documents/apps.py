"""App registration of the room."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """memoryhub.documents"""

    name = "memoryhub.documents"
    label = "documents"
