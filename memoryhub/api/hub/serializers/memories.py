"""Memories on the wire: one shape for the latest version of a chain, with its sources, keys and relations on asking."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api.fields import (
    Choice,
    Exact,
    Flag,
    Given,
    Id,
    Metadata,
    Moment,
    PageQuery,
    PlaceShown,
    Share,
    Shown,
    Text,
    Whole,
)
from memoryhub.associations.models import Key
from memoryhub.documents import selectors as documents
from memoryhub.memories import selectors, states
from memoryhub.memories.depth import stage
from memoryhub.memories.models import Memory

STATES = ("current", "pending", "declined", "withdrawn", "superseded", "forgotten", "expired", "erased")
SORTS = ("-created_at", "created_at", "-updated_at", "updated_at")
MOST_IDS = 500
LIMITS = settings.MEMORYHUB_LIMITS


class MemoryQuery(PageQuery):
    """Which memories."""

    state = serializers.ChoiceField(
        choices=STATES, default="current", help_text="All but `current` need the right to write, or to review."
    )
    sort = serializers.ChoiceField(choices=SORTS, default="-created_at")


class GivenKey(Given):
    """An association key."""

    text = Text(max_length=200)
    kind = Choice(choices=Key.Kind.choices, default=Key.Kind.CONCEPT)


class MemoryDetails(Given):
    """What may be said about a memory beside its text. A plain date is a day of the space's time zone."""

    is_static = Flag(required=False, help_text="A stable fact rather than recent context.")
    forget_after = Moment(required=False, allow_null=True, help_text="A plain date: at the end of that day.")
    valid_from = Moment(required=False, allow_null=True, begins=True, help_text="A plain date: from its beginning.")
    valid_to = Moment(required=False, allow_null=True, help_text="A plain date: to its end.")
    metadata = Metadata(required=False)


class NewMemory(MemoryDetails):
    """A fact to remember; as an inference it waits for review."""

    text = Text(max_length=10_000)
    keys = GivenKey(many=True, required=False, help_text="Left out, the hub finds them in the text.")
    is_inference = Flag(required=False)
    derives_from = serializers.ListField(child=Id(), required=False, max_length=50)
    confidence = Share(required=False)


