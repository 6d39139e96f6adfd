"""`manage.py embedding_model` and `manage.py fit_thresholds`: the change of the model by hand."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.ai import adapters
from memoryhub.ai import services as ai
from memoryhub.ai.adapters.fake import Fake
from memoryhub.ai.models import EmbeddingModel
from memoryhub.lifecycle import tasks
from memoryhub.spaces.models import Space
from tests import factories


class Other(Fake):
    """Another model."""

    name, dimension = "other", 64


@pytest.fixture(autouse=True)
def _other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adapters._OWN, Other.name, Other())


def run(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_a_model_is_added_filled_switched_to_and_the_old_one_dropped(space: Space) -> None:
    for number in range(3):
        factories.remember(space, f"The cedar number {number} is tall.")
    assert run("embedding_model").splitlines() == [
        "fake (256): active", "  memories: 3 / 3", "  chunks: 0 / 0", "  keys: 0 / 0",
    ]  # fmt: skip
    assert "other (64): filling\n  memories: 0 / 3" in run("embedding_model", "add", "other")
    assert ProcrastinateJob.objects.filter(task_name="lifecycle.fill").count() == 1
    tasks.fill(str(EmbeddingModel.objects.get(name="other").pk))
    assert "other (64): active\n  memories: 3 / 3" in run("embedding_model", "switch", "other")
    assert "fake (256): retired\n  3 vectors" in run("embedding_model", "status")
    assert run("embedding_model", "drop", "fake") == "3 vectors dropped.\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("switch",), "Name a model"),
        (("add", "glove"), "no model 'glove'"),
        (("switch", "other"), "ever added"),
        (("drop", "fake"), "in use"),
        (("tune", "fake", "--prefix", "257"), "prefix must be from 0 to 256"),
        (("tune", "fake", "--candidates", "99"), "candidates must be from 100 to 1000"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(space: Space, arguments: tuple[str, ...], says: str) -> None:
    ai.active_model()
    with pytest.raises(CommandError, match=says):
        run("embedding_model", *arguments)


def test_how_large_spaces_are_searched_is_a_setting_of_the_model(space: Space) -> None:
    model = ai.active_model()
    assert (model.prefix, model.candidates) == (256, 200)
    assert "prefix 128, candidates 300" in run("embedding_model", "tune", "fake", "--prefix=128", "--candidates=300")
    model.refresh_from_db()
    assert (model.prefix, model.candidates) == (128, 300)


def test_thresholds_are_shown_and_written_only_on_request(space: Space) -> None:
    measured = ai.active_model()
    EmbeddingModel.objects.update(thresholds={"key_merge": 0.1}, slope=1, middle=0)
    said = run("fit_thresholds")
    assert f"key_merge    {measured.thresholds['key_merge']:>8.3f}   in use    0.100" in said
    assert ai.active_model().thresholds == {"key_merge": 0.1}
    assert "fake goes by these now." in run("fit_thresholds", "fake", "--write")
    row = ai.active_model()
    assert (row.thresholds, row.slope, row.middle) == (measured.thresholds, measured.slope, measured.middle)
