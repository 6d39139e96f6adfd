"""Documents are counted, and the finished listed, by what an index has alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0007_newest_by_status"),
        ("spaces", "0001_initial"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="document",
            name="document_by_status",
        ),
        migrations.AddIndex(
            model_name="document",
            index=models.Index(
                fields=["space", "status", "-created_at", "-id"], include=("outcome",), name="document_by_status"
            ),
        ),
        migrations.AddIndex(
            model_name="document",
            index=models.Index(
                condition=models.Q(("status__in", ["done", "cancelled"])),
                fields=["space", "-created_at", "-id"],
                name="document_ended",
            ),
        ),
    ]
