"""Registers the ai room with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper
from psycopg import adapters


class AiConfig(AppConfig):
    name = "memoryhub.ai"
    label = "ai"
    verbose_name = _("Embedding models")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Before any connection is made, teach them to send a vector in pgvector's own form, and to log it as text."""
        adapters.register_dumper(HalfVector, HalfVectorDumper)
        adapters.register_dumper(HalfVector, HalfVectorBinaryDumper)
