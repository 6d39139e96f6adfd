"""How the OpenAPI document describes what the framework cannot know: credentials, ids and tags in paths."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from memoryhub.api import addresses
from memoryhub.api.fields import Given

RULES = (Path(__file__).parent / "rules.md").read_text(encoding="utf-8")
# Without the hook that names enums: the same word means another set of choices in each noun.
SETTINGS: dict[str, Any] = {
    "PATH_CONVERTER_OVERRIDES": addresses.SCHEMAS,
    "DESCRIPTION": RULES,
    "POSTPROCESSING_HOOKS": [],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}


class HubSchema(AutoSchema):
    """Operations by the names of their views, grouped by noun."""

    def get_operation_id(self) -> str:
        """`list_memories`-like names would need a list of verbs; `get_memories` needs none."""
        noun = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self.view).__name__).lower()
        return f"{self.method.lower()}_{noun}"

    def get_tags(self) -> list[str]:
        """The noun in the address."""
        words = [part for part in self.path.split("/")[3:] if part and "{" not in part]
        inside = words[0] == "spaces" and len(words) > 1 and words[1] not in {"archive", "unarchive"}
        return [words[1] if inside else words[0]]

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]  # untyped there
        return {**schema, "additionalProperties": False} if isinstance(serializer, Given) else schema


class HubGenerator(SchemaGenerator):
    """The document depends on the code alone, and anybody may ask for it: it is made once."""

    made: ClassVar[dict[str, Any]] = {}

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """The document."""
        if not self.made:
            document = super().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # untyped there
            self.made.update(document)
        return self.made


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """An API key."""

    target_class = "memoryhub.api.authentication.BearerKey"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """The header."""
        return {"type": "http", "scheme": "bearer", "description": "An API key; it starts with sm_."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped there
    """The console's session."""

    target_class = "memoryhub.api.authentication.SignedInPerson"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """The cookie; changes need the CSRF token in `X-CSRFToken`."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
