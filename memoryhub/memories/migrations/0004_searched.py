"""An index from which a search reads what it asks of every memory of a space."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0003_oldest_recalls"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("erased_at__isnull", True), ("forgotten_at__isnull", True), ("is_latest", True)),
                fields=["space", "id"],
                include=["length", "forget_after", "review_status"],
                name="memory_searched",
            ),
        ),
    ]
