"""Association keys and API keys on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from memoryhub.accounts.models import ApiKey
from memoryhub.api.fields import Choice, Exact, Flag, Given, Id, Moment, Name, PageQuery, Shown, Text
from memoryhub.api.hub.serializers.memories import MOST_IDS
from memoryhub.associations.models import Key


class KeyQuery(PageQuery):
    """Which association keys."""

    q = Text(required=False, max_length=200, help_text="Found inside the wordings of a key, its aliases among them.")
    kind = Choice(choices=Key.Kind.choices, required=False)
    sort = serializers.ChoiceField(choices=["-memory_count", "text"], default="-memory_count")


class KeyCounted(Shown):
    """An association key with how many current memories have it."""

    id = Id()
    text = serializers.CharField()
    kind = serializers.ChoiceField(choices=Key.Kind.choices)
    aliases = serializers.ListField(child=serializers.CharField(), help_text="Other wordings it is found by.")
    memory_count = serializers.IntegerField()


class NeighbourShown(Shown):
    """A key of memories that also have another; `shared` counts them among the newest few hundred."""

    id = Id()
    text = serializers.CharField()
    kind = serializers.ChoiceField(choices=Key.Kind.choices)
    shared = serializers.IntegerField()


class KeyOpened(KeyCounted):
    """An association key with those that stand beside it most often."""

    neighbours = NeighbourShown(many=True)


class KeyChange(Given):
    """What a key is called, or what it is. What it was called before stays an alias."""

    text = Name(required=False, max_length=200)
    kind = Choice(choices=Key.Kind.choices, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Something."""
        if not attrs:
            raise serializers.ValidationError("Nothing to change is given.")
        return attrs


class KeyMerge(Given):
    """The key that takes over the memories and all wordings."""

    into = Id()


class KeySplit(Given):
    """What becomes a key of its own."""

    text = Name(max_length=200, help_text="An alias of the key, which leaves it, or a wording that no key has.")
    kind = Choice(choices=Key.Kind.choices, required=False, help_text="Left out, that of the key.")
    memory_ids = serializers.ListField(
        child=Id(), default=list, max_length=MOST_IDS, help_text="Memories that go with it, in all their versions."
    )


class KeyPage(Shown):
    """One page of association keys."""

    items = KeyCounted(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class NewApiKey(Given):
    """A key for a program: for some spaces, or for all of its owner's; never for neither."""

    name = Name(max_length=120)
    scope = Choice(choices=ApiKey.Scope.choices)
    spaces = serializers.ListField(
        child=Exact(), required=False, allow_empty=False, max_length=100, help_text="Container tags."
    )
    all_spaces = Flag(default=False)
    expires_at = Moment(required=False, allow_null=True)


class ApiKeyShown(Shown):
    """An API key without its secret."""

    id = Id()
    name = serializers.CharField()
    start = serializers.CharField(help_text="The first characters of the secret.")
    scope = serializers.ChoiceField(choices=ApiKey.Scope.choices)
    all_spaces = serializers.BooleanField()
    spaces = serializers.SerializerMethodField()
    created_at = Moment()
    expires_at = Moment(allow_null=True)
    revoked_at = Moment(allow_null=True)
    last_used_at = Moment(allow_null=True)

    def get_spaces(self, key: ApiKey) -> list[str]:
        """Tags of the spaces it is for, as far as the owner is a member."""
        tags: dict[Any, str] = self.context["tags"]
        return sorted(tags[space_id] for space_id in key.space_ids if space_id in tags)


class ApiKeyMade(ApiKeyShown):
    """A new API key; its secret is shown this once."""

    secret = serializers.CharField()


class ApiKeyPage(Shown):
    """One page of API keys."""

    items = ApiKeyShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)
