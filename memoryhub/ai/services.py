"""Embedding and reranking texts, and keeping the rows that say which model made which vectors."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from django.db import transaction

from memoryhub.ai import adapters, calibration, selectors
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.protocol import Embedder
from memoryhub.ai.vectors import Vectors
from memoryhub.core import errors
from memoryhub.core import text as text_rules


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
    list(EmbeddingModel.objects.select_for_update().order_by("pk"))
    EmbeddingModel.objects.filter(state=EmbeddingModel.State.ACTIVE).exclude(pk=model.pk).update(
        state=EmbeddingModel.State.RETIRED
    )
    EmbeddingModel.objects.filter(pk=model.pk).update(state=EmbeddingModel.State.ACTIVE)


def _row(embedder: Embedder) -> EmbeddingModel:
    identity = {"name": embedder.name, "dimension": embedder.dimension, "basis": embedder.basis}
    found = EmbeddingModel.objects.filter(**identity).first()
    if found is None:
        # Measuring takes a second; done before the insert, which then waits for nobody.
        curve = calibration.curve(embedder)
        measured = {"thresholds": calibration.measure(embedder), "slope": curve.slope, "middle": curve.middle}
        found, _ = EmbeddingModel.objects.get_or_create(**identity, defaults=measured)
    return found


def _calibrated(row: EmbeddingModel) -> EmbeddingModel:
    """A row that an older hub made, with the curve it did not have; while its model cannot be reached, without."""
    with contextlib.suppress(errors.Unavailable):
        curve = calibration.curve(adapters.named(row.name))
        row.slope, row.middle = curve.slope, curve.middle
        row.save(update_fields=["slope", "middle"])
    return row
