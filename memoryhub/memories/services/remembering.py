"""Adding facts: a new chain, or another source for a fact the space knows already."""

from __future__ import annotations

from collections.abc import Sequence

from memoryhub.core import bulk, errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, selectors, states, verbs
from memoryhub.memories.drafts import Draft, Remembered
from memoryhub.memories.models import Memory, Relation
from memoryhub.memories.services import relating_many, revising, rows, sourcing
from memoryhub.memories.services.relating_many import RelationDraft
from memoryhub.spaces.models import Space


@service
def remember(*, actor: Actor, space: Space, draft: Draft) -> Remembered:
    """Add one fact; see `remember_many`."""
    return remember_many(actor=actor, space=space, drafts=[draft])[0]


@service
def remember_many(*, actor: Actor, space: Space, drafts: Sequence[Draft]) -> list[Remembered]:
    """Add facts, in order. A fact equal to a current one (after normalisation) becomes another source of it; an end
    that is said with it (`forget_after`) is its end from then on, and where none is said the one it has stays.

    An inference becomes a pending row with `derives` relations to `derives_from`, which must be current memories of
    the space (`errors.InvalidInput` otherwise). An inference already pending, declined or known is not made again.
    """
    hashes = [draft.prepared.text_hash for draft in drafts]
    chains.lock_texts(space, hashes)
    known = _held(space, drafts, hashes)
    _check_evidence(space, drafts)
    results: list[Remembered] = []
    fresh: list[tuple[Memory, Draft]] = []
    for draft in drafts:
        existing = _same(draft, known.get(draft.prepared.text_hash, []))
        if existing is not None:
            results.append(Remembered(existing, created=False))
            continue
        memory = rows.first_version(actor, space, draft)
        known.setdefault(draft.prepared.text_hash, []).append(memory)
        fresh.append((memory, draft))
        results.append(Remembered(memory, created=True))
    _insert(actor, space, fresh)
    made = {memory.pk for memory, _ in fresh}
    known_again = [
        (at, result.memory, draft)
        for at, (result, draft) in enumerate(zip(results, drafts, strict=True))
        if result.memory.pk not in made and not draft.is_inference
    ]
    added = _add_sources(actor, space, known_again)
    _move_ends(actor, space, known_again)
    return [
        result if result.memory.pk in made else Remembered(result.memory, created=False, source_added=at in added)
        for at, result in enumerate(results)
    ]


def _held(space: Space, drafts: Sequence[Draft], hashes: Sequence[str]) -> dict[str, list[Memory]]:
    """What is known, by hash; it and what inferences rest on are held, so that it still says so when this commits."""
    known = selectors.live_by_hash(space, hashes)
    said = {memory.root_id for same in known.values() for memory in same}
    rests_on = chains.roots_of(space, [older for draft in drafts for older in draft.derives_from])
    if chains.hold(space, said | set(rests_on.values())):
        # It may have moved until it was held.
        known = selectors.live_by_hash(space, hashes)
    return known


def _same(draft: Draft, candidates: Sequence[Memory]) -> Memory | None:
    """An inference is not made twice, whatever review said of it; a stated fact never hides behind one in review."""
    for memory in candidates:
        if draft.is_inference or memory.review_status in {None, Memory.Review.APPROVED}:
            return memory
    return None


def _insert(actor: Actor, space: Space, fresh: list[tuple[Memory, Draft]]) -> None:
    memories = [memory for memory, _ in fresh]
    bulk.insert(memories)
    rows.vectors([(memory, draft.prepared) for memory, draft in fresh])
    rows.sources([(memory, source) for memory, draft in fresh for source in draft.stands_on])
    states.note(memories, fresh=True)
    for memory in memories:
        record(
            actor=actor,
            space_id=space.pk,
            verb=verbs.REMEMBERED,
            subject_kind="memory",
            subject_id=memory.root_id,
            values=rows.values_of(memory, inference=memory.is_inference),
        )
    derived = [
        RelationDraft(memory.pk, older_id, Relation.Kind.DERIVES, draft.rule, draft.confidence, draft.evidence)
        for memory, draft in fresh
        for older_id in draft.derives_from
    ]
    relating_many.relate_many(actor=actor, space=space, drafts=derived)


def _add_sources(actor: Actor, space: Space, again: Sequence[tuple[int, Memory, Draft]]) -> set[int]:
    """Facts the space has already get these sources; returns the places of those that had not had them before."""
    pairs = [(memory, source) for _, memory, draft in again for source in draft.stands_on]
    places = [at for at, _, draft in again for _ in draft.stands_on]
    added = sourcing.add_sources(actor=actor, space=space, pairs=pairs)
    return {at for at, was_added in zip(places, added, strict=True) if was_added}


def _move_ends(actor: Actor, space: Space, again: Sequence[tuple[int, Memory, Draft]]) -> None:
    """What is said of the end of a fact that is known already is not lost."""
    for _, memory, draft in again:
        if draft.forget_after is not None:
            changed = revising.change(actor=actor, space=space, memory_id=memory.pk, forget_after=draft.forget_after)
            memory.forget_after, memory.updated_at = changed.forget_after, changed.updated_at


def _check_evidence(space: Space, drafts: Sequence[Draft]) -> None:
    for draft in drafts:
        if draft.derives_from and not draft.is_inference:
            raise errors.InvalidInput("derives_from", "Only an inference derives from other memories.")
        if draft.is_inference and not draft.derives_from:
            raise errors.InvalidInput("derives_from", "An inference names the memories it was concluded from.")
    wanted = {older for draft in drafts for older in draft.derives_from}
    if not selectors.all_current(space, wanted):
        raise errors.InvalidInput("derives_from", "derives_from names a memory that is not current in this space.")
