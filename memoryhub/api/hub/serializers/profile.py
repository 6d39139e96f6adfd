"""A profile on the wire."""

from __future__ import annotations

from django.conf import settings
from rest_framework import serializers

from memoryhub.api.fields import Exact, Given, Id, Moment, Shown, Text
from memoryhub.api.hub.serializers.search import ResultsShown
from memoryhub.profiles.profile import DEFAULT_TOKENS, MOST_TOKENS

LIMITS = settings.MEMORYHUB_LIMITS


class ProfileQuery(Given):
    """What of a profile is wanted."""

    q = Text(max_length=LIMITS["query_characters"], required=False, help_text="A question, answered in the same call.")
    tokens = serializers.IntegerField(
        min_value=1,
        max_value=MOST_TOKENS,
        default=DEFAULT_TOKENS,
        help_text="What all of it may cost in a prompt, estimated: a token for each Han, kana or Hangul character, one"
        " for four others, and two for each line.",
    )
    only = Exact(max_length=64, required=False, help_text="One part alone: static, dynamic, or the name of a bucket.")
    limit = serializers.IntegerField(min_value=1, max_value=LIMITS["page_size"], default=10)


class LineShown(Shown):
    """One memory of a profile."""

    id = Id(source="pk")
    chain = Id(source="root_id")
    text = serializers.CharField()
    reinforced_at = Moment(help_text="When it was said or asked for last.")


class ProfileShown(Shown):
    """Stable facts and recent context, the buckets of the space by name, and the answers to the question if there was
    one.

    What a bucket has is in no half. `tokens` estimates what all of it costs in a prompt, `left_out` counts what had no
    place in the budget.
    """

    space = serializers.CharField()
    static = LineShown(many=True)
    dynamic = LineShown(many=True)
    buckets = serializers.DictField(child=LineShown(many=True))
    tokens = serializers.IntegerField()
    left_out = serializers.IntegerField()
    results = ResultsShown(allow_null=True)
