"""What is counted and built for a space that has grown large."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("spaces", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="space",
            name="scale",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
    ]
