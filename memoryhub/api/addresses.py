"""Path converters: an id that does not decode matches no address, and so reads like an unknown one."""

from __future__ import annotations

import uuid

from django.urls import register_converter

from memoryhub.api.fields import ID_SCHEMA
from memoryhub.core import errors, ids
from memoryhub.spaces.models import TAG_PATTERN

TAG_SCHEMA = {"type": "string", "pattern": TAG_PATTERN, "description": "The container tag of a space."}
SUBJECT_SCHEMA = {"type": "string", "enum": ["memory", "proposal"]}
SCHEMAS = {"wire": ID_SCHEMA, "tag": TAG_SCHEMA, "subject": SUBJECT_SCHEMA}


class Wire:
    """An id in its wire form."""

    regex = "[^/]+"

    def to_python(self, value: str) -> uuid.UUID:
        """The id; Django takes a `ValueError` for *no match*."""
        try:
            return ids.decode(value)
        except errors.NotFound as error:
            raise ValueError(value) from error

    def to_url(self, value: uuid.UUID) -> str:
        """The wire form."""
        return ids.encode(value)


class Tag:
    """What can be a container tag; which of them there are is the permission door's matter."""

    regex = TAG_PATTERN[1:-1]

    def to_python(self, value: str) -> str:
        """As it is."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


class Subject(Tag):
    """What a question of the review queue is about."""

    regex = "memory|proposal"


def register() -> None:
    """Make them known to Django."""
    register_converter(Wire, "wire")
    register_converter(Tag, "tag")
    register_converter(Subject, "subject")
