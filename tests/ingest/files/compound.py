"""A writer of small compound files (MS-CFB version 3), which is what Outlook saves a mail in."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

SECTOR, MINI, CUTOFF = 512, 64, 4096
END, FREE, FAT, NONE = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5


@dataclass
class _Node:
    name: str
    sort: int
    data: bytes = b""
    children: list[int] = field(default_factory=list)
    start: int = END


def compound(streams: dict[str, bytes]) -> bytes:
    """A compound file of streams by path (`folder/name`), each smaller than 4,096 bytes."""
    nodes = _tree(streams)
    mini = b""
    mini_fat: list[int] = []
    for node in nodes:
        if node.sort == STREAM and node.data:
            assert len(node.data) < CUTOFF
            count = -(-len(node.data) // MINI)
            node.start = len(mini_fat)
            mini_fat += [*range(node.start + 1, node.start + count), END]
            mini += node.data.ljust(count * MINI, b"\0")
    directory = list(nodes)
    sizes = [-(-len(directory) * 128 // SECTOR), -(-len(mini_fat) * 4 // SECTOR), -(-len(mini) // SECTOR)]
    fat_count = 1
    while (fat_count + sum(sizes)) * 4 > fat_count * SECTOR:
        fat_count += 1
    starts = [fat_count, fat_count + sizes[0], fat_count + sizes[0] + sizes[1]]
    nodes[0].start, nodes[0].data = starts[2], mini
    fat = [FAT] * fat_count
    for start, size in zip(starts, sizes, strict=True):
        fat += [*range(start + 1, start + size), END][: max(size, 0)]
    return b"".join(
        (
            _header(fat_count, starts, sizes),
            _longs(fat, fat_count),
            b"".join(_entry(nodes, index) for index in range(len(nodes))).ljust(sizes[0] * SECTOR, b"\0"),
            _longs(mini_fat, sizes[1]),
            mini.ljust(sizes[2] * SECTOR, b"\0"),
        )
    )


def _tree(streams: dict[str, bytes]) -> list[_Node]:
    nodes = [_Node("Root Entry", ROOT)]
    folders: dict[str, int] = {"": 0}
    for path, data in streams.items():
        folder, _, name = path.rpartition("/")
        if folder not in folders:
            folders[folder] = len(nodes)
            nodes[0].children.append(len(nodes))
            nodes.append(_Node(folder, STORAGE))
        nodes[folders[folder]].children.append(len(nodes))
        nodes.append(_Node(name, STREAM, data))
    for node in nodes:
        node.children.sort(key=lambda index: (len(nodes[index].name), nodes[index].name.upper()))
    return nodes


def _header(fat_count: int, starts: list[int], sizes: list[int]) -> bytes:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<9I", 0, fat_count, starts[0], 0, CUTOFF, starts[1], sizes[1], END, 0)
    return head + struct.pack("<109I", *range(fat_count), *[FREE] * (109 - fat_count))


def _longs(values: list[int], sectors: int) -> bytes:
    count = sectors * SECTOR // 4
    return struct.pack(f"<{count}I", *values, *[FREE] * (count - len(values)))


def _entry(nodes: list[_Node], index: int) -> bytes:
    """One entry of the directory; the children of a folder hang in a chain to the right."""
    node = nodes[index]
    siblings = next((parent.children for parent in nodes if index in parent.children), [])
    after = siblings[siblings.index(index) + 1 :] if index in siblings else []
    name = (node.name + "\0").encode("utf-16-le")
    links = (NONE, after[0] if after else NONE, node.children[0] if node.children else NONE)
    packed = name.ljust(64, b"\0") + struct.pack("<HBB3I", len(name), node.sort, 1, *links) + bytes(36)
    return packed + struct.pack("<IQ", 0 if node.sort == STORAGE else node.start, len(node.data))
