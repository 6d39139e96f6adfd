"""A profile on the wire."""

from __future__ import annotations

from django.conf import settings
from rest_framework import serializers

from memoryhub.api.fields import Given, Id, Moment, Shown, Text
from memoryhub.api.hub.serializers.search import ResultsShown
from memoryhub.profiles.profile import DEFAULT_TOKENS, HALVES, MOST_TOKENS

LIMITS = settings.MEMORYHUB_LIMITS


class ProfileQuery(Given):
    """What of a profile is wanted."""

    q = Text(max_length=LIMITS["query_characters"], required=False, help_text="A question, answered in the same call.")
    tokens = serializers.IntegerField(min_value=1, max_value=MOST_TOKENS, default=DEFAULT_TOKENS)
    only = serializers.ChoiceField(choices=HALVES, required=False, help_text="One half alone.")
    limit = serializers.IntegerField(min_value=1, max_value=LIMITS["page_size"], default=10)


class LineShown(Shown):
    """One memory of a profile."""

    id = Id(source="memory.pk")
    chain = Id(source="memory.root_id")
    text = serializers.CharField(source="memory.text")
    reinforced_at = Moment(help_text="When it was said or asked for last.")


class ProfileShown(Shown):
    """Stable facts and recent context, and the answers to the question if there was one.

    `tokens` estimates what both halves cost in a prompt, `left_out` counts what had no place in the budget.
    """

    space = serializers.CharField()
    static = LineShown(many=True)
    dynamic = LineShown(many=True)
    tokens = serializers.IntegerField()
    left_out = serializers.IntegerField()
    results = ResultsShown(allow_null=True)
