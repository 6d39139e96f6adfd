"""Documents read again, moved and made one, on the wire."""

from __future__ import annotations

from rest_framework import serializers

from memoryhub.api.fields import Exact, Given, Id, Shown
from memoryhub.api.hub.serializers.documents import MOST_IDS, DocumentShown

MOST_TEXTS = 200


class ChangeShown(Shown):
    """What a memory says `before`, empty for a new one, and would say `after`."""

    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField()


class PreviewShown(Shown):
    """What reading again would change: how many memories stay, and at most 200 texts of each kind with all counted."""

    kept = serializers.IntegerField()
    new = serializers.ListField(child=serializers.CharField())
    changed = ChangeShown(many=True)
    asked = ChangeShown(many=True)
    gone = serializers.ListField(child=serializers.CharField())
    counts = serializers.DictField(child=serializers.IntegerField())


class Move(Given):
    """Documents, and the tag of the space they go to."""

    ids = serializers.ListField(child=Id(), allow_empty=False, max_length=MOST_IDS)
    to = Exact(max_length=100, help_text="The tag of a space that you own, too.")


class MovedShown(Shown):
    """The documents as they are there, and the chains forgotten here; undoing an entry of `batch` brings these back."""

    documents = DocumentShown(many=True)
    forgotten = serializers.ListField(child=Id())
    batch = Id()


class Merge(Given):
    """Documents that go into another, in this order."""

    ids = serializers.ListField(child=Id(), allow_empty=False, max_length=MOST_IDS)
    into = Id()
