"""People name islands of the map, and parts of them; each naming can be taken back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import numpy as np

from memoryhub.associations import atlas, island_names, paths, services
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.models import IslandName
from memoryhub.core import clock, errors, ids, text
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.spaces.models import Space

MOST_CHARACTERS = 60
MOST_NAMES = 500  # in a space


def name(
    *,
    actor: Actor,
    space: Space,
    node_id: uuid.UUID,
    name: str | None,
    is_part: bool = False,
    was: str | None = None,
) -> IslandName | None:
    """Call the island a node is on, or the part of it, by a name; None gives it the automatic one again.

    Returns the row, or None where nothing was to be changed. With `was`, what the caller has seen it called,
    `errors.Conflict` is raised where it is called otherwise by now. Raises `errors.InvalidInput` naming `name`, and
    `errors.NotFound` for a node that is not on the map, or on no island.
    """
    wanted = "" if name is None else check(name)
    known = {row.pk: row.name for row in island_names.given(space)}
    found = atlas.atlas_of(space, now=clock.now(), with_review=True)
    return _name(
        actor=actor, space=space, found=found, known=known, node_id=node_id, wanted=wanted, is_part=is_part, was=was
    )


def check(raw: str) -> str:
    """The name as it is kept; `errors.InvalidInput` for one that is empty, too long, or has characters nobody sees."""
    wanted = " ".join(text.clean(raw).split())
    if not wanted:
        raise errors.InvalidInput("name", "A name is empty.")
    if len(wanted) > MOST_CHARACTERS:
        raise errors.InvalidInput("name", f"A name has at most {MOST_CHARACTERS} characters.")
    if text.visible(wanted) != wanted:
        raise errors.InvalidInput("name", "A name has no control characters, and none that turn the direction.")
    return wanted


@service
def _name(
    *,
    actor: Actor,
    space: Space,
    found: Atlas,
    known: Mapping[uuid.UUID, str],
    node_id: uuid.UUID,
    wanted: str,
    is_part: bool,
    was: str | None,
) -> IslandName | None:
    services.lock_levels(space)
    graph, levels = found.graph, found.levels
    home = island_names.home_of(levels, paths.place_of(graph, node_id), is_part=is_part)
    rows = island_names.given(space)
    row = island_names.borne(rows, graph, levels, is_part=is_part).get(home)
    if was is not None:
        called = (levels.parts if is_part else levels.clusters)[home].name
        if was != called or (row is not None and row.name != known.get(row.pk, "")):
            raise errors.Conflict("It is called otherwise by now; look at it again.", code="moved_on")
    if wanted == (row.name if row else ""):
        return None
    if row is None:
        if len(rows) >= MOST_NAMES:
            raise errors.Conflict(f"A space has names for at most {MOST_NAMES} islands.", code="too_many")
        row = IslandName(id=ids.new(), space=space, is_part=is_part)
    island_names.take(row, graph, np.flatnonzero(island_names.places(levels, is_part=is_part) == home))
    row.before, row.name = row.name, wanted
    row.save()
    record(
        actor=actor,
        space_id=space.pk,
        verb=services.ISLAND_NAMED,
        subject_kind="island",
        subject_id=row.pk,
        fields=("name",),
    )
    return row
