"""Part `levels`: how long a map of synthetic topics takes to be arranged, how good it is, and what new nodes cost.

Every round is a process of its own, with another hash seed, that arranges one map and says what it took.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.spatial import cKDTree

from memoryhub.associations.graph import discs, placing
from memoryhub.associations.graph import levels as graph_levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import MergedEdges
from memoryhub.associations.graph.levels import Levels
from tests.benchmarks.graph import topics
from tests.benchmarks.graph.topics import Topics

SIZES = (10_000, 100_000, 1_000_000)
SAMPLE = 20_000  # nodes whose neighbours are looked at, and pairs are ten times as many
NEIGHBOURS = 10
NEW_SHARE = 0.01

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure that has to be reached: at most, or at least, ``bound``."""

    bound: float
    at_least: bool = False

    def reached(self, value: float) -> bool:
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'at least' if self.at_least else 'at most'} {self.bound:,g}"


ALWAYS = {"different answers": Wanted(1), "islands that overlap": Wanted(0)}
WANTED: Mapping[int, Mapping[str, Wanted]] = {
    100_000: {
        "arranged, CPU s": Wanted(3.5),
        "purity of the 10 nearest": Wanted(0.95, at_least=True),
        "edge ratio": Wanted(0.06),
        **ALWAYS,
    },
    1_000_000: {
        "arranged, CPU s": Wanted(30.0),
        "peak memory, MB": Wanted(1000.0),
        "1 % new placed, CPU ms": Wanted(100.0),
        "old nodes moved": Wanted(0),
        **ALWAYS,
    },
}


def measure(sizes: Sequence[int], rounds: int) -> bool:
    """Print the medians of each size beside what is wanted, and say whether all of that was reached."""
    table = Table("figure", "nodes", "median", "wanted", "")
    kept = True
    for size in sizes:
        for name, value in of_size(size, rounds).items():
            wanted = WANTED.get(size, {}).get(name)
            reached = wanted is None or wanted.reached(value)
            kept &= reached
            table.add_row(name, f"{size:,}", f"{value:,.4g}", str(wanted or ""), "" if reached else "missed")
    Console(highlight=False).print(table)
    return kept


def of_size(size: int, rounds: int) -> Figures:
    """Medians over rounds, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "topics.npz")
        made = topics.make(size)
        np.savez(path, edges=made.edges, edge_kinds=made.edge_kinds, topic=made.topic, kinds=made.kinds)
        answers = []
        for index in range(rounds):
            command = [sys.executable, "-m", "tests.benchmarks.graph.levels", str(path)]
            environment = {**os.environ, "PYTHONHASHSEED": str(index + 1)}
            done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
            answers.append(json.loads(done.stdout))
    hashes = {answer.pop("hash") for answer in answers}
    figures = {name: median(answer[name] for answer in answers) for name in answers[0]}
    return figures | {"different answers": len(hashes)}


def of_file(path: str) -> dict[str, float | str]:
    """Arrange one map and judge it."""
    with np.load(path) as kept:
        made = Topics(kept["edges"], kept["edge_kinds"], kept["topic"], kept["kinds"])
    graph, topic = made.input(), made.topic
    del made
    began = time.process_time()
    built = graph_levels.build(graph)
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    edges = graph.merged_edges()
    answer = sha256(b"".join(each.tobytes() for each in (built.x, built.y, built.cluster, built.part)))
    answer.update(repr((built.clusters, built.parts, built.bridges)).encode())
    return {
        "arranged, CPU s": spent,
        "peak memory, MB": peak,
        "purity of the 10 nearest": purity(built, topic),
        "edge ratio": edge_ratio(built, edges),
        "islands": len(built.clusters),
        "islands that overlap": overlaps(built),
        "sub-clusters": len(built.parts),
        **of_arrivals(built, edges),
        "hash": answer.hexdigest(),
    }


def purity(built: Levels, topic: np.ndarray) -> float:
    """Share of the ten nearest nodes that are of the same topic, over a sample of the nodes."""
    places = np.column_stack([built.x, built.y])
    sample = np.random.default_rng(0).choice(len(topic), min(len(topic), SAMPLE), replace=False)
    near = cKDTree(places).query(places[sample], NEIGHBOURS + 1)[1][:, 1:]
    return float((topic[near] == topic[sample][:, None]).mean())


def overlaps(built: Levels) -> int:
    """Pairs of islands whose circles meet."""
    land = [each for each in built.clusters if each.role is Role.ISLAND]
    centres = np.array([complex(each.x, each.y) for each in land])
    return len(discs.near_pairs(centres, np.array([each.half_width for each in land]))[0])


def edge_ratio(built: Levels, edges: MergedEdges) -> float:
    """Mean length of an edge over the mean distance of two nodes."""
    places = built.x + 1j * built.y
    one, other = np.random.default_rng(0).integers(0, len(places), (2, 10 * SAMPLE))
    apart = np.abs(places[one] - places[other]).mean()
    return float(np.abs(places[edges.source] - places[edges.target]).mean() / apart)


def of_arrivals(built: Levels, edges: MergedEdges) -> Figures:
    """A hundredth of the nodes, taken out and put back as new ones: processor time, and how many others moved."""
    nodes = len(built.x)
    new = np.random.default_rng(0).choice(nodes, int(nodes * NEW_SHARE), replace=False)
    places, label = built.x + 1j * built.y, built.cluster.copy()
    before = places.copy()
    places[new], label[new] = np.nan, -1
    degrees = edges.degrees(nodes)
    began = time.process_time()
    placing.place_new(places, label, edges, degrees)
    spent = time.process_time() - began
    old = np.setdiff1d(np.arange(nodes), new)
    lost = np.isnan(places[new])
    same = label[new] == built.cluster[new]
    return {
        "1 % new placed, CPU ms": spent * 1000,
        "old nodes moved": float((places[old] != before[old]).sum()),
        "new on their island": float(same[~lost].mean()),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(of_file(sys.argv[1])))
