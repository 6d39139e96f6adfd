"""What has to do with a memory, on the wire."""

from __future__ import annotations

from django.conf import settings
from rest_framework import serializers

from memoryhub.api.fields import Given, Shown
from memoryhub.api.hub.serializers.memories import EdgeShown, KeyShown, MemoryShown
from memoryhub.associations import related


class RelatedQuery(Given):
    """How many."""

    limit = serializers.IntegerField(
        min_value=1,
        max_value=settings.MEMORYHUB_LIMITS["page_size"],
        default=related.MOST,
        help_text="At most so many.",
    )


class RelatedShown(Shown):
    """A memory with why it is here: the keys both have, the one that says most first, and relations between them."""

    memory = MemoryShown()
    score = serializers.FloatField(help_text="Above 0; it orders this list and nothing else.")
    shared_keys = KeyShown(source="keys", many=True)
    relations = EdgeShown(source="edges", many=True)


class RelatedList(Shown):
    """Best first."""

    items = RelatedShown(many=True)
