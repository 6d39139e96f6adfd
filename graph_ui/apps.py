"""App registration of the console."""

from django.apps import AppConfig


class GraphUiConfig(AppConfig):
    """graph_ui"""

    name = "graph_ui"
    label = "console"
