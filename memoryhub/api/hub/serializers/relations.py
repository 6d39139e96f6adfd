"""Relations on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from memoryhub.api.fields import Choice, Given, Id, Moment, PageQuery, Shown

UPDATES = "updates"
KINDS = (UPDATES, "extends", "derives")


class RelationQuery(PageQuery):
    """Which relations."""


class NewRelation(Given):
    """`newer` updates, extends or was derived from `older`."""

    newer = Id(help_text="A memory id.")
    older = Id(help_text="A memory id.")
    kind = Choice(choices=KINDS)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Two memories."""
        if attrs["newer"] == attrs["older"]:
            raise serializers.ValidationError({"older": "A memory cannot be related to itself."})
        return attrs


class RelationShown(Shown):
    """A relation between two versions. An update has no id: it is the order of the versions of one chain."""

    id = Id(allow_null=True)
    kind = serializers.CharField()
    newer = Id(source="newer_id")
    older = Id(source="older_id")
    rule = serializers.CharField(allow_blank=True)
    confidence = serializers.FloatField()
    created_at = Moment()
    severed_at = Moment(allow_null=True)
    confirmed_at = Moment(allow_null=True, help_text="When a person said that it holds.")


class RelationPage(Shown):
    """One page of relations."""

    items = RelationShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)
