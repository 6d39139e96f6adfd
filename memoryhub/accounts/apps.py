"""App registration of the room."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """memoryhub.accounts"""

    name = "memoryhub.accounts"
    label = "accounts"
