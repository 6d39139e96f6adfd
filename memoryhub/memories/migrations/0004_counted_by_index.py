"""Current memories are counted by what an index has alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0003_oldest_recalls"),
        ("spaces", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("erased_at", None), ("forgotten_at", None), ("is_latest", True)),
                fields=["space"],
                include=("forget_after", "review_status"),
                name="memory_current",
            ),
        ),
    ]
