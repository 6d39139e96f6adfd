"""Tables of proposals and decisions."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q

from memoryhub.core import clock, ids
from memoryhub.spaces.models import Space


class Proposal(models.Model):
    """A change that waits for a person: nothing of it is served, or even a memory row, before approval.

    `subjects` is `[{"id": root id, "base": version it was made from}]`, `payload` what approval would write, `why`
    the rule with its counted evidence.
    """

    class Kind(models.TextChoices):
        UPDATE = "update"
        MERGE = "merge"
        FLAGGED_TEXT = "flagged_text"

    class Status(models.TextChoices):
        OPEN = "open"
        APPROVED = "approved"
        REJECTED = "rejected"
        STALE = "stale"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    subjects = models.JSONField(default=list)
    subject_ids = models.JSONField(default=list)
    document_id = models.UUIDField(null=True, blank=True)
    payload = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64)
    why = models.JSONField(default=dict)
    confidence = models.FloatField(default=0.5)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.OPEN)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    snoozed_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=clock.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["space", "fingerprint"], condition=Q(status="open"), name="proposal_open_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=["update", "merge", "flagged_text"]), name="proposal_kind"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "approved", "rejected", "stale", "withdrawn"]), name="proposal_status"
            ),
            models.CheckConstraint(
                condition=Q(status="open", closed_at__isnull=True) | (~Q(status="open") & Q(closed_at__isnull=False)),
                name="proposal_closed_when",
            ),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="proposal_confidence"),
        ]
        indexes = [models.Index(fields=["space", "status", "-created_at", "-id"], name="proposal_queue")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Decision(models.Model):
    """What a person decided about an inference or a proposal. Append-only; undo adds to the ledger, not here."""

    class Verdict(models.TextChoices):
        APPROVED = "approved"
        REJECTED = "rejected"

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    space = models.ForeignKey(Space, on_delete=models.CASCADE, related_name="decisions")
    subject_kind = models.CharField(max_length=16)
    subject_id = models.UUIDField()
    verdict = models.CharField(max_length=16, choices=Verdict.choices)
    reason = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=500, blank=True)
    rule = models.CharField(max_length=64, blank=True)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    entry_id = models.UUIDField()
    at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(subject_kind__in=["memory", "proposal"]), name="decision_subject"),
            models.CheckConstraint(condition=Q(verdict__in=["approved", "rejected"]), name="decision_verdict"),
        ]
        indexes = [models.Index(fields=["space", "subject_id", "-at"], name="decision_subject_at")]
        triggers = [pgtrigger.Protect(name="decision_append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"{self.verdict} {self.subject_id}"