class MemoryChange(MemoryDetails):
    """Either a new text, which makes a new version, or details."""

    text = Text(required=False, max_length=10_000)
    base_version = Whole(required=False, min_value=1, help_text="The version you saw; 409 when it is not the latest.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One change at a time, so that none is half done."""
        if "text" in attrs and set(attrs) - {"text", "base_version"}:
            raise serializers.ValidationError({"text": "Change the text and the details in two calls."})
        if "base_version" in attrs and "text" not in attrs:
            raise serializers.ValidationError({"base_version": "base_version goes with a text."})
        if not attrs:
            raise serializers.ValidationError("Nothing to change is given.")
        return attrs


class Restoring(Given):
    """Which version the caller saw as the latest."""

    base_version = Whole(required=False, min_value=1)


class Forgetting(Given):
    """Why."""

    note = Text(required=False, allow_blank=True, max_length=500, default="")


class ForgettingMany(Forgetting):
    """Which memories: by their ids, or by what one says.

    The memory that says exactly the `text` is forgotten at once. Otherwise nothing is: the answer holds candidates, and
    the same call with the ids of those that are meant forgets them.
    """

    ids = serializers.ListField(
        child=Exact(max_length=64), allow_empty=False, max_length=MOST_IDS, required=False, help_text="Memory ids."
    )
    text = Text(max_length=LIMITS["query_characters"], required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if "ids" in attrs and "text" in attrs:
            raise serializers.ValidationError({"text": "Give ids or a text, not both."})
        if "ids" not in attrs and "text" not in attrs:
            raise serializers.ValidationError({"ids": "Give the ids, or the text, of what is to be forgotten."})
        return attrs


class KeyShown(Shown):
    """A key of a memory."""

    id = Id()
    text = serializers.CharField()
    kind = serializers.CharField()


class MemoryShown(Shown):
    """A version of a memory. `chain` stays the same in all versions, and any version's id stands for its chain."""

    id = Id()
    chain = Id(source="root_id")
    version = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    state = serializers.SerializerMethodField()
    is_static = serializers.BooleanField()
    is_inference = serializers.BooleanField()
    confidence = serializers.FloatField()
    source_count = serializers.IntegerField()
    forget_after = Moment(allow_null=True)
    forgotten_at = Moment(allow_null=True)
    forget_reason = serializers.CharField(allow_blank=True)
    forget_note = serializers.CharField(allow_blank=True)
    review_reason = serializers.CharField(allow_blank=True)
    valid_from = Moment(allow_null=True)
    valid_to = Moment(allow_null=True)
    language = serializers.CharField(allow_blank=True)
    trust = serializers.CharField()
    origin = serializers.CharField(allow_blank=True)
    metadata = serializers.DictField()
    created_at = Moment()
    updated_at = Moment()

    def get_state(self, memory: Memory) -> str:
        """What the hub takes it for at this moment."""
        return states.shown(memory, self.context["now"])


class MemoryListed(MemoryShown):
    """A memory with its keys."""

    keys = serializers.SerializerMethodField()

    @extend_schema_field(KeyShown(many=True))
    def get_keys(self, memory: Memory) -> list[dict[str, Any]]:
        """Heaviest first."""
        return [self._key.to_representation(key) for key in self.context["keys"].get(memory.pk, [])]

    @cached_property
    def _key(self) -> KeyShown:
        # Made once for all memories of a list: to make it takes longer than to answer with it.
        return KeyShown()


class SourceShown(Shown):
    """Where a version comes from: characters `start` to `end` of a document, with the sentence."""

    document = Id(source="document_id", allow_null=True)
    document_title = serializers.SerializerMethodField()
    chunk = Id(source="chunk_id", allow_null=True)
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField(allow_blank=True)
    place = serializers.SerializerMethodField()
    relevance = serializers.FloatField()
    created_at = Moment()
    ended_at = Moment(allow_null=True)
    ended_reason = serializers.CharField(allow_blank=True)

    def get_document_title(self, source: Any) -> str:
        """Empty once the document is gone."""
        return "" if source.document is None else str(source.document.title)

    @extend_schema_field(PlaceShown(allow_null=True))
    def get_place(self, source: Any) -> dict[str, str] | None:
        """The page, slide or sheet, where the document has such."""
        at = None if source.document is None else documents.place_at(source.document, source.start)
        return None if at is None else {"kind": at[0], "name": at[1]}


class EdgeShown(Shown):
    """A relation seen from one memory; `other` is the chain at its far end."""

    id = Id(source="relation.pk")
    kind = serializers.CharField(source="relation.kind")
    direction = serializers.SerializerMethodField()
    other = Id(source="other.root_id")
    confidence = serializers.FloatField(source="relation.confidence")

    def get_direction(self, edge: selectors.Edge) -> str:
        """`to_older` when this memory is the newer end."""
        return "to_older" if edge.outward else "to_newer"


class MemoryOpened(MemoryListed):
    """A memory with all that belongs to it."""

    sources = SourceShown(many=True)
    relations = EdgeShown(many=True)


class MemoryPage(Shown):
    """One page of memories."""

    items = MemoryListed(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class VersionShown(MemoryShown):
    """A version with how deep it sits: it sank in each time it was given to an agent, and a correction weakened it."""

    depth = serializers.FloatField(help_text="From 0 to 1.")
    stage = serializers.SerializerMethodField()

    @extend_schema_field({"type": "string", "enum": ["shallow", "medium", "deep"]})
    def get_stage(self, memory: Any) -> str:
        """The word for it."""
        return stage(memory.depth)


class VersionPage(Shown):
    """One page of the versions of a chain."""

    items = VersionShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class RememberedShown(MemoryListed):
    """A memory, and whether it is new; a fact the space knew already is answered with 200."""

    created = serializers.BooleanField()


class CandidateShown(Shown):
    """A memory that a sentence may mean."""

    id = Id()
    text = serializers.CharField()
    similarity = serializers.FloatField(allow_null=True)
    score = serializers.FloatField()


class ForgottenShown(Shown):
    """What was forgotten. `batch` names the deed, by which `ledger/{batch}/undo` takes all of it back; null where a
    text forgot nothing. `unknown` are ids that are none of this space; `candidates` are what a text may mean: nothing
    of them is forgotten before their ids are given."""

    batch = Id(allow_null=True)
    forgotten = serializers.ListField(child=Id(), help_text="Chains.")
    unknown = serializers.ListField(child=serializers.CharField())
    candidates = CandidateShown(many=True)
