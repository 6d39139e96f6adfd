"""SIGKILL of a worker at any point: documents finish after the restart, by themselves and with no doubles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db.models import Count
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import DjangoDbBlocker

from memoryhub.core import supervisor
from memoryhub.core.postgres import Cluster
from memoryhub.documents.models import Chunk, ChunkVector, Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.memories.models import Memory, MemorySource, MemoryVector
from memoryhub.spaces.models import Space
from tests.cast import assemble
from tests.jobs.holding import Hold
from tests.processes import database_of, running_worker, wait_for

pytestmark = pytest.mark.processes

STAGES = ("extracting", "chunking", "embedding", "indexing", "remembering", "linking")
FACTS = 5
SECONDS = 120


@dataclass
class Hub:
    """A database and a data folder of this test alone, and what points a worker at them."""

    space: Space
    conninfo: str
    environment: dict[str, str]
    script: Path

    def write_script(self, waits: dict[str, float]) -> None:
        """Five facts for every document; `waits` is how long the extractor takes for some, in seconds."""
        answers = [
            {"when": f"about {name}.", "wait": waits.get(name, 0), "facts": [{"text": fact} for fact in facts_of(name)]}
            for name in (*STAGES, "waiting", "finished")
        ]
        self.script.write_text(json.dumps({"answers": answers}))

    def submit(self, name: str) -> Document:
        """A document whose facts are told by the script."""
        content = f"# Notes\n\nThis is about {name}.\n\n" + "\n\n".join(facts_of(name))
        return ingest.submit(actor=Actor.hub("test"), space=self.space, content=content, name=f"{name}.md").document


def facts_of(name: str) -> list[str]:
    return [f"The {name} box number {number} holds pears." for number in range(FACTS)]


@pytest.fixture
def hub(tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with Cluster.temporary() as cluster, django_db_blocker.unblock(), database_of(cluster) as environment:
        script = tmp_path / "script.json"
        environment |= {
            "MEMORYHUB_EMBEDDER": "fake",
            "MEMORYHUB_EXTRACTOR": "memoryhub.ingest.scripted.ScriptedExtractor",
            "MEMORYHUB_SCRIPT": str(script),
            "MEMORYHUB_WORKER_CONCURRENCY": "10",
            "MEMORYHUB_WORKER_HEARTBEAT_SECONDS": "1",
            "MEMORYHUB_WORKER_STALLED_SECONDS": "3",
        }
        yield Hub(assemble().space, cluster.conninfo(), environment, script)


def kill(worker: supervisor.Child) -> None:
    assert worker.process is not None
    worker.process.kill()
    worker.process.wait()


def test_a_killed_worker_leaves_nothing_undone_and_nothing_twice(hub: Hub) -> None:
    """P-CON-2. One worker is killed while eight documents stand at eight points: before the commit of each stage,
    while the extractor is thinking, and after the last commit but before the job is marked as finished."""
    hub.write_script({"waiting": 600})
    documents = {name: hub.submit(name) for name in (*STAGES, "waiting", "finished")}
    holds = {name: Hold.stage(hub.conninfo, documents[name].pk, name) for name in STAGES}
    holds["finished"] = Hold.stage(hub.conninfo, documents["finished"].pk, STAGES[-1])
    with running_worker(hub.environment) as worker:
        for name in (*STAGES, "finished"):
            holds[name].wait_for_waiter()
        holds["job"] = Hold.job(hub.conninfo, documents["finished"].pk)
        holds["finished"].release()
        holds["job"].wait_for_waiter()
        calls = hub.script.with_name(hub.script.name + ".calls")
        wait_for(lambda: calls.exists() and "about waiting." in calls.read_text(), seconds=SECONDS)
        stood_at = {name: Document.objects.get(pk=document.pk) for name, document in documents.items()}
        kill(worker)
        for hold in holds.values():
            hold.release()
        hub.write_script({})
        worker.start()
        wait_for(lambda: not Document.objects.exclude(status="done").exists(), seconds=SECONDS)
        wait_for(lambda: not ProcrastinateJob.objects.filter(task_name="ingest.advance", status="doing").exists())

    assert {name: stood_at[name].stage for name in STAGES} == {name: name for name in STAGES}
    assert (stood_at["waiting"].stage, stood_at["finished"].status) == ("remembering", "done")
    for name, document in documents.items():
        document.refresh_from_db()
        assert (document.status, document.outcome, document.remembered_revision) == ("done", "remembered", 1)
        assert document.attempts == (1 if name == "finished" else 2)
        texts = Memory.objects.filter(sources__document=document).values_list("text", flat=True)
        assert sorted(texts) == sorted(facts_of(name))
    facts = FACTS * len(documents)
    assert (Memory.objects.count(), MemoryVector.objects.count(), MemorySource.objects.count()) == (facts,) * 3
    assert Entry.objects.filter(verb="memory.remembered").count() == facts
    assert Chunk.objects.count() == ChunkVector.objects.count() == Chunk.objects.exclude(tokens=None).count()
    doubles = Chunk.objects.values("document", "index").annotate(number=Count("pk")).filter(number__gt=1)
    assert not doubles.exists()
