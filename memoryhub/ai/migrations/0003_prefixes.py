"""How a model's vectors are searched in large spaces, and since when it is in use."""

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Greatest, Least


def choose_widths(apps, schema_editor):
    half = Greatest(F("dimension") / 2, Least(F("dimension"), 256))
    apps.get_model("ai", "EmbeddingModel").objects.update(prefix=half)


class Migration(migrations.Migration):
    dependencies = [
        ("ai", "0002_similarity"),
    ]

    operations = [
        migrations.AddField(
            model_name="embeddingmodel",
            name="prefix",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="candidates",
            field=models.PositiveSmallIntegerField(default=200),
        ),
        migrations.AddField(
            model_name="embeddingmodel",
            name="active_since",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(choose_widths, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="embeddingmodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("prefix__lte", models.F("dimension"))), name="ai_model_prefix"
            ),
        ),
        migrations.AddConstraint(
            model_name="embeddingmodel",
            constraint=models.CheckConstraint(
                condition=models.Q(("candidates__gte", 100), ("candidates__lte", 1000)), name="ai_model_candidates"
            ),
        ),
    ]
