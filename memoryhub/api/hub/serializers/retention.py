"""How long a space keeps things, on the wire."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework import serializers

from memoryhub.api.fields import Given, Shown
from memoryhub.api.hub.serializers.memories import MemoryShown
from memoryhub.lifecycle.retention import LEAST_DAYS, MOST_DAYS, Policy, Preview


class PolicyQuery(Given):
    """A policy to look at; without any days, the one in force."""

    forget_after_days = serializers.IntegerField(min_value=LEAST_DAYS, max_value=MOST_DAYS, required=False)
    purge_after_days = serializers.IntegerField(min_value=LEAST_DAYS, max_value=MOST_DAYS, required=False)
    limit = serializers.IntegerField(
        min_value=1, max_value=settings.MEMORYHUB_LIMITS["page_size"], default=10, help_text="How many are named."
    )


class PolicyShown(Shown):
    """Days after which recent context that nothing reinforces is forgotten, and what is forgotten or expired erased;
    null where that is not done."""

    forget_after_days = serializers.IntegerField(allow_null=True)
    purge_after_days = serializers.IntegerField(allow_null=True)


class ReachedShown(Shown):
    """How many memories, and the first of them, those that have waited longest."""

    count = serializers.IntegerField()
    first = MemoryShown(many=True)


class RetentionShown(Shown):
    """What the next run would do under `policy`; it runs once an hour while that is `in_force`."""

    policy = PolicyShown()
    in_force = serializers.BooleanField()
    forget = ReachedShown()
    purge = ReachedShown()


def shown(policy: Policy, found: Preview, *, in_force: bool, context: dict[str, Any]) -> dict[str, Any]:
    """A preview as it is answered."""
    told = {
        "policy": policy,
        "in_force": in_force,
        "forget": {"count": found.forget, "first": found.first_to_forget},
        "purge": {"count": found.purge, "first": found.first_to_purge},
    }
    return dict(RetentionShown(told, context=context).data)
