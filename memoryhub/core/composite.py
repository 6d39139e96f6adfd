"""Composite foreign keys in migrations: Django has no word for them."""

from __future__ import annotations

from django.db import migrations


def foreign_key(
    table: str, name: str, columns: str, target: str, target_columns: str = "space_id, id"
) -> migrations.RunSQL:
    """Add, and on the way back drop, a foreign key over several columns, checked at commit like Django's own."""
    return migrations.RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({columns})"
        f" REFERENCES {target} ({target_columns}) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )
