from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0005_stable_facts")]

    operations = [
        migrations.AddField("relation", "confirmed_at", models.DateTimeField(blank=True, null=True)),
    ]
