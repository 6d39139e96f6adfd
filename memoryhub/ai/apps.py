"""Registers the ai room with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AiConfig(AppConfig):
    name = "memoryhub.ai"
    label = "ai"
    verbose_name = _("Embedding models")
    default_auto_field = "django.db.models.BigAutoField"
