"""Whether the hub is well: one address for supervisors, and the checks that `doctor` prints."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinateWorker
from psycopg_pool import PoolTimeout

from memoryhub.ai import selectors as ai_read
from memoryhub.ai import services as ai
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import clock, errors, postgres, space_indexes
from memoryhub.lifecycle import model_change
from memoryhub.retrieval import upkeep

EXTENSIONS = {"vector": (0, 8, 5), "pg_trgm": (1, 0), "btree_gin": (1, 0)}
WORKER_SILENT = timedelta(minutes=1)
LEAST_FREE_BYTES = 2**30


@dataclass(frozen=True, slots=True)
class Check:
    """One part of the hub: `ok`, and a note with the figure or with what to do."""

    name: str
    ok: bool
    note: str


def alive(request: HttpRequest) -> JsonResponse:
    """200 with `{"status": "ok"}` when a query works, 503 when the database does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, PoolTimeout):
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})


def checks() -> Iterator[Check]:
    """Every check in turn; those that need a database say so when there is none."""
    for name, check in _CHECKS.items():
        try:
            yield check()
        except (errors.HubError, DatabaseError, PoolTimeout, OSError) as error:
            yield Check(name, False, str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__)


def database() -> Check:
    """The server answers, is new enough, and handles text beyond ASCII."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int, current_setting('server_version')")
        number, version = cursor.fetchone()
        cursor.execute("SELECT lower('ÄÖŠ') = 'äöš'")
        folds = cursor.fetchone()[0]
    where = _("embedded") if postgres.embedded() else _("external")
    if number < 150000:
        return Check("database", False, _("PostgreSQL %(version)s is too old: 15 is needed.") % {"version": version})
    if not folds:
        return Check("database", False, _("Its locale does not know letters beyond ASCII; make it with C.UTF-8."))
    return Check("database", True, f"PostgreSQL {version}, {where}")


def extensions() -> Check:
    """What search stands on is there and new enough."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extname, extversion FROM pg_extension")
        present = dict(cursor.fetchall())
    for name, least in EXTENSIONS.items():
        found = tuple(int(part) for part in present.get(name, "0").split("."))
        if found < least:
            wanted = ".".join(map(str, least))
            return Check("extensions", False, _("%(name)s %(wanted)s is missing.") % {"name": name, "wanted": wanted})
    return Check("extensions", True, ", ".join(f"{name} {present[name]}" for name in EXTENSIONS))


def queue() -> Check:
    """A worker is there when there is work."""
    waiting = ProcrastinateJob.objects.filter(status="todo").count()
    alive_since = clock.now() - WORKER_SILENT
    workers = ProcrastinateWorker.objects.filter(last_heartbeat__gte=alive_since).count()
    note = ngettext("%(n)d worker", "%(n)d workers", workers) % {"n": workers}
    note += ", " + ngettext("%(n)d job waiting", "%(n)d jobs waiting", waiting) % {"n": waiting}
    if waiting and not workers:
        return Check("queue", False, note + ". " + _("Start one: manage.py worker"))
    return Check("queue", True, note)


def model() -> Check:
    """The embedding model answers with vectors of its dimension."""
    active = ai.active_model()
    dimension = ai.embed(["one sentence"]).shape[1]
    if dimension != active.dimension:
        return Check("model", False, f"{active.name}: {dimension} != {active.dimension}")
    return Check("model", True, f"{active.name}, {active.dimension}")


def filling() -> Check:
    """How far the models are that are to take the place of the one in use."""
    rows = [model for model in ai_read.all_models() if model.state == EmbeddingModel.State.FILLING]
    if not rows:
        return Check("filling", True, _("no other model"))
    return Check("filling", True, "; ".join(_filled(model) for model in rows))


def _filled(model: EmbeddingModel) -> str:
    parts = [f"{one.done:,} / {one.total:,} {one.name}" for one in model_change.progress(model)]
    return f"{model.name}: " + ", ".join(parts)


def large() -> Check:
    """Which way a search takes in each large space; one whose index is missing is slower, and still right."""
    model, whole = ai.active_model(), space_indexes.existing()
    ways = [upkeep.way(one, model, whole) for one in upkeep.large_spaces()]
    notes = "; ".join(f"{way.space} {way.vectors:,} {way.kind}: {_way(way)}" for way in ways)
    return Check("large", True, notes or _("every space is small: every row is looked at"))


def _way(way: upkeep.Way) -> str:
    if not way.is_ready:
        return _("every row, until a worker has built the index")
    return _("index of %(width)d numbers, then in full") % {"width": way.width} if way.width else _("every row")


def disk() -> Check:
    """The data folder can be written and has room."""
    home = settings.MEMORYHUB_HOME
    home.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(home).free
    note = _("%(free).1f GB free at %(home)s") % {"free": free / 1e9, "home": home}
    return Check("disk", free >= LEAST_FREE_BYTES, note)


_CHECKS: dict[str, Callable[[], Check]] = {
    "database": database,
    "extensions": extensions,
    "queue": queue,
    "model": model,
    "filling": filling,
    "large": large,
    "disk": disk,
}
