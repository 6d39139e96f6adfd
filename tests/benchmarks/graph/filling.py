"""Fills a space with a synthetic map of any size, straight into the tables: topics with versions, relations, keys.

The rows are written past the triggers of the chains, which would look at every row of a million twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta

import numpy as np
from django.db import connection, models, transaction

from memoryhub.associations.graph.inputs import EdgeKind, Ints, NodeKind
from memoryhub.associations.models import Key, KeyLink
from memoryhub.core import clock, packed
from memoryhub.core.packed import PackedIds
from memoryhub.documents.models import Document
from memoryhub.ledger.models import Sequence as Revision
from memoryhub.memories import states
from memoryhub.memories.models import Memory, MemorySource, Relation, State
from memoryhub.spaces.models import Space
from tests.benchmarks.graph import topics

KEY_SHARERS = 8  # memories that share one key
DAYS = 900  # over which a space came to be
SAID = "'Fact number ' || number || ' was looked after in the year ' || 1500 + number %% 500"
# The first 48 bits of an id are its moment in milliseconds.
MOMENT = "to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)"


def fill(space: Space, nodes: int, *, seed: int = 7) -> None:
    """Put that many documents and versions of memories into the space, with what links them."""
    made = topics.make(nodes, seed=seed)
    ids = _ids(nodes, seed)
    is_memory = made.kinds == NodeKind.MEMORY
    pairs = {kind: made.edges[made.edge_kinds == kind] for kind in EdgeKind}
    parent = _parents(pairs[EdgeKind.UPDATES], nodes)
    with _without_triggers():
        _stage(ids, is_memory, parent)
        _insert_documents(space)
        _insert_memories(space)
        for kind in (EdgeKind.EXTENDS, EdgeKind.DERIVES):
            _insert_relations(space, ids, pairs[kind][is_memory[pairs[kind]].all(axis=1)], kind)
        _insert_sources(space, ids, pairs[EdgeKind.SOURCE])
        latest = np.setdiff1d(np.flatnonzero(is_memory), parent)
        _insert_keys(space, ids, latest[np.argsort(made.topic[latest], kind="stable")], made.topic)
    moved(space)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def add(space: Space, nodes: int, *, seed: int) -> None:
    """Put new memories into a filled space, each an extension of some older one."""
    random = np.random.default_rng(seed)
    older = list(Memory.objects.filter(space=space, is_latest=True).order_by("?").values_list("pk", flat=True)[:nodes])
    ids = _ids(nodes, seed, first=DAYS)
    with _without_triggers():
        _stage(ids, np.ones(nodes, bool), np.full(nodes, -1))
        _insert_memories(space)
        everything = np.concatenate([packed.pack(older), ids])
        pairs = np.column_stack([len(older) + np.arange(nodes), random.integers(0, len(older), nodes)])
        _insert_relations(space, everything, pairs, EdgeKind.EXTENDS)
    moved(space)


def revise(space: Space, versions: int, *, length: int, seed: int = 7) -> None:
    """Put that many versions of memories into the space, in chains of that length, with their states."""
    parent = np.arange(versions) - versions // length  # what was told first is what changes first
    with _without_triggers():
        _stage(_ids(versions, seed), np.ones(versions, bool), np.maximum(parent, -1))
        _insert_memories(space)
        _note_states(space)
    moved(space)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _note_states(space: Space) -> None:
    """Note of every version from when to when it was the current one: until the next came."""
    versions = "(SELECT *, lead(created_at) OVER (PARTITION BY root_id ORDER BY version) AS replaced_at"
    versions += " FROM memories_memory WHERE space_id = %(space)s) AS version"
    state = {"id": "gen_random_uuid()", "space_id": "%(space)s", "memory_id": "id", "seq": "1"}
    _insert(
        State,
        {**state, "state": f"'{states.CURRENT}'", "from_at": "created_at", "to_at": "replaced_at"},
        f"FROM {versions}",
        space,
    )
    _insert(
        State,
        {**state, "state": f"'{states.SUPERSEDED}'", "from_at": "replaced_at"},
        f"FROM {versions} WHERE replaced_at IS NOT NULL",
        space,
    )


@contextmanager
def _without_triggers() -> Iterator[None]:
    """One transaction in which chains are not looked at; keys of other tables are, at its end."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE memories_memory DISABLE TRIGGER USER")
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("DROP TABLE staged")
        cursor.execute("ALTER TABLE memories_memory ENABLE TRIGGER USER")


def moved(space: Space) -> None:
    """Let the space have a new revision, as with an entry of the ledger."""
    Revision.objects.update_or_create(pk=space.pk, defaults={"seq": models.F("seq") + 1}, create_defaults={"seq": 1})


def _ids(count: int, seed: int, *, first: float = 0) -> PackedIds:
    """UUIDv7 of moments evenly over DAYS, ``first`` days in."""
    random = np.random.default_rng(seed)
    begin = int((clock.now() - timedelta(days=DAYS + 1 - first / DAYS)).timestamp() * 1000)
    milliseconds = begin + (np.arange(count) * (DAYS * 86_400_000 / max(count, 1) if not first else 1)).astype(np.int64)
    high = milliseconds << 16 | 0x7000 | random.integers(0, 1 << 12, count)
    low = (1 << 63) | random.integers(0, 1 << 62, count, dtype=np.uint64)
    return packed.of_bytes(np.column_stack([high.astype(np.uint64), low]).astype(">u8").tobytes())


