"""Ledger entries as sentences: who, did what, to what. Texts come from the rows, since entries hold none."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from memoryhub.accounts import selectors as accounts
from memoryhub.associations import selectors as associations
from memoryhub.core import clock, ids
from memoryhub.documents import selectors as documents
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger import undo, verbs
from memoryhub.ledger.models import Entry
from memoryhub.memories import selectors as memories
from memoryhub.spaces.access import Access, Capability

STRUCK = {"memory.forgotten", "memory.withdrawn", "document.deleted"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One entry for a reader. `words` follow the actor's name; `text` is the subject's, where it still has one."""

    entry_id: uuid.UUID
    seq: int
    actor_kind: str
    actor: str
    words: str
    text: str
    language: str
    url: str
    struck: bool
    undone: bool
    may_undo: bool
    at: datetime


def of(opened: Access, entries: Sequence[Entry]) -> list[Sentence]:
    """The entries as sentences, in a fixed number of queries."""
    names = _names((entry.actor_kind, entry.actor_id) for entry in entries)
    subjects = _subjects(opened, entries)
    undone = ledger.undone_ids(opened.space.pk, [entry.pk for entry in entries])
    return [_sentence(opened, entry, names, subjects, undone) for entry in entries]


def who(actor_kind: str, actor_id: str) -> str:
    """What sentences call somebody who did something."""
    return _called(actor_kind, actor_id, _names([(actor_kind, actor_id)]))


@dataclass(frozen=True, slots=True)
class _Subject:
    text: str = ""
    language: str = ""
    url: str = ""


def _sentence(
    opened: Access,
    entry: Entry,
    names: Mapping[str, str],
    subjects: dict[uuid.UUID, _Subject],
    undone: Collection[uuid.UUID],
) -> Sentence:
    actor = _called(entry.actor_kind, entry.actor_id, names)
    verb = verbs.get(entry.verb)
    subject = subjects.get(entry.subject_id, _Subject())
    may = opened.may(Capability(verb.needs)) and opened.space.archived_at is None
    return Sentence(
        entry_id=entry.pk,
        seq=entry.seq,
        actor_kind=entry.actor_kind,
        actor=actor,
        words=(str(verb.sentence) % {"actor": ""}).strip(),
        text=subject.text,
        language=subject.language,
        url=subject.url,
        struck=entry.verb in STRUCK,
        undone=entry.pk in undone,
        may_undo=may and undo.can_undo(entry) and entry.pk not in undone,
        at=entry.at,
    )


def _called(actor_kind: str, actor_id: str, names: Mapping[str, str]) -> str:
    return names.get(actor_id) or (_("the hub") if actor_kind == "hub" else _("somebody"))


def _names(actors: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Names by id of the people and keys among (kind, id)."""
    known = set(actors)
    people = [uuid.UUID(one) for kind, one in known if kind == "person"]
    keys = [uuid.UUID(one) for kind, one in known if kind == "key"]
    named = {**accounts.names_of(people), **accounts.key_names_of(keys)}
    return {str(key): name for key, name in named.items()}


def _subjects(opened: Access, entries: Sequence[Entry]) -> dict[uuid.UUID, _Subject]:
    """Texts of memories, titles of documents, wordings of keys, names of islands.

    A forgotten text is for those who may write, and for them alone.
    """
    tag = opened.space.tag
    found: dict[uuid.UUID, _Subject] = {}
    roots = [entry.subject_id for entry in entries if entry.subject_kind == "memory"]
    for memory in memories.latest_by_root(opened.space, roots, hidden=opened.may(Capability.WRITE)):
        url = reverse("console:memory", args=[tag, ids.encode(memory.pk)])
        found[memory.root_id] = _Subject(memory.text, memory.language, url)
    wanted = [entry.subject_id for entry in entries if entry.subject_kind == "document"]
    for document in documents.documents_of(opened.space).filter(pk__in=wanted):
        url = reverse("console:document", args=[tag, ids.encode(document.pk)])
        found[document.pk] = _Subject(document.title or document.file_name, document.language, url)
    found |= _islands(opened, [entry.subject_id for entry in entries if entry.subject_kind == "island"])
    return found | _keys(opened, [entry.subject_id for entry in entries if entry.subject_kind == "key"])


def _islands(opened: Access, name_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _Subject]:
    """Names people gave, for those who see the whole map: of what is there others may see nothing."""
    if not name_ids or not opened.may(Capability.REVIEW):
        return {}
    rows = associations.island_names(opened.space, name_ids)
    return {row.pk: _Subject(row.name) for row in rows}


def _keys(opened: Access, key_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, _Subject]:
    """Wordings of keys that current memories have."""
    if not key_ids:
        return {}
    rows = associations.keys_with_counts(opened.space, now=clock.now()).filter(pk__in=key_ids)
    tag = opened.space.tag
    return {key.pk: _Subject(key.text, url=reverse("console:key", args=[tag, ids.encode(key.pk)])) for key in rows}
