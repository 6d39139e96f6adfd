"""How far a document has come: six steps with the time each took, and the one word for now."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import formats
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from memoryhub.documents.models import Document

Stage, Status = Document.Stage, Document.Status

ORDER = list(Stage)
STEPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("Extracted"), (Stage.EXTRACTING,)),
    (gettext_lazy("Split"), (Stage.CHUNKING,)),
    # People see one step: a chunk counts as embedded once it can be found.
    (gettext_lazy("Embedded"), (Stage.EMBEDDING, Stage.INDEXING)),
    (gettext_lazy("Remembered"), (Stage.REMEMBERING,)),
    (gettext_lazy("Linked"), (Stage.LINKING,)),
)
RECEIVED = gettext_lazy("Received")
DOING = {
    Stage.EXTRACTING: gettext_lazy("extracting"),
    Stage.CHUNKING: gettext_lazy("splitting"),
    Stage.EMBEDDING: gettext_lazy("embedding"),
    Stage.INDEXING: gettext_lazy("indexing"),
    Stage.REMEMBERING: gettext_lazy("remembering"),
    Stage.LINKING: gettext_lazy("linking"),
}
WORDS = {
    "done": gettext_lazy("done"),
    "running": gettext_lazy("in work"),
    "waiting": gettext_lazy("waiting"),
    "failed": gettext_lazy("failed"),
    "todo": gettext_lazy("to come"),
}
STATE_OF = {
    Status.QUEUED: "waiting",
    Status.RUNNING: "running",
    Status.WAITING: "waiting",
    Status.FAILED: "failed",
    Status.CANCELLED: "todo",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One dot, for `{% stages %}`. `share` is in percent, None where it is not known; `note` stands below the dot."""

    label: str
    state: str
    note: str = ""
    share: int | None = None

    @property
    def word(self) -> str:
        return _words(get_language())[self.state]


@dataclass(frozen=True, slots=True)
class Now:
    """What a document does at the moment: a word with its tone, and what more there is to say."""

    tone: str
    word: str
    detail: str = ""


def labels() -> Sequence[str]:
    """The heads of the six columns."""
    return _labels(get_language())


def steps(document: Document, now: datetime) -> list[Step]:
    """The six steps; the first, the receiving, is over once there is a row."""
    received, *others = labels()
    later = zip(others, STEPS, strict=True)
    return [_received(document, received), *(_step(document, label, stages, now) for label, (_name, stages) in later)]


# A list asks for them with every one of its rows.
@functools.cache
def _labels(_language: str | None) -> Sequence[str]:
    return (str(RECEIVED), *(str(label) for label, _stages in STEPS))


@functools.cache
def _words(_language: str | None) -> Mapping[str, str]:
    return {state: str(word) for state, word in WORDS.items()}


def now_of(document: Document, now: datetime, *, is_stuck: bool = False) -> Now:
    """The word for the "Now" column; `is_stuck` when no live worker is at it."""
    if is_stuck:
        return Now("warn", _("stuck"), _("its worker is gone; another takes it over"))
    match document.status:
        case Status.RUNNING:
            return Now("accent", str(DOING[Stage(document.stage)]), _left(document, now))
        case Status.QUEUED:
            return Now("warn", _("waiting"), _("for the worker"))
        case Status.WAITING:
            return Now("warn", _("waiting"), _("to try again"))
        case Status.FAILED:
            return Now("bad", _("failed"), _("at %(step)s") % {"step": step_of(document)})
        case Status.CANCELLED:
            return Now("muted", _("stopped"), _("at %(step)s") % {"step": step_of(document)})
    return Now("ok", _("done"), _("in %(time)s") % {"time": clock_words(_took(document, ORDER))})


def step_of(document: Document) -> str:
    """The name of the step a document is in, as it stands within a sentence."""
    label = next(label for label, stages in STEPS if document.stage in stages)
    return str(label).lower()


def clock_words(seconds: float) -> str:
    """A span for the eye: 0.4 s, 12 s, 1:05, 2:00:00."""
    if seconds < 60:
        return _short(int(seconds * 10) / 10, 1 if seconds < 10 else 0, get_language())
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# Lists say it by the hundred, and most of them say 0.1 s.
@functools.lru_cache(maxsize=512)
def _short(seconds: float, decimals: int, _language: str | None) -> str:
    return _("%(n)s s") % {"n": formats.number_format(seconds, decimals)}


def ticking(seconds: float, step: int = 1) -> str:
    """The span as an element that goes on by itself, down with a `step` of -1."""
    seconds = max(0.0, seconds)
    return format_html(
        '<elapsed-time seconds="{}" step="{}" pattern="{}">{}</elapsed-time>',
        f"{seconds:.1f}",
        step,
        _("%(n)s s") % {"n": "{n}"},
        clock_words(seconds),
    )


def _received(document: Document, label: str) -> Step:
    begun = _moment(document, Stage.EXTRACTING, "started")
    # Of a document that was given anew, the row says only when the first version came.
    if begun is None or document.revision > 1:
        return Step(label, "done")
    return Step(label, "done", clock_words((begun - document.created_at).total_seconds()))


def _step(document: Document, label: str, stages: Collection[str], now: datetime) -> Step:
    place = ORDER.index(Stage(document.stage))
    last = max(ORDER.index(Stage(stage)) for stage in stages)
    if document.status == Status.DONE or last < place:
        return Step(label, "done", clock_words(_took(document, stages)))
    if document.stage not in stages:
        return Step(label, "todo")
    done, total = _progress(document)
    share = round(100 * done / total) if total else None
    return Step(label, STATE_OF[Status(document.status)], _note(document, now), share)


def _note(document: Document, now: datetime) -> str:
    match document.status:
        case Status.FAILED:
            return _("failed")
        case Status.CANCELLED:
            return _("stopped")
        case Status.WAITING:
            due = document.next_try_at or now
            return ticking((due - now).total_seconds(), step=-1)
        case Status.QUEUED:
            return ticking((now - document.updated_at).total_seconds())
    done, total = _progress(document)
    if total:
        return _("%(done)s of %(total)s") % {"done": done, "total": total}
    started = _moment(document, document.stage, "started") or now
    return ticking((now - started).total_seconds())


def _progress(document: Document) -> tuple[int, int]:
    """How many of how many are done in the stage at hand; zeros where nobody counts."""
    times = document.stage_times.get(document.stage, {})
    return times.get("done", 0), times.get("total", 0)


def _left(document: Document, now: datetime) -> str:
    """The time that is left, as the work so far went; empty where that is not known."""
    done, total = _progress(document)
    started = _moment(document, document.stage, "started")
    if not done or started is None:
        return ""
    seconds = (now - started).total_seconds() * (total - done) / done
    return _("%(time)s left") % {"time": clock_words(seconds)}


def _took(document: Document, stages: Collection[str]) -> float:
    """Seconds the last runs of these stages took, without what lay between them."""
    total = 0.0
    for stage in stages:
        started, finished = _moment(document, stage, "started"), _moment(document, stage, "finished")
        if started is not None and finished is not None:
            total += (finished - started).total_seconds()
    return total


def _moment(document: Document, stage: str, name: str) -> datetime | None:
    value = document.stage_times.get(stage, {}).get(name)
    return datetime.fromisoformat(value) if value else None
