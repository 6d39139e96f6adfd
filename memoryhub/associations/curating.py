"""What people make of keys: one merged into another, split, renamed, of another kind. Each can be taken back."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from memoryhub.ai import storing
from memoryhub.associations import selectors, texts
from memoryhub.associations.models import Key, KeyLink, KeyVector
from memoryhub.associations.texts import PreparedKey, normalise
from memoryhub.core import clock, errors, ids
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

CHANGED = "key.changed"
MERGED = "key.merged"
SPLIT = "key.split"


def change(*, actor: Actor, space: Space, key_id: uuid.UUID, text: str | None = None, kind: str | None = None) -> Key:
    """Call a key otherwise, or take it for another kind; what it was called before stays among its aliases.

    Raises `errors.InvalidInput` naming `text` for a wording that another key has, or `kind`.
    """
    if kind is not None and kind not in Key.Kind.values:
        raise errors.InvalidInput("kind", f"The kind of a key is one of {', '.join(Key.Kind.values)}.")
    kind = kind or _live(space, [key_id])[key_id].kind
    wording = None if text is None else texts.prepare([(text, kind)], space=space, field="text")[0]
    return _change(actor=actor, space=space, key_id=key_id, wording=wording, kind=kind)


@service
def _change(*, actor: Actor, space: Space, key_id: uuid.UUID, wording: PreparedKey | None, kind: str) -> Key:
    key = locked(space, [key_id])[key_id]
    values: dict[str, object] = {"kind": key.kind}
    fields = ["kind"] if kind != key.kind else []
    if wording is not None and wording.text != key.text:
        _refuse_taken(space, wording.normalised, but=key)
        values |= _rename(key, wording)
        fields.append("text")
    if fields:
        key.kind = kind
        key.save()
        _record(actor, space, CHANGED, key.pk, fields, values)
    return key


def _rename(key: Key, wording: PreparedKey) -> dict[str, object]:
    """Give a key its new wording and vector; returns where the old ones are, and how many aliases it has now."""
    before = Key.objects.create(
        id=ids.new(), space_id=key.space_id, text=key.text, normalised=key.normalised, kind=key.kind,
        aliases=key.aliases, taken_over_by=key, created_at=key.created_at,
    )  # fmt: skip
    KeyVector.objects.filter(space_id=key.space_id, key=key).update(key=before)
    rows = [(key.pk, wording.vector)]
    storing.insert(KeyVector, "key", rows, space_id=key.space_id, model_id=wording.model_id)
    key.aliases = [one for one in (*key.aliases, key.text) if normalise(one) != wording.normalised]
    key.text, key.normalised = wording.text, wording.normalised
    key.forms = forms_of(key)
    return {"before": str(before.pk), "aliases": len(key.aliases)}


@service
def promote(*, actor: Actor, space: Space, wordings: Sequence[PreparedKey]) -> None:
    """Take concepts for the names or proper nouns somebody gives them as, unless their kind was chosen before."""
    kinds = {one.normalised: one.kind for one in wordings if one.kind != Key.Kind.CONCEPT}
    if not kinds:
        return
    concepts = Key.objects.filter(space=space, kind=Key.Kind.CONCEPT, taken_over_by=None, normalised__in=kinds)
    for key in concepts.order_by("normalised").select_for_update(no_key=True):
        chosen = ledger.entries_of(space.pk).filter(subject_id=key.pk, verb=CHANGED, fields__contains=["kind"])
        if not chosen.exists():
            _record(actor, space, CHANGED, key.pk, ["kind"], {"kind": key.kind})
            key.kind = kinds[key.normalised]
            key.save(update_fields=["kind"])


@service
def merge(*, actor: Actor, space: Space, key_id: uuid.UUID, into_id: uuid.UUID) -> Key:
    """Let `into_id` take a key over: its memories, and all it is called. Where a memory has both keys, the weight of
    the one that stays stands.

    Raises `errors.InvalidInput` naming `into` for one and the same key.
    """
    if key_id == into_id:
        raise errors.InvalidInput("into", "A key cannot be merged into itself.")
    hold_chains(space, key_id)
    found = locked(space, [key_id, into_id])
    gone, kept = found[key_id], found[into_id]
    first = len(kept.aliases)
    known = {kept.text, *kept.aliases}
    kept.aliases = [*kept.aliases, *(one for one in (gone.text, *gone.aliases) if one not in known)]
    gone.taken_over_by, gone.forms = kept, []
    gone.save()
    kept.forms = forms_of(kept)
    kept.save()
    _copy_links(gone, kept)
    values = {"merged": str(gone.pk), "aliases": [first, len(kept.aliases)]}
    _record(actor, space, MERGED, kept.pk, ["aliases"], values)
    return kept


def hold_chains(space: Space, key_id: uuid.UUID) -> None:
    """Let no memory of a key get a new version, with the keys it has now, before they are others."""
    roots = Memory.objects.filter(space=space, key_links__key=key_id).values_list("root_id", flat=True)
    chains.hold(space, set(roots))


def _copy_links(gone: Key, kept: Key) -> None:
    """Links of its own for the key that stays; those it has stand, and the old ones wait with their key."""
    links = KeyLink.objects.filter(space_id=gone.space_id, key=gone)
    copies = [
        KeyLink(id=ids.new(), space_id=gone.space_id, key=kept, memory_id=row.memory_id, weight=row.weight, via=gone.pk)
        for row in links.order_by("memory_id")
    ]
    KeyLink.objects.bulk_create(copies, ignore_conflicts=True)


def split(
    *,
    actor: Actor,
    space: Space,
    key_id: uuid.UUID,
    text: str,
    kind: str | None = None,
    memory_ids: Collection[uuid.UUID] = (),
) -> Key:
    """Make a key of its own of what a key is called besides, or of some of its memories, in all their versions.

    `text` is one of the key's aliases, which leaves it, or a wording that no key has yet. Raises `errors.InvalidInput`
    naming `text` or `memory_ids`, and `errors.NotFound` for a memory that does not have the key.
    """
    key = _live(space, [key_id])[key_id]
    wording = texts.prepare([(text, kind or key.kind)], space=space, field="text")[0]
    return _split(actor=actor, space=space, key_id=key_id, wording=wording, memory_ids=set(memory_ids))


@service
def _split(*, actor: Actor, space: Space, key_id: uuid.UUID, wording: PreparedKey, memory_ids: Set[uuid.UUID]) -> Key:
    roots = chains.roots_of(space, memory_ids)
    if roots.keys() != memory_ids:
        raise errors.NotFound()
    chains.hold(space, roots.values())
    key = locked(space, [key_id])[key_id]
    leaving = [at for at, one in enumerate(key.aliases) if normalise(one) == wording.normalised]
    if wording.normalised == key.normalised:
        raise errors.InvalidInput("text", "This is what the key itself is called.")
    if not leaving and not memory_ids:
        raise errors.InvalidInput("memory_ids", "Choose memories, or a wording that is one of the key's aliases.")
    _refuse_taken(space, wording.normalised, but=key)
    made = _part(key, wording, leaving)
    _move_links(key, made, set(roots.values()))
    batch = ids.new()
    values = {"made": str(made.pk), "at": leaving}
    _record(actor, space, SPLIT, key.pk, ["aliases"], values, batch=batch)
    _record(actor, space, SPLIT, made.pk, ["text"], {}, batch=batch)
    return made


def _part(key: Key, wording: PreparedKey, leaving: Sequence[int]) -> Key:
    """The new key, with the aliases at these places of the old one, in their own spelling."""
    spelled = [key.aliases[at] for at in leaving] or [wording.text]
    key.aliases = [one for at, one in enumerate(key.aliases) if at not in leaving]
    key.forms = forms_of(key)
    key.save()
    made = Key(
        id=ids.new(), space_id=key.space_id, text=spelled[0], normalised=wording.normalised, kind=wording.kind,
        aliases=spelled[1:], forms=[wording.normalised], created_at=clock.now(),
    )  # fmt: skip
    made.save(force_insert=True)
    rows = [(made.pk, wording.vector)]
    storing.insert(KeyVector, "key", rows, space_id=key.space_id, model_id=wording.model_id)
    return made


def _move_links(key: Key, made: Key, roots: Set[uuid.UUID]) -> None:
    links = KeyLink.objects.filter(space_id=key.space_id, key=key, memory__root_id__in=roots)
    if set(links.values_list("memory__root_id", flat=True)) != roots:
        raise errors.NotFound()
    links.update(key=made)


def locked(space: Space, key_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Key]:
    """These keys, none of them put aside, locked in the order of their normal forms; `errors.NotFound` otherwise."""
    return _live(space, key_ids, lock=True)


def _live(space: Space, key_ids: Collection[uuid.UUID], *, lock: bool = False) -> dict[uuid.UUID, Key]:
    rows = Key.objects.filter(space=space, pk__in=set(key_ids), taken_over_by=None)
    found = {key.pk: key for key in (rows.order_by("normalised").select_for_update() if lock else rows)}
    if found.keys() != set(key_ids):
        raise errors.NotFound()
    return found


def _refuse_taken(space: Space, normal_form: str, *, but: Key) -> None:
    other = selectors.by_normal_forms(space, [normal_form]).get(normal_form, but)
    if other != but:
        raise errors.InvalidInput("text", "Another key is called so; merge the two instead.", key=other.pk)


def forms_of(key: Key) -> list[str]:
    """The normal forms a key is found by."""
    return sorted({key.normalised, *map(normalise, key.aliases)})


def _record(
    actor: Actor,
    space: Space,
    verb: str,
    key_id: uuid.UUID,
    fields: Iterable[str],
    values: Mapping[str, object],
    *,
    batch: uuid.UUID | None = None,
) -> None:
    record(
        actor=actor, space_id=space.pk, verb=verb, subject_kind="key", subject_id=key_id, fields=tuple(fields),
        values=dict(values), batch=batch,
    )  # fmt: skip
