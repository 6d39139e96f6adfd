"""Whether this process answers and reaches its database."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from psycopg_pool import PoolTimeout


def alive(request: HttpRequest) -> JsonResponse:
    """200 with `{"status": "ok"}` when a query works, 503 when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, PoolTimeout):
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})
