"""The models' table, and the extension every vector column needs."""

from django.db import migrations, models
from pgvector.django import VectorExtension

import memoryhub.core.clock
import memoryhub.core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        VectorExtension(),
        migrations.CreateModel(
            name="EmbeddingModel",
            fields=[
                (
                    "id",
                    models.UUIDField(default=memoryhub.core.ids.new, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=200)),
                ("dimension", models.PositiveSmallIntegerField()),
                ("basis", models.CharField(blank=True, default="", max_length=100)),
                ("thresholds", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("filling", "filling"), ("active", "active"), ("retired", "retired")],
                        default="filling",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(default=memoryhub.core.clock.now, editable=False)),
            ],
            options={
                "ordering": ("created_at", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("name", "dimension", "basis"), name="ai_model_identity"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "active")), fields=("state",), name="ai_one_active_model"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ("filling", "active", "retired"))), name="ai_model_state"
                    ),
                    models.CheckConstraint(condition=models.Q(("dimension__gt", 0)), name="ai_model_dimension"),
                ],
            },
        ),
    ]
