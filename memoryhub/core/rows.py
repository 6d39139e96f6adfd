"""Models out of plain SQL, for the few statements of every call: Django takes longer to make one than to run it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model

M = TypeVar("M", bound=Model)
Converter = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Table(Generic[M]):
    """The columns of a model, but for those of the fields `without`; these are read when they are asked for."""

    model: type[M]
    without: frozenset[str] = frozenset()

    @cached_property
    def fields(self) -> Sequence[Field[Any, Any]]:
        """Those that are read, in the order of the columns."""
        return [field for field in self.model._meta.concrete_fields if field.name not in self.without]

    @cached_property
    def columns(self) -> str:
        """What a statement selects, by the table's own name."""
        return ", ".join(f"{self.model._meta.db_table}.{field.column}" for field in self.fields)

    def instance(self, values: Sequence[Any]) -> M:
        """The model of a row of these columns."""
        row = list(values)
        for at, convert, column in self._conversions:
            row[at] = convert(row[at], column, connection)
        return self.model.from_db(DEFAULT_DB_ALIAS, self._names, row)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self.fields]

    @cached_property
    def _conversions(self) -> list[tuple[int, Converter, Any]]:
        columns = [field.cached_col for field in self.fields]
        return [
            (at, convert, column)
            for at, column in enumerate(columns)
            for convert in [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        ]


def read(statement: str, values: Mapping[str, Any], *tables: Table[Any]) -> list[tuple[Any, ...]]:
    """The rows that a statement of ours selects from the columns of these tables, one model of each in a row."""
    ends = [0]
    for table in tables:
        ends.append(ends[-1] + len(table.fields))
    spans = [(table, slice(start, end)) for table, start, end in zip(tables, ends, ends[1:], strict=False)]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [tuple(table.instance(row[span]) for table, span in spans) for row in cursor.fetchall()]
