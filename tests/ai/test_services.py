"""The model in use: made once, switched in one step, and asked for vectors."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable

import numpy as np
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pytest_django.fixtures import Settings

from memoryhub.ai import adapters, selectors, services
from memoryhub.ai.adapters.fake import Fake
from memoryhub.ai.adapters.muse import Muse
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import errors
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests import factories


class Other(Fake):
    """Another model, under the name of the default one but quick."""

    name = Muse.name
    dimension = 64


@pytest.fixture
def other(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Switches the settings to another model when called."""
    monkeypatch.setitem(adapters._OWN, Muse.name, Other())
    return lambda: setattr(settings, "MEMORYHUB_EMBEDDER", "muse")


@pytest.mark.django_db
def test_the_first_use_makes_the_configured_model_active() -> None:
    assert selectors.active_model() is None
    model = services.active_model()
    assert (model.name, model.dimension, model.basis, model.state) == ("fake", 256, "", "active")
    assert set(model.thresholds) == {"duplicate", "key_merge", "key_hit", "content_hit"}
    assert services.active_model() == model
    assert model.slope > 0


@pytest.mark.django_db
def test_a_model_without_a_curve_serves_while_it_cannot_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words still find, where the endpoint of an older hub's model is silent."""
    model = services.active_model()
    EmbeddingModel.objects.update(slope=0, middle=0)

    def silent(_embedder: object) -> None:
        raise errors.Unavailable("No answer.")

    monkeypatch.setattr("memoryhub.ai.calibration.curve", silent)
    assert services.active_model() == model


@pytest.mark.django_db
def test_a_model_that_an_older_hub_knows_gets_its_curve_at_the_first_use() -> None:
    model = services.active_model()
    EmbeddingModel.objects.update(slope=0, middle=0)
    for _ in range(2):
        again = services.active_model()
        assert (again.slope, again.middle) == (model.slope, model.middle)


@pytest.mark.django_db(transaction=True)
def test_processes_that_start_at_once_agree_on_one_model() -> None:
    gate = threading.Barrier(4)
    found: list[EmbeddingModel] = []

    def start() -> None:
        gate.wait()
        try:
            found.append(services.ensure_model())
        finally:
            connection.close()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert {(model.pk, model.state) for model in found} == {(EmbeddingModel.objects.get().pk, "active")}


@pytest.mark.django_db
def test_vectors_have_the_shape_of_the_model_and_length_one() -> None:
    vectors = services.embed(["Mira lives in Lisbon.", "", "\ud800 \x00"])
    assert vectors.shape == (3, services.active_model().dimension)
    assert vectors.dtype.name == "float32"
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert services.embed([]).shape == (0, 256)


def test_a_new_model_fills_beside_the_one_that_has_vectors(space: Space, other: Callable[[], None]) -> None:
    factories.remember(space, "Mira lives in Lisbon.")
    old = services.active_model()
    other()
    new = services.ensure_model()
    assert (new.name, new.state) == ("muse-v3", "filling")
    assert services.active_model() == old
    assert services.embed(["x"]).shape == (1, old.dimension)
    assert services.embed(["x"], model=new).shape == (1, new.dimension)
    services.activate(model=new)
    old.refresh_from_db()
    assert (services.active_model(), old.state) == (new, "retired")
    assert services.ensure_model() == new


@pytest.mark.django_db
def test_a_model_without_vectors_gives_way_to_the_configured_one(other: Callable[[], None]) -> None:
    services.ensure_model()
    other()
    assert services.ensure_model() == services.active_model()
    assert services.active_model().name == "muse-v3"


@pytest.mark.django_db
def test_vectors_of_another_length_than_the_models_are_refused() -> None:
    EmbeddingModel.objects.create(name="fake", dimension=7, state="active")
    with pytest.raises(errors.Unavailable, match="256"):
        services.embed(["x"])


@pytest.mark.django_db
def test_a_threshold_is_asked_of_the_models_row() -> None:
    model = EmbeddingModel.objects.create(name="m", dimension=2, thresholds={"key_merge": 0.7})
    assert selectors.threshold(model.pk, "key_merge") == 0.7
    with pytest.raises(EmbeddingModel.DoesNotExist):
        selectors.threshold(uuid.UUID(int=1), "key_merge")


def test_a_model_is_used_when_a_vector_names_it(space: Space) -> None:
    model = services.ensure_model()
    assert not selectors.is_used(model)
    factories.remember(space, "Mira lives in Lisbon.")
    assert Memory.objects.exists()
    assert selectors.is_used(model)


def test_settings_choose_the_embedder_or_say_what_is_wrong(settings: Settings) -> None:
    assert adapters.configured().name == "fake"
    settings.MEMORYHUB_EMBEDDER = "muse"
    assert adapters.configured().name == "muse-v3"
    settings.MEMORYHUB_EMBEDDER = "openai"
    with pytest.raises(ImproperlyConfigured, match="OPENAI_EMBEDDING_MODEL"):
        adapters.configured()
    settings.OPENAI_EMBEDDING_MODEL = "text-embedding-3-small"
    assert adapters.configured().name == "openai:text-embedding-3-small"
    settings.MEMORYHUB_EMBEDDER = "other"
    with pytest.raises(ImproperlyConfigured, match="other"):
        adapters.configured()


def test_a_model_this_hub_does_not_have_is_unavailable() -> None:
    with pytest.raises(errors.Unavailable, match="e5"):
        adapters.named("e5")
