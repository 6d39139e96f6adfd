"""Where a person has pinned nodes on the map: for their eyes alone, and nothing that the space remembers."""

from __future__ import annotations

import math
import uuid
from collections.abc import Sequence
from typing import TypeAlias

from django.db import transaction

from memoryhub.accounts.models import Preference, User
from memoryhub.associations.graph.inputs import GraphInput
from memoryhub.core import errors, ids, packed
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space

NAME = "pins"  # of the preference: {id of a node: [x, y] in map units}
MOST_PINS = 500  # of a person in a space
FARTHEST = 1e6  # map units from the middle

Place: TypeAlias = tuple[float, float]


def pins_of(user: User, space: Space) -> dict[uuid.UUID, Place]:
    """Node -> where this person has pinned it; some may be on no map (any more)."""
    row = Preference.objects.filter(user=user, space_id=space.pk, name=NAME).first()
    return {} if row is None else {ids.decode(node): (x, y) for node, (x, y) in row.value.items()}


def shown(user: User, space: Space, graph: GraphInput) -> dict[int, Place]:
    """Those that are on a map, by their index there."""
    found = pins_of(user, space)
    at = graph.positions(packed.pack(found))
    return {node: place for node, place in zip(at.tolist(), found.values(), strict=True) if node >= 0}


def pin(*, user: User, space: Space, graph: GraphInput, node_id: uuid.UUID, place: Place) -> None:
    """Pin a node of a map to a place. Pins of what is not on the map any more go.

    Raises `errors.InvalidInput` naming `x` or `y`, and `errors.Conflict` where the person has too many.
    """
    for name, value in zip("xy", place, strict=True):
        if not math.isfinite(value) or abs(value) > FARTHEST:
            raise errors.InvalidInput(name, f"{name} must be a number of map units, at most {FARTHEST:,.0f} from 0.")
    with transaction.atomic():
        row = _locked(user, space)
        stays = (graph.positions(packed.pack(map(ids.decode, row.value))) >= 0).tolist()
        pins = {node: at for (node, at), here in zip(row.value.items(), stays, strict=True) if here}
        wire = ids.encode(node_id)
        if wire not in pins and len(pins) >= MOST_PINS:
            raise errors.Conflict(f"At most {MOST_PINS} nodes of a space can be pinned.", code="too_many")
        row.value = {**pins, wire: [round(value, 2) for value in place]}
        row.save(update_fields=["value"])


def unpin(*, user: User, space: Space, node_id: uuid.UUID) -> None:
    """Let a node go back to its place; one that is not pinned stays there."""
    with transaction.atomic():
        row = _locked(user, space)
        if row.value.pop(ids.encode(node_id), None) is not None:
            row.save(update_fields=["value"])


def drop(versions: Sequence[Memory]) -> None:
    """Nobody's pin outlives a memory that is erased."""
    if not versions:
        return
    gone = {ids.encode(row.pk) for row in versions}
    rows = Preference.objects.filter(space_id=versions[0].space_id, name=NAME, value__has_any_keys=sorted(gone))
    for row in rows.order_by("pk").select_for_update():
        row.value = {node: place for node, place in row.value.items() if node not in gone}
        row.save(update_fields=["value"])


def _locked(user: User, space: Space) -> Preference:
    """The person's pins in a space, which nobody else writes before this transaction ends."""
    Preference.objects.get_or_create(user=user, space_id=space.pk, name=NAME, defaults={"value": {}})
    return Preference.objects.select_for_update().get(user=user, space_id=space.pk, name=NAME)
