"""App registration of the room."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """memoryhub.jobs"""

    name = "memoryhub.jobs"
    label = "jobs"
