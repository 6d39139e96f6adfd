"""Tables of association keys, their links to memories, the stored levels of the graph, and names of its islands."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from memoryhub.ai.models import Vector
from memoryhub.core import clock, ids
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space


class Key(models.Model):
    """What memories share: a concept, a name or a proper noun; other wordings are kept as aliases.

    `forms` are the normal forms it is found by: its own, and those of its aliases. A key put aside is what another was
    before a person changed it, or what a person merged into it: it has no forms and nothing finds it, but it keeps its
    wording, links and vectors, so that the deed can be taken back.
    """

    class Kind(models.TextChoices):
        CONCEPT = "concept"
        NAME = "name"
        PROPER_NOUN = "proper_noun"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="keys", db_index=False)
    text = models.CharField(max_length=200)
    normalised = models.CharField(max_length=200)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.CONCEPT)
    aliases = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    forms = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    taken_over_by = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="put_aside", db_constraint=False,
        db_index=False,
    )  # fmt: skip
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "id"], name="key_space_id"),
            models.UniqueConstraint(fields=["space", "normalised"], condition=Q(taken_over_by=None), name="key_once"),
            models.CheckConstraint(condition=~Q(normalised=""), name="key_not_empty"),
            models.CheckConstraint(condition=Q(kind__in=["concept", "name", "proper_noun"]), name="key_kind"),
            models.CheckConstraint(condition=Q(taken_over_by=None) | Q(forms=[]), name="key_put_aside"),
        ]
        indexes = [
            GinIndex(fields=["space", "forms"], name="key_forms"),
            models.Index(fields=["taken_over_by"], condition=Q(taken_over_by__isnull=False), name="key_taken_over"),
        ]

    def __str__(self) -> str:
        return self.text


class KeyLink(models.Model):
    """A key of a memory's version; `via` is the key put aside whose link this one is a copy of."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    key = models.ForeignKey(Key, on_delete=models.CASCADE, related_name="links", db_constraint=False)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="key_links", db_constraint=False)
    weight = models.FloatField(default=1.0)
    via = models.UUIDField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space", "key", "memory"], name="key_link_once"),
            models.CheckConstraint(condition=Q(weight__gt=0, weight__lte=1), name="key_link_weight"),
        ]

    def __str__(self) -> str:
        return f"{self.key_id} of {self.memory_id}"


class KeyVector(Vector):
    """The embedding of a key by one model."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    key = models.ForeignKey(Key, on_delete=models.CASCADE, related_name="vectors", db_constraint=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["space_id", "key", "model"], name="key_vector_once")]
        indexes = [models.Index(fields=["space_id", "model"], name="key_vector_space")]

    def __str__(self) -> str:
        return f"vector of {self.key_id}"


class GraphLevel(models.Model):
    """The map of a space at one revision. `id` changes with every writing, `added` counts the nodes that came in
    since it was arranged.

    Columns of one value for each node, little-endian: `node_ids` 16 bytes, `places` two f4, `members` (the cluster) u2,
    `part` u4, one more than the sub-cluster, 0 for none; empty where there are no `parts`.
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.BigIntegerField()
    clusters = models.JSONField(default=list)
    parts = models.JSONField(default=list)
    node_ids = models.BinaryField()
    places = models.BinaryField()
    members = models.BinaryField()
    part = models.BinaryField()
    added = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["space"], name="graph_level_once")]

    def __str__(self) -> str:
        return f"graph of {self.space_id} at {self.seq}"


class IslandName(models.Model):
    """What people call an island of the map, or a part of one; `name` is empty where they took it back.

    It belongs to the island by its members, so that it outlives every arrangement: `members` are some of the `count`
    nodes that were there when the newest node of the map was one made at `newest`, in seconds since the epoch; ids take
    16 bytes each. `before` is what it was called before, for undo.
    """

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="+")
    is_part = models.BooleanField()
    name = models.CharField(max_length=60, blank=True)
    before = models.CharField(max_length=60, blank=True)
    members = models.BinaryField()
    count = models.PositiveIntegerField()
    newest = models.FloatField()

    def __str__(self) -> str:
        return self.name or f"island of {self.space_id}"
