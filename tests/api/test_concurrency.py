"""P-CON-1 over HTTP: many writers at one memory, one line of versions, nothing lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memoryhub.core import ids
from memoryhub.documents.models import Document
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories
from tests.api.calls import Caller, done
from tests.cast import Cast, assemble
from tests.threads import together

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 20


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """The cast, for threads to see."""
    return assemble()


@pytest.fixture
def secret(people: Cast) -> str:
    """Ada's key."""
    return people.key("ada", "admin").secret


def all_at_once(secret: str, calls: list[tuple[str, str, dict[str, object]]]) -> list[Answer]:
    """Send all calls at the same time, each from a thread of its own."""

    def send(method: str, path: str, body: dict[str, object]) -> Answer:
        return Caller({"Authorization": f"Bearer {secret}"}).call(method, path, body)

    answers = together(*[lambda call=call: send(*call) for call in calls])
    broken = [answer for answer in answers if isinstance(answer, Exception)]
    assert broken == []
    return [answer for answer in answers if not isinstance(answer, Exception)]


def test_of_twenty_writers_with_one_base_one_wins_and_without_a_base_they_queue(people: Cast, secret: str) -> None:
    memory = factories.remember(people.space, "rev-00")
    path = f"spaces/atlas/memories/{ids.encode(memory.pk)}/"
    texts = [f"rev-{number:02}" for number in range(1, WRITERS + 1)]

    first = all_at_once(secret, [("patch", path, {"text": text, "base_version": 1}) for text in texts])
    assert sorted(answer.status_code for answer in first) == [200] + [409] * (WRITERS - 1)
    (winner,) = [json.loads(answer.content) for answer in first if answer.status_code == 200]
    for answer in first:
        if answer.status_code == 409:
            assert json.loads(answer.content)["details"]["current"] == {"id": winner["id"], "version": 2}

    again = [f"again-{text}" for text in texts]
    second = all_at_once(secret, [("patch", path, {"text": text}) for text in again])
    assert [answer.status_code for answer in second] == [200] * WRITERS
    assert sorted(json.loads(answer.content)["version"] for answer in second) == list(range(3, 23))
    rows = list(Memory.objects.filter(root_id=memory.root_id).order_by("version"))
    assert [row.version for row in rows] == list(range(1, 23))
    assert [row.pk for row in rows if row.is_latest] == [rows[-1].pk]
    assert sorted(row.text for row in rows) == sorted(["rev-00", winner["text"], *again])


def test_the_same_fact_from_many_at_once_is_one_memory(people: Cast, secret: str) -> None:
    answers = all_at_once(secret, [("post", "spaces/atlas/memories/", {"text": "It rains."})] * 10)
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert Memory.objects.count() == 1


def test_the_same_document_from_many_at_once_is_one_document(people: Cast, secret: str) -> None:
    body: dict[str, object] = {"content": "It rains.", "custom_id": "weather"}
    answers = all_at_once(secret, [("post", "spaces/atlas/documents/", body)] * 10)
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert Document.objects.get().revision == 1


def test_rapid_additions_lose_nothing(people: Cast, secret: str) -> None:
    caller = Caller({"Authorization": f"Bearer {secret}"})
    made = done(caller.post("spaces/atlas/documents/", {"content": "Begin.", "custom_id": "log"}))
    path = f"spaces/atlas/documents/{made['id']}"
    lines = [f"Line {number}." for number in range(10)]
    answers = all_at_once(secret, [("post", f"{path}/append", {"content": line}) for line in lines])
    assert [answer.status_code for answer in answers] == [201] * 10
    content = caller.get(f"{path}/content").content.decode()
    assert sorted(content.split("\n\n")) == sorted(["Begin.", *lines])


def test_one_tag_wanted_by_many_is_one_space(people: Cast, secret: str) -> None:
    answers = all_at_once(secret, [("post", "spaces/", {"tag": "garden"})] * 5)
    assert sorted(answer.status_code for answer in answers) == [201] + [400] * 4
    assert Space.objects.filter(tag="garden").count() == 1
