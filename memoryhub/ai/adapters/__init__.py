"""The embedding models and rerankers the hub can speak to, and the choice among them."""

from __future__ import annotations

import functools

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from memoryhub.ai.adapters.e5 import E5
from memoryhub.ai.adapters.fake import Fake, FakeReranker
from memoryhub.ai.adapters.muse import Muse
from memoryhub.ai.adapters.openai import PREFIX, OpenAI
from memoryhub.ai.adapters.rerank import RerankEndpoint
from memoryhub.ai.protocol import Embedder, Reranker
from memoryhub.core import errors

# One in a process: it holds 100 MB of weights once it has been used.
MUSE = Muse()
_OWN: dict[str, Embedder] = {embedder.name: embedder for embedder in (MUSE, E5(), Fake())}
_CHOICES = {"muse": Muse.name, "e5": E5.name, "fake": Fake.name}


def configured() -> Embedder:
    """The embedder chosen by the settings."""
    try:
        return chosen(settings.MEMORYHUB_EMBEDDER)
    except errors.InvalidInput as error:
        raise ImproperlyConfigured(f"MEMORYHUB_EMBEDDER: {error.message}") from error


def chosen(choice: str) -> Embedder:
    """The embedder somebody means by `muse` (default), `e5`, `openai` (the model of the endpoint), `fake`, or its name.

    Raises `errors.InvalidInput` for any other word.
    """
    if choice == "openai":
        if not settings.OPENAI_EMBEDDING_MODEL:
            raise errors.InvalidInput("model", "openai is chosen, but OPENAI_EMBEDDING_MODEL names no model.")
        return named(PREFIX + settings.OPENAI_EMBEDDING_MODEL)
    name = _CHOICES.get(choice, choice)
    if name not in _OWN and not name.startswith(PREFIX):
        raise errors.InvalidInput("model", f"There is no model {choice!r}; it can be {', '.join(_CHOICES)} or openai.")
    return named(name)


def named(name: str) -> Embedder:
    """The embedder that made the vectors of the model called `name`; `errors.Unavailable` if this hub has none such."""
    if name.startswith(PREFIX):
        return _endpoint(settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY, name.removeprefix(PREFIX))
    if name not in _OWN:
        raise errors.Unavailable(f"This hub has no embedding model called {name}.")
    return _OWN[name]


def reranker() -> Reranker | None:
    """The reranker chosen by the settings, `endpoint` or `fake`; None where there is none."""
    choice = settings.MEMORYHUB_RERANKER
    if choice == "fake":
        return FakeReranker()
    if choice not in {"", "endpoint"}:
        raise ImproperlyConfigured(f"MEMORYHUB_RERANKER is {choice!r}; it can be endpoint or fake, or be left out.")
    if choice == "endpoint" and not settings.MEMORYHUB_RERANK_URL:
        raise ImproperlyConfigured("MEMORYHUB_RERANKER is endpoint, but MEMORYHUB_RERANK_URL names none.")
    return _rerank_endpoint(*_rerank_settings()) if choice else None


def _rerank_settings() -> tuple[str, str, str, float]:
    return (
        settings.MEMORYHUB_RERANK_URL,
        settings.MEMORYHUB_RERANK_KEY,
        settings.MEMORYHUB_RERANK_MODEL,
        settings.MEMORYHUB_RERANK_SECONDS,
    )


@functools.lru_cache(maxsize=8)
def _rerank_endpoint(base_url: str, api_key: str, model: str, seconds: float) -> RerankEndpoint:
    return RerankEndpoint(base_url=base_url, api_key=api_key, model=model, seconds=seconds)


@functools.lru_cache(maxsize=8)
def _endpoint(base_url: str, api_key: str, model: str) -> OpenAI:
    return OpenAI(base_url=base_url, api_key=api_key, model=model)
