"""App registration of the hub itself, so that Django finds its commands, and of what rooms that are no app register."""

from django.apps import AppConfig


class MemoryhubConfig(AppConfig):
    """memoryhub"""

    name = "memoryhub"
    label = "hub"

    def ready(self) -> None:
        from memoryhub.ingest import key_profile
        from memoryhub.lifecycle import retention, verbs
        from memoryhub.profiles import buckets
        from memoryhub.retrieval import recipes, weights
        from memoryhub.spaces import options

        verbs.register()
        options.register("weights", weights.checked)
        options.register("scoring", recipes.checked)
        options.register("key_profile", key_profile.checked)
        options.register("buckets", buckets.checked)
        options.register(retention.SETTING, retention.checked)
