"""Levels as bytes, one map for each space, with sub-clusters. Maps are derived: those at hand are made anew."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def drop_maps(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("associations", "GraphLevel").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("associations", "0004_put_aside"), ("spaces", "0002_scale")]

    operations = [
        migrations.RunPython(drop_maps, drop_maps),
        migrations.RemoveConstraint(model_name="graphlevel", name="graph_level_once"),
        migrations.RemoveField(model_name="graphlevel", name="node_ids"),
        migrations.AddField(
            model_name="graphlevel", name="node_ids", field=models.BinaryField(default=b""), preserve_default=False
        ),
        migrations.AddField(
            model_name="graphlevel", name="part", field=models.BinaryField(default=b""), preserve_default=False
        ),
        migrations.AddField(model_name="graphlevel", name="parts", field=models.JSONField(default=list)),
        migrations.AddField(model_name="graphlevel", name="added", field=models.PositiveIntegerField(default=0)),
        migrations.AlterField(
            model_name="graphlevel",
            name="space",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="spaces.space"
            ),
        ),
        migrations.AddConstraint(
            model_name="graphlevel", constraint=models.UniqueConstraint(fields=("space",), name="graph_level_once")
        ),
    ]
