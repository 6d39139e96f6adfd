"""The embedding models known to this hub, and the base of every table of vectors."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from memoryhub.core import clock, ids


class EmbeddingModel(models.Model):
    """One way of turning text into vectors; two vectors compare only when they name the same row.

    `name`, `dimension` and `basis` together say what made a vector. `thresholds` are cosines fitted for this model
    (see `memoryhub.ai.calibration`), `slope` (0 until measured) and `middle` the curve from a cosine to a
    similarity, so that no other module holds a number that is true of one model only. In large spaces the `candidates`
    nearest by the first `prefix` numbers of a vector are ordered by all of them; 0 stands for looking at every row.
    """

    class State(models.TextChoices):
        FILLING = "filling", _("filling")
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    name = models.CharField(max_length=200)
    dimension = models.PositiveSmallIntegerField()
    basis = models.CharField(max_length=100, blank=True, default="")
    thresholds = models.JSONField(default=dict)
    slope = models.FloatField(default=0.0)
    middle = models.FloatField(default=0.0)
    prefix = models.PositiveSmallIntegerField(default=0)
    candidates = models.PositiveSmallIntegerField(default=200)
    state = models.CharField(max_length=10, choices=State, default=State.FILLING)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    active_since = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("created_at", "id")
        constraints = (
            models.UniqueConstraint(fields=("name", "dimension", "basis"), name="ai_model_identity"),
            models.UniqueConstraint(fields=("state",), condition=Q(state="active"), name="ai_one_active_model"),
            models.CheckConstraint(condition=Q(state__in=("filling", "active", "retired")), name="ai_model_state"),
            models.CheckConstraint(condition=Q(dimension__gt=0), name="ai_model_dimension"),
            models.CheckConstraint(condition=Q(slope__gte=0), name="ai_model_slope"),
            models.CheckConstraint(condition=Q(prefix__lte=F("dimension")), name="ai_model_prefix"),
            # The first list of a search has 100; more than 1,000 pgvector does not look for.
            models.CheckConstraint(condition=Q(candidates__gte=100, candidates__lte=1000), name="ai_model_candidates"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.dimension})"


class Vector(models.Model):
    """A stored embedding: subclasses add `owner` and, with `class Meta(Vector.Meta)`, their unique key.

    The column has no fixed dimension, since two models may stand side by side; queries cast to
    `halfvec(model.dimension)`. Vectors have length 1, so the inner product is the cosine.
    """

    space_id = models.UUIDField()
    model = models.ForeignKey(EmbeddingModel, on_delete=models.PROTECT, related_name="+")
    vector = HalfVectorField()

    class Meta:
        abstract = True
        indexes = (models.Index(fields=("space_id", "model"), name="%(app_label)s_%(class)s_space"),)
