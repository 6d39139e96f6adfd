"""Tables of the ledger: entries without texts, and the sequence of each space."""

from __future__ import annotations

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models

from memoryhub.core import ids


class Sequence(models.Model):
    """The last sequence number of a space: its revision, and the live cursor."""

    space_id = models.UUIDField(primary_key=True)
    seq = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.space_id} at {self.seq}"


class Entry(models.Model):
    """One thing that happened to one subject of one space. No foreign keys, no texts: it outlives what it names."""

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space_id = models.UUIDField()
    seq = models.BigIntegerField()
    verb = models.CharField(max_length=64)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    subject_kind = models.CharField(max_length=16)
    subject_id = models.UUIDField()
    fields = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    values = models.JSONField(default=dict, blank=True)
    batch = models.UUIDField(null=True, blank=True)
    undoes = models.UUIDField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["space_id", "seq"], name="entry_space_seq"),
            models.UniqueConstraint(
                fields=["space_id", "undoes"], condition=models.Q(undoes__isnull=False), name="entry_undone_once"
            ),
            models.CheckConstraint(condition=models.Q(actor_kind__in=["person", "key", "hub"]), name="entry_actor"),
        ]
        indexes = [
            models.Index(fields=["space_id", "subject_id", "seq"], name="entry_subject"),
            models.Index(fields=["space_id", "batch"], condition=models.Q(batch__isnull=False), name="entry_batch"),
        ]
        triggers = [
            pgtrigger.Protect(name="entry_append_only", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"#{self.seq} {self.verb} {self.subject_kind} {self.subject_id}"
