"""How a page of a list is answered: `items` and the cursor of the next page."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from memoryhub.core.paging import Page


def listed(page: Page[Any], rows: BaseSerializer[Any]) -> Response:
    """One page; `next_cursor` is null on the last."""
    return Response({"items": rows.data, "next_cursor": page.next_cursor})
