"""The page of the OpenAPI document, and the answer to addresses there are none of."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.views import APIView

from memoryhub.api.endpoint import JsonAlways
from memoryhub.core import errors


def documentation(request: HttpRequest) -> HttpResponse:
    """Swagger UI, under the hub's own content security policy."""
    return render(request, "pages/api_docs.html", {"schema_url": reverse("api:openapi-json")})


class Nowhere(APIView):
    """Any other address under the API's root: the same answer as for an unknown id."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    content_negotiation_class = JsonAlways

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Not found, whatever the method."""
        super().initial(request, *args, **kwargs)
        raise errors.NotFound()
