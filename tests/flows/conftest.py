"""Fixtures of the flows: a database for a whole module, and the real embedder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from memoryhub.ai import services as ai
from tests.cast import Cast, assemble


@pytest.fixture(scope="module")
def hub(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The cast in a database that keeps what a module's tests do, and is rolled back after them; mUSE embeds."""
    with django_db_blocker.unblock(), override_settings(MEMORYHUB_EMBEDDER="muse"), transaction.atomic():
        # Processes of tests before this one may have left the fake active.
        ai.activate(model=ai.ensure_model())
        yield assemble()
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the documents that are not ours to keep here."""
    folder = os.environ.get("MEMORYHUB_SHARED")
    if not folder:
        pytest.skip("MEMORYHUB_SHARED names no folder.")
    return Path(folder)
