"""Fields of requests and answers: JSON types as they are, no coercion; text cleaned; ids in their wire form."""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memoryhub.api.problems import UnknownField
from memoryhub.core import errors, ids, text

ID_SCHEMA = {
    "type": "string",
    "pattern": f"^[{ids.ALPHABET}]{{{ids.WIRE_LENGTH}}}$",
    "description": "An id: 22 base-58 characters.",
}
METADATA_BYTES: int = settings.MEMORYHUB_LIMITS["metadata_bytes"]
JSON_DEPTH: int = settings.MEMORYHUB_LIMITS["json_depth"]
MOST_UNKNOWN = 20
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(?P<zone>[Zz]|[+-]\d{2}:\d{2})?")


class Given(serializers.Serializer[Any]):
    """What a caller sends: fields that are not declared are refused by name."""

    @classmethod
    def checked(cls, given: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
        """What was sent, read and checked; raises the framework's error, field by field.

        Each thread makes the fields once, where the framework copies all of them for each call. They know of a call
        only its `context`, and of that nothing afterwards.
        """
        serializer = _own.of(cls)
        serializer._context = dict(context)
        try:
            return cast("dict[str, Any]", serializer.run_validation(given))
        finally:
            serializer._context = {}

    def to_internal_value(self, data: Any) -> Any:
        """The declared fields. Raises the framework's error naming each unknown one."""
        if isinstance(data, Mapping) and (unknown := [str(name) for name in data if name not in self.fields]):
            message = serializers.ErrorDetail("There is no such field here.", code=UnknownField.code)
            raise serializers.ValidationError({name: [message] for name in unknown[:MOST_UNKNOWN]})
        return super().to_internal_value(data)


class Shown(serializers.Serializer[Any]):
    """What the hub answers."""

    @classmethod
    def told(cls, found: Any) -> dict[str, Any]:
        """An answer that needs no context, as its fields tell it; they are made once, where the framework copies all of
        them for each answer.
        """
        return _made(cls).to_representation(found)

    @cached_property
    def _readable_fields(self) -> list[serializers.Field[Any, Any, Any, Any]]:
        # The framework goes through all fields again for each row of a list. Nothing here is only written.
        return list(self.fields.values())


class _Own(threading.local):
    """What a thread has made of each kind."""

    def __init__(self) -> None:
        self.made: dict[type[Given], Given] = {}

    def of(self, kind: type[Given]) -> Given:
        if kind not in self.made:
            self.made[kind] = kind()
        return self.made[kind]


_own = _Own()


@cache
def _made(kind: type[Shown]) -> Shown:
    return kind()


class PlaceShown(Shown):
    """A page, slide or sheet of a document; `name` is its number, or the name of the sheet."""

    kind = serializers.CharField()
    name = serializers.CharField()


class Text(serializers.CharField):
    """A string, cleaned by the one rule (`core.text.clean`); blank means nothing but white space."""

    def __init__(self, *, trim_whitespace: bool = False, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=trim_whitespace, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """The cleaned string."""
        if isinstance(data, str):
            data = text.clean(data)
            if not data.strip() and not self.allow_blank:
                self.fail("blank")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        """The string; a number is none."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Exact(serializers.CharField):
    """A string taken as it is: two that differ stay two. One with NUL or half a surrogate pair is refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        """The string; a number is none."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Name(Text):
    """A short string without white space around it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=True, **kwargs)


class Choice(serializers.ChoiceField):
    """One of a few strings."""

    def to_internal_value(self, data: Any) -> Any:
        """The choice; nothing is turned into a string first."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """`true` or `false`, no words for them."""

    def to_internal_value(self, data: Any) -> bool:
        """The boolean."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Whole(serializers.IntegerField):
    """A JSON number without a fraction."""

    def to_internal_value(self, data: Any) -> int:
        """The number; neither a string nor a boolean is one."""
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class Share(serializers.FloatField):
    """A JSON number from 0 to 1."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0.0, max_value=1.0, **kwargs)

    def to_internal_value(self, data: Any) -> float:
        """The number; neither a string nor a boolean is one."""
        if not isinstance(data, int | float) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field(ID_SCHEMA)
class Id(serializers.Field[uuid.UUID, str, str, uuid.UUID]):
    """An id in its wire form. One that does not decode is a 404, as an unknown one is."""

    default_error_messages = {"invalid": "An id is a string of 22 base-58 characters."}

    def to_internal_value(self, data: str) -> uuid.UUID:
        """The id."""
        if not isinstance(data, str):
            self.fail("invalid")
        return ids.decode(data)

    def to_representation(self, value: uuid.UUID) -> str:
        """The wire form."""
        return ids.encode(value)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {},
        "description": f"At most {METADATA_BYTES:,} bytes as JSON, nested at most {JSON_DEPTH} levels deep.",
    }
)
class Metadata(serializers.Field[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]):
    """A JSON object of the caller's own, cleaned as text is."""

    default_error_messages = {
        "invalid": "A JSON object is needed here.",
        "too_large": f"This has more than {METADATA_BYTES:,} bytes as JSON.",
    }

    def to_internal_value(self, data: dict[str, Any]) -> dict[str, Any]:
        """The object, cleaned."""
        if not isinstance(data, dict):
            self.fail("invalid")
        cleaned = cast("dict[str, Any]", text.clean_json(data, field=self.field_name or ""))
        if len(json.dumps(cleaned, ensure_ascii=False).encode()) > METADATA_BYTES:
            self.fail("too_large")
        return cleaned

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        """As it is."""
        return value


@extend_schema_field(
    {
        "type": "string",
        "format": "date-time",
        "description": "A moment with its offset, or a plain date. A moment without an offset is refused.",
    }
)
class Moment(serializers.Field[datetime, str, str, datetime]):
    """A moment. A plain date is a day of the space's own time zone: its end, or its beginning with `begins=True`."""

    default_error_messages = {
        "invalid": "A moment is written 2026-12-01T09:00:00+01:00, or as a date, 2026-12-01.",
        "naive": "This time has no offset, so that it could be any of many moments; add one, such as Z or +01:00.",
        "out_of_range": "This lies outside the years a calendar here can hold.",
    }

    def __init__(self, *, begins: bool = False, **kwargs: Any) -> None:
        self.begins = begins
        super().__init__(**kwargs)

    def to_internal_value(self, data: str) -> datetime:
        """The moment, aware, in UTC."""
        if not isinstance(data, str):
            self.fail("invalid")
        found = _MOMENT.fullmatch(data)
        if found and not found["zone"]:
            self.fail("naive")
        try:
            if _DATE.fullmatch(data):
                return self._of_day(date.fromisoformat(data)).astimezone(UTC)
            if found:
                return datetime.fromisoformat(data.upper()).astimezone(UTC)
        except OverflowError:
            self.fail("out_of_range")
        except ValueError:
            self.fail("invalid")
        self.fail("invalid")

    def to_representation(self, value: datetime) -> str:
        """ISO 8601 in UTC."""
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")

    def _of_day(self, day: date) -> datetime:
        space = self.context.get("space")
        zone = ZoneInfo("UTC" if space is None else space.time_zone)
        return datetime.combine(day if self.begins else day + timedelta(days=1), time.min, tzinfo=zone)


class PageQuery(Given):
    """Which page of a list."""

    limit = serializers.IntegerField(
        min_value=1, max_value=settings.MEMORYHUB_LIMITS["page_size"], default=50, help_text="Rows of a page."
    )
    cursor = serializers.CharField(
        required=False, max_length=1000, help_text="`next_cursor` of the page before; it fits this list alone."
    )


def decoded(wire: str) -> uuid.UUID | None:
    """The id behind a wire form, None for what is none: for calls that report ids they do not know."""
    try:
        return ids.decode(wire)
    except errors.NotFound:
        return None
