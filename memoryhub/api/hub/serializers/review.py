"""The review queue on the wire."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api.fields import Choice, Given, Id, Moment, PageQuery, Shown, Text
from memoryhub.memories import sight, states
from memoryhub.memories.models import Memory
from memoryhub.review import selectors
from memoryhub.review.services import REASONS


class QueueQuery(PageQuery):
    """Which questions."""

    kind = serializers.ChoiceField(choices=selectors.KINDS, required=False)


class Approval(Given):
    """The reviewer's own words, where the text should say something else."""

    text = Text(required=False, max_length=10_000)


class Rejection(Given):
    """Why not."""

    reason = Choice(choices=REASONS)
    note = Text(required=False, allow_blank=True, max_length=500, default="")


class ItemShown(Shown):
    """One question: an inference, or a proposed change. `text` is what approval would serve."""

    subject = serializers.CharField(source="subject_kind")
    id = Id()
    kind = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    confidence = serializers.FloatField()
    at = Moment()
    status = serializers.SerializerMethodField()
    status_reason = serializers.SerializerMethodField()

    def get_status(self, item: selectors.Item) -> str:
        """Whether it is still open, and if not what became of it."""
        if item.proposal is not None:
            return item.proposal.status
        return "" if item.memory is None else str(item.memory.review_status)

    def get_status_reason(self, item: selectors.Item) -> str:
        """Why, where a reason was given."""
        return "" if item.memory is None else item.memory.review_reason


class EvidenceMemory(Shown):
    """A memory the question rests on. Its text is null where the caller may not see it."""

    id = Id()
    chain = Id(source="root_id")
    version = serializers.IntegerField()
    state = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()

    def get_state(self, memory: Memory) -> str:
        """What the hub takes it for at this moment."""
        return states.shown(memory, self.context["now"])

    @extend_schema_field({"type": ["string", "null"]})
    def get_text(self, memory: Memory) -> str | None:
        """The text, for those who may see memories in this state."""
        return memory.text if sight.may_see(self.context["access"], self.get_state(memory)) else None


class ItemOpened(ItemShown):
    """A question with why it is asked."""

    evidence = serializers.DictField(help_text="The rule's counted evidence.")
    memories = EvidenceMemory(many=True)


class QueuePage(Shown):
    """One page of the queue."""

    items = ItemShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)


def opened(item: selectors.Item, why: selectors.Why, context: dict[str, Any]) -> dict[str, Any]:
    """A question with its evidence."""
    memories = EvidenceMemory(why.memories, many=True, context=context).data
    return {**ItemShown(item).data, "evidence": why.evidence, "memories": memories}
