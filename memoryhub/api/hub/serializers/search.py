"""Search on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api.fields import Choice, Flag, Given, Id, Metadata, Moment, Share, Shown, Text, Whole
from memoryhub.api.hub.serializers.memories import MemoryShown
from memoryhub.core.narrowing import Narrowing
from memoryhub.retrieval.reasons import WHY
from memoryhub.retrieval.request import INCLUDE, MODES, MOST_HOPS, Hit, SearchRequest
from memoryhub.spaces.models import Space

LIMITS = settings.MEMORYHUB_LIMITS


class Filters(Given):
    """Which memories are looked at, or which documents' chunks: all that is given must hold."""

    metadata = Metadata(required=False, help_text="What the metadata must contain.")
    since = Moment(required=False, begins=True, help_text="Made at or after this. A plain date: from its beginning.")
    until = Moment(required=False, begins=True, help_text="Made before this. A plain date: before its beginning.")
    is_static = Flag(required=False, help_text="Stable facts alone, or recent context alone; of memories only.")


class Question(Given):
    """What to look for."""

    query = Text(max_length=LIMITS["query_characters"])
    limit = Whole(min_value=1, max_value=LIMITS["page_size"], default=10)
    mode = Choice(choices=MODES, default="memories", help_text="Memories, document chunks, or both.")
    threshold = Share(default=0.0, help_text="The least similarity.")
    hops = Whole(
        min_value=1,
        max_value=MOST_HOPS,
        default=2,
        help_text="How far memories lead over their keys to others; further while fewer than the limit are found.",
    )

    filters = Filters(required=False)
    as_of = Moment(required=False, begins=True, help_text="What held at this moment. A plain date: at its beginning.")
    known_at = Moment(
        required=False,
        begins=True,
        help_text="What the hub knew at this moment, whatever was written since; what has been forgotten stays so.",
    )


class Recall(Question):
    """What to look for, what goes with the answers, and whether it counts as a recall."""

    reinforce = Flag(
        required=False,
        help_text="Whether the memories that are given sit deeper from now on, and it is noted who asked what. "
        "By default so for a key that may write; one that may not cannot ask for it.",
    )
    include = serializers.ListField(
        child=Choice(choices=INCLUDE),
        required=False,
        help_text="`versions`: older ones of each memory. `documents`: those behind each answer. `forgotten`: what was"
        " forgotten, apart from the answers; for those who may write.",
    )
    rerank = Flag(
        default=False, help_text="Have the first answers read again by the hub's reranker; 400 where it has none."
    )


class Missing(Question):
    """What was looked for, and the memory that is not among the answers."""

    memory = Id(help_text="The id of any version.")


class QuestionQuery(Given):
    """The same, in a query string, which changes nothing."""

    q = Text(max_length=LIMITS["query_characters"])
    limit = serializers.IntegerField(min_value=1, max_value=LIMITS["page_size"], default=10)
    mode = serializers.ChoiceField(choices=MODES, default="memories")
    threshold = serializers.FloatField(min_value=0.0, max_value=1.0, default=0.0)
    hops = serializers.IntegerField(min_value=1, max_value=MOST_HOPS, default=2)
    as_of = Moment(required=False, begins=True)
    known_at = Moment(required=False, begins=True)


class StepShown(Shown):
    """Over a key to a memory."""

    key = serializers.CharField()
    memory = Id(source="memory_id")


class EvidenceShown(Shown):
    """A sentence of a document: characters `start` to before `end`, null where the place is not known."""

    text = serializers.CharField()
    document = Id(source="document.pk")
    document_title = serializers.CharField(source="document.title", allow_blank=True)
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)


class VersionShown(Shown):
    """An older version of a memory: history, no longer served by itself."""

    id = Id()
    version = serializers.IntegerField()
    text = serializers.CharField()
    created_at = Moment()


class DocumentNamed(Shown):
    """A document by its names."""

    id = Id()
    title = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    file_name = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)


