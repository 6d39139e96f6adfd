"""Tables of memories: versions, sources, relations, states, recalls, activity.

The chain rules live in the database: checks and uniques here, row triggers by pgtrigger, and the composite foreign
keys in the migration `0002_chain`; columns they cover need no key of their own, which each row would pay for.
"""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex, GinIndex
from django.db import models
from django.db.models import F, Func, Q, Value

from memoryhub.ai.models import Vector
from memoryhub.core import clock, ids
from memoryhub.documents.models import Chunk, Document
from memoryhub.spaces.models import Space

STATES = ("current", "pending", "superseded", "forgotten", "declined", "withdrawn", "erased")
FIXED_COLUMNS = "id space_id root_id parent_id version created_at is_inference"


class Memory(models.Model):
    """One atomic fact; each row is one version of a chain."""

    class Review(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="memories", db_index=False)
    text = models.TextField(blank=True)
    text_hash = models.CharField(max_length=64, blank=True)
    root = models.ForeignKey("self", on_delete=models.DO_NOTHING, db_constraint=False, related_name="chain")
    parent = models.ForeignKey(
        "self", on_delete=models.DO_NOTHING, db_constraint=False, null=True, blank=True, related_name="children"
    )
    version = models.PositiveIntegerField(default=1)
    prev_version = models.GeneratedField(
        expression=Func(F("version") - 1, Value(0), function="NULLIF"),
        output_field=models.IntegerField(null=True),
        db_persist=True,
    )
    is_latest = models.BooleanField(default=True)
    is_static = models.BooleanField(default=False)
    is_inference = models.BooleanField(default=False)
    review_status = models.CharField(max_length=16, choices=Review.choices, null=True, blank=True)  # noqa: DJ001 - null means nobody asked
    review_reason = models.CharField(max_length=64, blank=True)
    confidence = models.FloatField(default=0.5)
    source_count = models.PositiveIntegerField(default=0)
    forget_after = models.DateTimeField(null=True, blank=True)
    forgotten_at = models.DateTimeField(null=True, blank=True)
    forget_reason = models.CharField(max_length=64, blank=True)
    forget_note = models.CharField(max_length=500, blank=True)
    forget_batch = models.UUIDField(null=True, blank=True)
    merged_into = models.UUIDField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_to = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=16, blank=True)
    trust = models.CharField(max_length=16, default="stated")
    origin = models.CharField(max_length=120, blank=True)
    change_rule = models.CharField(max_length=64, blank=True)
    written_by_kind = models.CharField(max_length=16)
    written_by_id = models.CharField(max_length=64)
    metadata = models.JSONField(default=dict, blank=True)
    tokens = ArrayField(models.TextField(), default=list, blank=True)
    length = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "id"], name="memory_space_id"),
            models.UniqueConstraint(fields=["space", "root", "version"], name="memory_no_fork"),
            models.UniqueConstraint(fields=["root", "id", "version"], name="memory_chain_target"),
            models.UniqueConstraint(fields=["space", "root"], condition=Q(is_latest=True), name="memory_one_latest"),
            models.CheckConstraint(
                condition=(Q(version=1) & Q(root=F("id"))) | (~Q(version=1) & ~Q(root=F("id"))),
                name="memory_root_is_first",
            ),
            models.CheckConstraint(
                condition=Q(version=1, parent__isnull=True) | (Q(version__gt=1) & Q(parent__isnull=False)),
                name="memory_parent_but_first",
            ),
            models.CheckConstraint(
                condition=~Q(review_status="pending") | Q(version=1, is_inference=True, is_latest=True),
                name="memory_pending_is_new_inference",
            ),
            models.CheckConstraint(
                condition=Q(review_status__isnull=True)
                | Q(review_status__in=["pending", "approved", "declined", "withdrawn"]),
                name="memory_review_status",
            ),
            models.CheckConstraint(
                condition=Q(is_inference=False) | Q(review_status__isnull=False), name="memory_inference_is_judged"
            ),
            models.CheckConstraint(
                condition=Q(erased_at__isnull=True, text__gt="") | Q(erased_at__isnull=False, text="", text_hash=""),
                name="memory_text_unless_erased",
            ),
            models.CheckConstraint(
                condition=Q(forgotten_at__isnull=True, forget_reason="", forget_batch__isnull=True)
                | (Q(forgotten_at__isnull=False) & ~Q(forget_reason="")),
                name="memory_forgotten_why",
            ),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="memory_confidence"),
            models.CheckConstraint(
                condition=Q(valid_from__isnull=True) | Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="memory_valid_span",
            ),
        ]
        indexes = [
            GinIndex(fields=["space", "tokens"], name="memory_tokens"),
            models.Index(fields=["space", "text_hash"], condition=Q(is_latest=True), name="memory_same_text"),
            models.Index(fields=["space", "-created_at", "-id"], name="memory_newest"),
            models.Index(fields=["space", "forget_after"], condition=Q(forget_after__isnull=False), name="memory_ends"),
            models.Index(fields=["space", "review_status"], condition=Q(review_status="pending"), name="memory_queue"),
            models.Index(fields=["space", "text_hash"], condition=Q(is_inference=True), name="memory_inferred_text"),
            # What a search asks of every memory of a space, and what pages count, without reading their texts.
            models.Index(
                fields=["space", "id"],
                include=["length", "forget_after", "review_status"],
                condition=Q(is_latest=True, forgotten_at__isnull=True, erased_at__isnull=True),
                name="memory_searched",
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="memory_text_is_fixed",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition("OLD.text IS DISTINCT FROM NEW.text"),
                func="""
                    IF NEW.text = '' AND NEW.erased_at IS NOT NULL THEN RETURN NEW; END IF;
                    RAISE EXCEPTION 'the text of a version never changes' USING ERRCODE = 'check_violation';
                """,
            ),
            pgtrigger.Trigger(
                name="memory_place_is_fixed",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition(
                    " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in FIXED_COLUMNS.split())
                ),
                func="RAISE EXCEPTION 'the place of a version in its chain never changes'"
                " USING ERRCODE = 'check_violation';",
            ),
            pgtrigger.Trigger(
                name="memory_keeps_a_latest",
                level=pgtrigger.Row,
                when=pgtrigger.After,
                operation=pgtrigger.UpdateOf("is_latest")  # type: ignore[no-untyped-call]  # pgtrigger ships none
                | pgtrigger.Insert
                | pgtrigger.Delete,
                timing=pgtrigger.Deferred,
                func="""
                    DECLARE chain uuid := COALESCE(NEW.root_id, OLD.root_id);
                    BEGIN
                    IF EXISTS (SELECT 1 FROM memories_memory WHERE root_id = chain)
                       AND NOT EXISTS (SELECT 1 FROM memories_memory WHERE root_id = chain AND is_latest) THEN
                        RAISE EXCEPTION 'a chain keeps one latest version' USING ERRCODE = 'check_violation';
                    END IF;
                    RETURN NULL;
                    END;
                """,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.root_id} v{self.version}"


class MemorySource(models.Model):
    """Where a version comes from: the sentence, its chunk and document. Ended when the document goes or changes."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="sources", db_constraint=False)
    document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, blank=True, related_name="memory_sources", db_constraint=False
    )
    chunk = models.ForeignKey(
        Chunk, on_delete=models.SET_NULL, null=True, blank=True, related_name="memory_sources", db_constraint=False
    )
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    quote = models.TextField(blank=True)
    relevance = models.FloatField(default=1.0)
    created_at = models.DateTimeField(default=clock.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["space", "memory", "document"],
                condition=Q(ended_at__isnull=True, document__isnull=False),
                name="source_once_per_document",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True)
                | Q(start__isnull=False, end__isnull=False, end__gte=F("start")),
                name="source_span",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_reason="") | (Q(ended_at__isnull=False) & ~Q(ended_reason="")),
                name="source_ended_why",
            ),
        ]
        indexes = [
            models.Index(fields=["space", "document"], name="source_document"),
            models.Index(fields=["space", "-created_at"], condition=Q(ended_at__isnull=True), name="source_newest"),
        ]

    def __str__(self) -> str:
        return f"source of {self.memory_id}"


class Relation(models.Model):
    """An edge between two versions of one space; *updates* is no row here, it is the parent link."""

    class Kind(models.TextChoices):
        EXTENDS = "extends"
        DERIVES = "derives"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    newer = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="relations_out", db_constraint=False)
    older = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="relations_in", db_constraint=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    rule = models.CharField(max_length=64, blank=True)
    confidence = models.FloatField(default=1.0)
    evidence = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    severed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "newer", "older", "kind"], name="relation_once"),
            models.CheckConstraint(condition=~Q(newer=F("older")), name="relation_not_to_itself"),
            models.CheckConstraint(condition=Q(kind__in=["extends", "derives"]), name="relation_kind"),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="relation_confidence"),
        ]

    def __str__(self) -> str:
        return f"{self.newer_id} {self.kind} {self.older_id}"


class State(models.Model):
    """What the hub took a version for, from when to when: answers *known at*."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="states", db_constraint=False)
    state = models.CharField(
        max_length=16,
        choices=[(name, name) for name in STATES],
    )
    from_at = models.DateTimeField()
    to_at = models.DateTimeField(null=True, blank=True)
    seq = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "memory"], condition=Q(to_at__isnull=True), name="state_one_open"),
            models.CheckConstraint(condition=Q(to_at__isnull=True) | Q(to_at__gte=F("from_at")), name="state_span"),
            models.CheckConstraint(condition=Q(state__in=STATES), name="state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.state}"


class Recall(models.Model):
    """One time a memory was given to a caller. Append-only; can be switched off per space."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="recalls", db_constraint=False)
    key_id = models.UUIDField(null=True, blank=True)
    query = models.TextField(blank=True)
    rank = models.PositiveIntegerField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        indexes = [
            models.Index(fields=["space", "memory", "-at"], name="recall_newest"),
            # Rows come in the order of time and go by it.
            BrinIndex(fields=["at"], name="recall_oldest"),
        ]
        triggers = [pgtrigger.Protect(name="recall_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"recall of {self.memory_id}"


class Activity(models.Model):
    """How deep a memory sits: raised by recalls and new sources."""

    memory = models.OneToOneField(
        Memory, on_delete=models.CASCADE, primary_key=True, related_name="activity", db_constraint=False
    )
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    depth = models.FloatField(default=0.0)
    recall_count = models.PositiveIntegerField(default=0)
    last_recalled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(depth__gte=0, depth__lte=1), name="activity_depth")]
        indexes = [models.Index(fields=["space", "-last_recalled_at"], name="activity_newest")]

    def __str__(self) -> str:
        return f"activity of {self.memory_id}"


class StableFacts(models.Model):
    """The number of the ledger's entry that moved a stable fact of the space last; whatever else happens leaves it."""

    space = models.OneToOneField(Space, on_delete=models.CASCADE, primary_key=True, related_name="+")
    seq = models.BigIntegerField()

    def __str__(self) -> str:
        return f"stable facts of {self.space_id} at {self.seq}"


class MemoryVector(Vector):
    """The embedding of a version by one model."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="vectors", db_constraint=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["space_id", "memory", "model"], name="memory_vector_once")]
        indexes = [models.Index(fields=["space_id", "model"], name="memory_vector_space")]

    def __str__(self) -> str:
        return f"vector of {self.memory_id}"
