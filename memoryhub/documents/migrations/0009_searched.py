"""An index from which a search reads what it asks of every chunk of a space."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0008_counted_by_index"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(
                condition=models.Q(("tokens__isnull", False)),
                fields=["space", "id"],
                include=["length"],
                name="chunk_searched",
            ),
        ),
    ]
