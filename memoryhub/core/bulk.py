"""Inserts many rows of one table by COPY, which is several times cheaper than INSERT for wide rows."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, models


def insert(rows: Sequence[models.Model]) -> None:
    """Insert unsaved rows of one model, inside the caller's transaction; triggers and constraints hold as ever.

    For models without a generated column among those written and without conflicts to be ignored.
    """
    if not rows:
        return
    model = type(rows[0])
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    statement = f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row([field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields])
    for row in rows:
        row._state.adding = False
        row._state.db = connection.alias
