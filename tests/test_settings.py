"""What the settings make of the database."""

from __future__ import annotations

import pytest
from django.db import connection

from memoryhub.spaces.models import Space

pytestmark = pytest.mark.django_db


def test_a_statement_that_comes_again_is_prepared_on_the_server() -> None:
    for number in range(8):
        # No other test asks for spaces this way.
        list(Space.objects.filter(tag=f"tag-{number}", name="x", language="y").values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT statement FROM pg_prepared_statements WHERE statement LIKE %s",
            ['%"name" = $% AND "spaces_space"."tag" =%'],
        )
        prepared = [statement for (statement,) in cursor.fetchall()]
    assert len(prepared) == 1, prepared
