"""Of each space at which entry its stable facts last moved; indexes for what was heard of last."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0007_newest_by_status"),
        ("memories", "0004_searched"),
        ("spaces", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="StableFacts",
            fields=[
                (
                    "space",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="spaces.space",
                    ),
                ),
                ("seq", models.BigIntegerField()),
            ],
        ),
        migrations.AlterField(
            model_name="activity",
            name="space",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="spaces.space",
            ),
        ),
        migrations.AddIndex(
            model_name="activity",
            index=models.Index(fields=["space", "-last_recalled_at"], name="activity_newest"),
        ),
        migrations.AddIndex(
            model_name="memorysource",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)), fields=["space", "-created_at"], name="source_newest"
            ),
        ),
    ]
