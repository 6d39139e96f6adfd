"""App registration of the hub itself, so that Django finds its commands."""

from django.apps import AppConfig


class MemoryhubConfig(AppConfig):
    """memoryhub"""

    name = "memoryhub"
    label = "hub"
