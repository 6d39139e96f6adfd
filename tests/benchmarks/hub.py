"""A hub to measure: a cluster and a data folder of its own, and somebody who owns a space in it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import django

from memoryhub.core.postgres import Cluster

TAG = "benchmark"


@contextmanager
def settings_of(*, workers: int = 2, embedder: str = "muse") -> Iterator[None]:
    """Inside the block the settings are those of a hub that is thrown away afterwards; only once in a process."""
    with Cluster.temporary() as cluster, tempfile.TemporaryDirectory(prefix="memoryhub-benchmark-") as home:
        os.environ |= {
            "MEMORYHUB_HOME": home,
            "DATABASE_URL": cluster.conninfo(),
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "MEMORYHUB_EMBEDDER": embedder,
            "MEMORYHUB_WORKERS": str(workers),
            "MEMORYHUB_API_RATE": "100000/min",
        }
        django.setup()
        yield


def prepare(tag: str = TAG) -> str:
    """Tables, a person and a space; returns its tag."""
    from django.core.management import call_command

    from memoryhub.accounts import services as accounts
    from memoryhub.ai import services as ai
    from memoryhub.ledger.actor import Actor
    from memoryhub.spaces import services as spaces

    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    ai.active_model()
    owner = accounts.create_user(email=f"{tag}@example.org", password="correct horse battery")  # noqa: S106 - thrown away
    return spaces.create(actor=Actor.person(owner.pk), tag=tag, owner=owner).tag