def _parents(updates: Ints, nodes: int) -> Ints:
    """The version each node replaces, -1 for none: each is replaced once, by something newer."""
    updates = updates[updates[:, 0] > updates[:, 1]]
    updates = updates[np.unique(updates[:, 1], return_index=True)[1]]
    parent = np.full(nodes, -1, np.int64)
    parent[updates[:, 0]] = updates[:, 1]
    return parent


def _stage(ids: PackedIds, is_memory: np.ndarray, parent: Ints) -> None:
    """Ids, chains and moments of the nodes, in a table of this transaction."""
    root, version = np.arange(len(ids)), np.ones(len(ids), np.int64)
    for node in np.flatnonzero(parent >= 0).tolist():  # older versions come first
        root[node], version[node] = root[parent[node]], version[parent[node]] + 1
    replaced = np.zeros(len(ids), bool)
    replaced[parent[parent >= 0]] = True
    names = _hexes(ids)
    rows = zip(
        names, root.tolist(), parent.tolist(), version.tolist(), replaced.tolist(), is_memory.tolist(), strict=True
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE staged (number serial, id uuid, root uuid, parent uuid, version int, is_latest bool,"
            " is_memory bool)"
        )
        columns = "id, root, parent, version, is_latest, is_memory"
        with cursor.copy(f"COPY staged ({columns}) FROM STDIN") as copy:
            for name, first, before, number, is_old, memory in rows:
                copy.write_row((name, names[first], names[before] if before >= 0 else None, number, not is_old, memory))


def _insert_documents(space: Space) -> None:
    _insert(
        Document,
        {
            "id": "id", "space_id": "%(space)s", "kind": "'text'", "title": "'Sheet ' || number", "status": "'done'",
            "content": "'Notes, sheet ' || number", "content_hash": "md5(number::text)", "added_by_kind": "'hub'",
            "added_by_id": "'benchmark'", "stage": "'linking'", "created_at": MOMENT, "updated_at": MOMENT,
        },
        "FROM staged WHERE NOT is_memory ORDER BY number", space,
    )  # fmt: skip


def _insert_memories(space: Space) -> None:
    _insert(
        Memory,
        {
            "id": "id", "space_id": "%(space)s", "root_id": "root", "parent_id": "parent", "version": "version",
            "is_latest": "is_latest", "text": SAID,
            "text_hash": "md5(id::text)", "is_static": "number %% 3 = 0", "language": "'en'", "source_count": "1",
            "written_by_kind": "'hub'", "written_by_id": "'benchmark'", "created_at": MOMENT, "updated_at": MOMENT,
        },
        "FROM staged WHERE is_memory ORDER BY number", space,
    )  # fmt: skip


def _insert_relations(space: Space, ids: PackedIds, pairs: Ints, kind: EdgeKind) -> None:
    _pair_up(
        Relation, {"newer_id": "one", "older_id": "other", "kind": f"'{kind.name.lower()}'"}, space, ids, ids, pairs
    )


def _insert_sources(space: Space, ids: PackedIds, pairs: Ints) -> None:
    _pair_up(MemorySource, {"document_id": "one", "memory_id": "other"}, space, ids, ids, pairs)


def _insert_keys(space: Space, ids: PackedIds, members: Ints, topic: Ints) -> None:
    """One key of a topic for all its members, which is a hub, and one for every few of them in turn."""
    hubs, hub = np.unique(topic[members], return_inverse=True)
    few = np.arange(len(members)) // KEY_SHARERS
    texts = [f"topic {each}" for each in hubs.tolist()] + [f"matter {each}" for each in range(int(few.max()) + 1)]
    keys = _ids(len(texts), seed=3)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE named (id uuid, text text)")
        with cursor.copy("COPY named FROM STDIN") as copy:
            for row in zip(_hexes(keys), texts, strict=True):
                copy.write_row(row)
    given = {"id": "id", "space_id": "%(space)s", "text": "text", "normalised": "text", "forms": "ARRAY[text]"}
    _insert(Key, given, "FROM named", space)
    own = {"key_id": "one", "memory_id": "other"}
    pairs = np.concatenate([np.column_stack([hub, members]), np.column_stack([len(hubs) + few, members])])
    _pair_up(KeyLink, own, space, keys, ids, pairs)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE named")


def _pair_up(
    model: type[models.Model], given: Mapping[str, str], space: Space, first: PackedIds, second: PackedIds, pairs: Ints
) -> None:
    """Rows of a table that links two others; each pair once."""
    ones, others = _hexes(first), _hexes(second)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE paired (one uuid, other uuid)")
        with cursor.copy("COPY paired FROM STDIN") as copy:
            for one, other in np.unique(pairs, axis=0).tolist():
                copy.write_row((ones[one], others[other]))
    _insert(model, {"id": "gen_random_uuid()", "space_id": "%(space)s", **given}, "FROM paired", space)
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE paired")


def _insert(model: type[models.Model], given: Mapping[str, str], source: str, space: Space) -> None:
    """Insert what the expressions say; other columns get what Django would give them."""
    values: dict[str, object] = {"space": space.pk}
    columns: dict[str, str] = {}
    for field in model._meta.concrete_fields:
        name = field.column or ""
        if field.generated:
            continue
        columns[name] = given.get(name, f"%({name})s")
        if name not in given:
            values[name] = field.get_db_prep_save(field.get_default(), connection)
    names = ", ".join(f'"{name}"' for name in columns)
    with (
        connection.connection.cursor() as cursor
    ):  # values are put into the text: an insert of a million is planned once
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({names}) SELECT {', '.join(columns.values())} {source}", values
        )


def _hexes(ids: PackedIds) -> Sequence[str]:
    text = packed.to_bytes(ids).hex()
    return [text[at : at + 32] for at in range(0, len(text), 32)]
