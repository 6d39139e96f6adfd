"""Ids by the million: exact bytes back and forth, the wire form, and where each one stands."""

import uuid

import numpy as np

from memoryhub.core import ids, packed

EDGES = [uuid.UUID(int=value) for value in (0, 1, 256, 1 << 64, 255 << 120, (1 << 128) - 1)]
MANY = EDGES + [
    uuid.UUID(bytes=each.tobytes()) for each in np.random.default_rng(3).integers(0, 256, (500, 16), np.uint8)
]


def test_ids_come_out_as_they_went_in_with_zeros_at_their_end() -> None:
    assert packed.unpack(packed.pack(MANY)) == MANY
    assert packed.to_bytes(packed.pack(MANY[2:3])) == MANY[2].bytes
    assert packed.unpack(packed.of_bytes(packed.to_bytes(packed.pack(MANY))[16:])) == MANY[1:]
    assert packed.unpack(packed.pack([])) == []


def test_the_wire_form_is_that_of_each_id() -> None:
    assert packed.encode(packed.pack(MANY)) == [ids.encode(each) for each in MANY]
    assert packed.encode(packed.pack([])) == []


def test_ids_sort_as_the_database_sorts_them() -> None:
    both = packed.pack(MANY)
    assert packed.unpack(both[packed.sort_order(both)]) == sorted(MANY)


def test_an_id_is_found_where_it_stands_and_nowhere_else() -> None:
    found = packed.Index(packed.pack(MANY)).positions(packed.pack([*reversed(MANY), uuid.UUID(int=2)]))
    assert found.tolist() == [*reversed(range(len(MANY))), -1]
    assert packed.Index(packed.pack([])).positions(packed.pack(MANY[:2])).tolist() == [-1, -1]


def test_ids_that_mix_to_one_number_are_told_apart() -> None:
    mix, most = int(packed.MIX), 1 << 64
    alike = [uuid.UUID(int=(high << 64) + (-high * mix) % most) for high in range(5)]
    found = packed.Index(packed.pack(alike[:4])).positions(packed.pack(alike))
    assert found.tolist() == [0, 1, 2, 3, -1]


def test_of_equal_ids_the_first_is_found() -> None:
    twice = packed.pack([EDGES[1], EDGES[2], EDGES[1]])
    assert packed.Index(twice).positions(twice).tolist() == [0, 1, 0]
