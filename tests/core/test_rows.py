"""Models out of plain SQL are those that Django makes."""

from __future__ import annotations

from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from memoryhub.core import rows
from memoryhub.core.rows import Table
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests.factories import remember

SPACES, MEMORIES = Table(Space), Table(Memory, without=frozenset({"tokens"}))
TOLD = """
SELECT {spaces}, {memories} FROM spaces_space JOIN memories_memory ON memories_memory.space_id = spaces_space.id
WHERE memories_memory.id = %(id)s
"""


def test_each_row_holds_a_model_of_each_table_as_django_reads_it(space: Space) -> None:
    memory = remember(space, "The studio is in Ghent.", metadata={"floor": [3, None], "名": "根特"})
    statement = TOLD.format(spaces=SPACES.columns, memories=MEMORIES.columns)
    [(its_space, read)] = rows.read(statement, {"id": memory.pk}, SPACES, MEMORIES)
    assert [model_to_dict(one) for one in (its_space, read)] == [
        model_to_dict(one) for one in (Space.objects.get(pk=space.pk), Memory.objects.get(pk=memory.pk))
    ]
    assert read.metadata == {"floor": [3, None], "名": "根特"}
    assert (read._state.adding, read._state.db) == (False, "default")


def test_what_is_left_out_is_read_when_it_is_asked_for(space: Space) -> None:
    memory = remember(space, "The studio is in Ghent.")
    statement = f"SELECT {MEMORIES.columns} FROM memories_memory WHERE id = %(id)s"
    [(read,)] = rows.read(statement, {"id": memory.pk}, MEMORIES)
    assert read.get_deferred_fields() == {"tokens"}
    with CaptureQueriesContext(connection) as asked:
        assert read.tokens == memory.tokens
    assert len(asked) == 1


def test_no_row_is_no_model(space: Space) -> None:
    assert (
        rows.read(TOLD.format(spaces=SPACES.columns, memories=MEMORIES.columns), {"id": space.pk}, SPACES, MEMORIES)
        == []
    )
