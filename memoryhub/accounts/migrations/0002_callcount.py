"""Calls are counted in a table of their own: one statement each, and none of them waits for the disk."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="CallCount",
            fields=[
                ("caller_id", models.UUIDField(primary_key=True, serialize=False)),
                ("period", models.BigIntegerField()),
                ("calls", models.IntegerField()),
            ],
        ),
        migrations.RunSQL(
            "ALTER TABLE accounts_callcount SET UNLOGGED", reverse_sql="ALTER TABLE accounts_callcount SET LOGGED"
        ),
    ]
