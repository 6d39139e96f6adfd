"""One address of an API: what it takes and answers is declared, and anything else is refused before a view runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.http import QueryDict
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryhub.api import idempotency, parsing
from memoryhub.api.authentication import principal_of
from memoryhub.api.fields import Given, Shown
from memoryhub.api.problems import CONTENT_TYPE
from memoryhub.api.schema import HubSchema
from memoryhub.core import clock
from memoryhub.spaces.access import Access, Capability, Principal, space_for

View = TypeVar("View", bound=Callable[..., Any])
Answers = Mapping[Any, Any]


class Problem(Shown):
    """An error, as RFC 9457 has it, with a `code` that stays the same."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    field = serializers.CharField(required=False)
    errors = serializers.ListField(  # type: ignore[assignment]  # the name of a member on the wire
        child=serializers.DictField(), required=False
    )
    details = serializers.DictField(required=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address: the capability it needs in its space, its query string, its body, and its body when
    that is a multipart form."""

    needs: Capability
    query: type[Given] | None
    body: type[Given] | None
    form: type[Given] | None


class Nothing(Given):
    """No parameters, or an empty body."""


def operation(
    summary: str,
    *,
    answers: Answers,
    needs: Capability = Capability.READ,
    query: type[Given] | None = None,
    body: type[Given] | None = None,
    form: type[Given] | None = None,
    once: bool = False,
) -> Callable[[View], View]:
    """Declare a method of an endpoint.

    `answers` maps each status, or (status, media type), to its serializer, or to None for an empty body; `once` tells
    that it takes an `Idempotency-Key`.
    """

    def declare(view: View) -> View:
        documented = extend_schema(
            summary=summary,
            parameters=[*([] if query is None else [query]), *(idempotency.PARAMETERS if once else [])],
            request=body if form is None else {"application/json": body, "multipart/form-data": form},
            responses={**answers, ("4XX", CONTENT_TYPE): Problem},
        )(view)
        documented.operation = Operation(needs, query, body, form)  # type: ignore[attr-defined]  # functions carry attributes
        return documented

    return declare


class JsonAlways(DefaultContentNegotiation):
    """Bodies are told apart by their type; every answer is JSON, whatever a caller would rather have."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The only one."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class Endpoint(APIView):
    """An address. Views find the caller, the time, the query and the body read and checked."""

    http_method_names = ["get", "head", "post", "patch", "delete"]
    content_negotiation_class = JsonAlways
    schema = HubSchema()
    principal: Principal
    query: dict[str, Any]
    body: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who calls, whether they may, and what they sent, in this order: a stranger learns nothing from a body."""
        super().initial(request, *args, **kwargs)
        declared = operation_of(type(self), request.method or "")
        if declared is None:
            return
        self.principal = principal_of(request)
        self.now = clock.now()
        self.enter(declared)
        self.query = self._checked(declared.query, parsing.once_each(request.query_params))
        self.body = {} if request.method in {"GET", "HEAD"} else self._body(declared, request)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """What is current changes with the clock alone, and forgetting is immediate: nobody keeps an answer."""
        response.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)

    def enter(self, declared: Operation) -> None:
        """Whether the caller may; an address outside all spaces asks in its view."""

    def context(self) -> dict[str, Any]:
        """What serializers need to know."""
        return {"now": self.now}

    def _body(self, declared: Operation, request: Request) -> dict[str, Any]:
        is_form = declared.form is not None and isinstance(request.data, QueryDict)
        return self._checked(declared.form if is_form else declared.body, parsing.body_of(request))

    def _checked(self, declared: type[Given] | None, given: dict[str, Any]) -> dict[str, Any]:
        return (declared or Nothing).checked(given, self.context())


class SpaceEndpoint(Endpoint):
    """An address inside a space, behind the one permission door."""

    access: Access

    def enter(self, declared: Operation) -> None:
        """Open the door of the space in the path."""
        self.access = space_for(self.principal, self.kwargs["tag"], needs=declared.needs)

    def context(self) -> dict[str, Any]:
        """The space too, for its time zone, and what the caller may see of it."""
        return {**super().context(), "space": self.access.space, "access": self.access}


def operation_of(view: type[APIView], method: str) -> Operation | None:
    """What a method of an endpoint declares; None where it has no such method."""
    name = "get" if method == "HEAD" else method.lower()
    return getattr(getattr(view, name, None), "operation", None)