class HitShown(Shown):
    """One answer. `score` orders. `similarity` says how likely the text has to do with the question, whatever else was
    found and whichever model embeds; null where nothing could be embedded. `dense` and `lexical` are the normalised
    parts of the score, `cosine` and `bm25` what they were made from; a list that did not find it left a 0 there.

    Their sum, `weight` of `dense` and the rest of `lexical`, is multiplied by the `factors` (of a memory `fading`,
    `sources`, `depth`; of a turn of a conversation `scale`) and gets the `bonuses` (`key`, `association`; `neighbour`,
    `session`, `speaker`). `hop` is 1 for what was found directly; what was reached over keys has its `path`.
    """

    kind = serializers.ChoiceField(choices=["memory", "chunk"])
    id = Id()
    text = serializers.CharField()
    score = serializers.FloatField()
    similarity = serializers.FloatField(allow_null=True)
    dense = serializers.FloatField()
    lexical = serializers.FloatField()
    cosine = serializers.FloatField(allow_null=True)
    bm25 = serializers.FloatField()
    weight = serializers.FloatField()
    bonuses = serializers.DictField(child=serializers.FloatField())
    factors = serializers.DictField(child=serializers.FloatField())
    relevance = serializers.FloatField(
        allow_null=True, help_text="By the reranker, on a scale of its own; where it is there, it orders."
    )
    hop = serializers.IntegerField()
    path = StepShown(many=True)
    stage = serializers.ChoiceField(
        choices=["shallow", "medium", "deep", ""], help_text="How deep a memory sits; empty for a chunk."
    )
    state = serializers.ChoiceField(
        choices=["current", "superseded", "forgotten", "expired", ""],
        help_text="Of a memory, now; not `current` only where the question was for something else. Empty for a chunk.",
    )
    evidence = EvidenceShown(
        allow_null=True, help_text="The sentence a memory was read from, or what of a chunk has words of the question."
    )
    chain = serializers.SerializerMethodField(help_text="The memory's chain; null for a chunk.")
    version = serializers.SerializerMethodField(help_text="The memory's version; null for a chunk.")
    document = serializers.SerializerMethodField(help_text="The chunk's document; null for a memory.")
    document_title = serializers.SerializerMethodField()
    valid_from = serializers.SerializerMethodField()
    valid_to = serializers.SerializerMethodField()
    versions = VersionShown(many=True, help_text="Older ones, the newest first, where they were asked for.")
    documents = DocumentNamed(many=True, help_text="Those behind it, where they were asked for.")

    @extend_schema_field({"type": ["string", "null"]})
    def get_chain(self, hit: Hit) -> str | None:
        """The chain of a memory."""
        return None if hit.memory is None else Id().to_representation(hit.memory.root_id)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_version(self, hit: Hit) -> int | None:
        """The version of a memory."""
        return None if hit.memory is None else hit.memory.version

    @extend_schema_field({"type": ["string", "null"]})
    def get_document(self, hit: Hit) -> str | None:
        """The document of a chunk."""
        return None if hit.document is None else Id().to_representation(hit.document.pk)

    def get_document_title(self, hit: Hit) -> str:
        """Its title."""
        return "" if hit.document is None else hit.document.title

    @extend_schema_field(Moment(allow_null=True))
    def get_valid_from(self, hit: Hit) -> str | None:
        """From when on a memory holds."""
        return None if hit.memory is None else _moment(hit.memory.valid_from)

    @extend_schema_field(Moment(allow_null=True))
    def get_valid_to(self, hit: Hit) -> str | None:
        """Until when."""
        return None if hit.memory is None else _moment(hit.memory.valid_to)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else Moment().to_representation(moment)


class ResultsShown(Shown):
    """The answers, and which space they are from."""

    space = serializers.CharField()
    query = serializers.CharField()
    mode = serializers.CharField()
    total = serializers.IntegerField()
    took_ms = serializers.FloatField()
    reason_if_empty = serializers.CharField(allow_blank=True)
    lexical_only = serializers.BooleanField(help_text="The embedding service did not answer; the words alone decided.")
    candidates = serializers.IntegerField(help_text="How many were looked at closely.")
    below_threshold = serializers.IntegerField(help_text="How many of these the threshold has cut.")
    reranking = serializers.ChoiceField(
        choices=["", "done", "unavailable"],
        help_text="Empty where nobody asked; `unavailable` when the reranker did not answer: the score orders.",
    )
    hits = HitShown(many=True)
    forgotten = HitShown(many=True, help_text="What was forgotten or has expired, where it was asked for.")


class WhyShown(Shown):
    """Why a memory is not among the answers, or that it is.

    `reason` is `found`; a state: `superseded`, `forgotten`, `expired`, `pending`, `declined`, `withdrawn`, `erased`;
    `mode`, `filters`, `quoted` or `moment` for what the question leaves out; `threshold`; `outranked` by others; or
    `too_far`, `wordless` and `untelling` for what no list has among its best. `rank` counts from 1.
    """

    space = serializers.CharField(source="memory.space.tag")
    memory = MemoryShown()
    reason = serializers.ChoiceField(choices=sorted(WHY))
    says = serializers.CharField(help_text="The same as a sentence.")
    replaced_by = MemoryShown(allow_null=True, help_text="The newest version, or what it was merged into.")
    filters = serializers.ListField(child=serializers.CharField(), help_text="Which of them leave it out.")
    similarity = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    hit = HitShown(allow_null=True, help_text="The parts of its score, where it was a candidate.")


def request_of(space: Space, question: dict[str, Any]) -> SearchRequest:
    """The search a body asks for."""
    given = dict(question)
    return SearchRequest(space, narrowing=Narrowing(**given.pop("filters", {})), **given)


def asked(given: dict[str, Any]) -> dict[str, Any]:
    """A query string's question under the names of the body's."""
    return {"query" if name == "q" else name: value for name, value in given.items()}
