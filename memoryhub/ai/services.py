"""Embedding and reranking texts, and keeping the rows that say which model made which vectors."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from memoryhub.ai import adapters, calibration, selectors
from memoryhub.ai.calibration import Curve
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.protocol import Embedder
from memoryhub.ai.vectors import Vectors
from memoryhub.core import clock, errors
from memoryhub.core import text as text_rules


@dataclass(frozen=True, slots=True)
class Measured:
    """The thresholds (cosines by purpose) of a model, and its curve from cosine to similarity."""

    thresholds: dict[str, float]
    curve: Curve


def embed(texts: Sequence[str], *, query: bool = False, model: EmbeddingModel | None = None) -> Vectors:
    """The vectors [n, model.dimension] of `texts`, float32 and of length 1, by `model` or else by the active one.

    Takes milliseconds for a text or calls an endpoint: never call it inside a transaction. Raises
    `errors.Unavailable` when the model cannot be reached.
    """
    model = model or active_model()
    vectors = adapters.named(model.name).encode([text_rules.clean(text) for text in texts], query=query)
    if vectors.shape[1] != model.dimension:
        raise errors.Unavailable(f"{model.name} makes vectors of {vectors.shape[1]} numbers, not of {model.dimension}.")
    return vectors


def can_rerank() -> bool:
    """Whether this hub has a reranker."""
    return adapters.reranker() is not None


def rerank(query: str, texts: Sequence[str]) -> list[float | None]:
    """How relevant each text is to the question by the configured reranker; None for one it says nothing of.

    Calls an endpoint: never call it inside a transaction. Raises `errors.Unavailable` when it does not answer in time,
    or there is none.
    """
    reranker = adapters.reranker()
    if reranker is None:
        raise errors.Unavailable("This hub has no reranker.")
    return reranker.rank(query, [text_rules.clean(text) for text in texts])


def active_model() -> EmbeddingModel:
    """The model search runs on; on the very first use the configured one becomes it."""
    row = selectors.active_model() or ensure_model()
    return row if row.slope else _calibrated(row)


def ensure_model() -> EmbeddingModel:
    """The row of the configured model, made if it is new; any number of processes may call this at once.

    It becomes the active one where no other is, or where the active one has made no vector yet. Otherwise a new
    model stays `filling` until `activate`, and search goes on with the old vectors.
    """
    row = _row(adapters.configured())
    with transaction.atomic():
        # Locked in one order, so that of two processes the second sees what the first has decided.
        rows = list(EmbeddingModel.objects.select_for_update().order_by("pk"))
        active = next((other for other in rows if other.state == EmbeddingModel.State.ACTIVE), None)
        if active is None or (active != row and not selectors.is_used(active)):
            activate(model=row)
    row.refresh_from_db()
    return row


@transaction.atomic
def activate(*, model: EmbeddingModel) -> None:
    """Let search use `model` from now on; the one before is retired. The caller has filled its vectors."""
    lock_models()
    EmbeddingModel.objects.filter(state=EmbeddingModel.State.ACTIVE).exclude(pk=model.pk).update(
        state=EmbeddingModel.State.RETIRED
    )
    EmbeddingModel.objects.filter(pk=model.pk).update(state=EmbeddingModel.State.ACTIVE, active_since=clock.now())


def begin_filling(*, embedder: Embedder) -> EmbeddingModel:
    """The row of a model that is to be filled beside the active one, made and measured if it is new; the active one
    itself stays active. Raises `errors.Unavailable`.
    """
    row = _row(embedder)
    EmbeddingModel.objects.filter(pk=row.pk, state=EmbeddingModel.State.RETIRED).update(
        state=EmbeddingModel.State.FILLING
    )
    row.refresh_from_db()
    return row


@transaction.atomic
def retire(*, model: EmbeddingModel) -> None:
    """Store no more vectors of the model; `errors.Conflict` for the active one."""
    lock_models()
    model.refresh_from_db()
    if model.state == EmbeddingModel.State.ACTIVE:
        raise errors.Conflict("This model is in use; switch to another one first.", code="model_in_use")
    EmbeddingModel.objects.filter(pk=model.pk).update(state=EmbeddingModel.State.RETIRED)


@transaction.atomic
def tune(*, model: EmbeddingModel, prefix: int | None = None, candidates: int | None = None) -> None:
    """Set how large spaces are searched by the model; the next round of upkeep builds what is new.

    Raises `errors.InvalidInput` naming `prefix` (0 to the dimension; 0 has no index) or `candidates` (100 to 1,000).
    """
    if prefix is not None and not 0 <= prefix <= model.dimension:
        raise errors.InvalidInput("prefix", f"prefix must be from 0 to {model.dimension}.")
    if candidates is not None and not 100 <= candidates <= 1000:
        raise errors.InvalidInput("candidates", "candidates must be from 100 to 1000.")
    given = {"prefix": prefix, "candidates": candidates}
    values = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        setattr(model, name, value)
    model.save(update_fields=list(values))


def fit(*, model: EmbeddingModel, measured: Measured) -> None:
    """Let the model go by these thresholds and this curve from now on."""
    model.thresholds, model.slope, model.middle = measured.thresholds, measured.curve.slope, measured.curve.middle
    model.save(update_fields=["thresholds", "slope", "middle"])


def measure(embedder: Embedder) -> Measured:
    """What the labelled pairs say of a model now; takes a second or calls an endpoint, so never in a transaction."""
    return Measured(calibration.measure(embedder), calibration.curve(embedder))


def lock_models() -> None:
    """Let nobody else change a model's state until the transaction ends, nor commit a vector; in one order."""
    list(EmbeddingModel.objects.select_for_update().order_by("pk"))


def _row(embedder: Embedder) -> EmbeddingModel:
    identity = {"name": embedder.name, "dimension": embedder.dimension, "basis": embedder.basis}
    found = EmbeddingModel.objects.filter(**identity).first()
    if found is None:
        # Measuring takes a second; done before the insert, which then waits for nobody.
        measured = measure(embedder)
        values = {
            "thresholds": measured.thresholds,
            "slope": measured.curve.slope,
            "middle": measured.curve.middle,
            "prefix": _prefix(embedder.dimension),
        }
        found, _ = EmbeddingModel.objects.get_or_create(**identity, defaults=values)
    return found


def _prefix(dimension: int) -> int:
    """Half of a vector, but no less than 256 numbers: with these the default model keeps 99 of 100 of the nearest ten
    among 100,000 (`tests.benchmarks.retrieval.scale`).
    """
    return max(dimension // 2, min(dimension, 256))


def _calibrated(row: EmbeddingModel) -> EmbeddingModel:
    """A row that an older hub made, with the curve it did not have; while its model cannot be reached, without."""
    with contextlib.suppress(errors.Unavailable):
        curve = calibration.curve(adapters.named(row.name))
        row.slope, row.middle = curve.slope, curve.middle
        row.save(update_fields=["slope", "middle"])
    return row
