"""Names of clusters: the keys that are frequent inside and rare outside, never empty, never twice."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from .forces import rank_within
from .inputs import Flags, GraphInput, Ints, KeyTerms

AND = " & "
CANDIDATES = 8  # keys, and members, that may name a cluster
LONGEST = 28  # characters of a name
SECOND_KEY_SHARE = 0.5  # a second key joins the name when it says at least half as much as the first


class Name(NamedTuple):
    """What a cluster is called, and the node whose label that is; -1 for the words of keys, and for numbers."""

    text: str
    node: int = -1


NAMELESS = Name("")
BY_A_PERSON = -2  # in place of the node, for a name that nobody but people change
Leaders: TypeAlias = Mapping[int, Sequence[Name]]


def cluster_names(
    graph: GraphInput,
    label: Ints,
    clusters: int,
    degrees: Ints,
    *,
    kept: Sequence[Name] = (),
    inside: Ints | None = None,
) -> list[Name]:
    """A name for each of the first ``clusters`` clusters, in order; nodes with another label count for none.

    ``kept`` gives names that stay (of a former map); an empty one there asks for a new one. A cluster without
    keys is named by the shortened label of its best linked node; without labels by its number. ``inside`` is a
    coarser grouping of the nodes: then names say what tells a cluster from the others in its group.
    """
    names = [*kept, *[NAMELESS] * (clusters - len(kept))]
    wanted = [cluster for cluster, name in enumerate(names) if not name.text]
    if not wanted:
        return names
    keys = best_keys(graph.keys, label, clusters, np.zeros(len(label), np.int64) if inside is None else inside)
    leaders = cache(lambda: _leader_names(graph, label, clusters, degrees, wanted))  # texts are read only if need be
    taken = {_folded(name.text) for name in names if name.text}
    for cluster in wanted:
        candidates = _candidates(graph, keys[cluster], leaders, cluster)
        names[cluster] = next(name for name in candidates if _folded(name.text) not in taken)
        taken.add(_folded(names[cluster].text))
    return names


def best_keys(keys: KeyTerms, label: Ints, clusters: int, inside: Ints) -> list[list[tuple[int, float]]]:
    """The keys that describe each cluster best, at most CANDIDATES of them, and how well they do, best first.

    Class-based tf-idf (Grootendorst 2022): the share of the cluster's members that carry the key, times the log of
    how much rarer the key is in the group the cluster lies in. Weights of the links count.
    """
    known = (keys.node >= 0) & (keys.node < len(label))
    known[known] = (label[keys.node[known]] >= 0) & (label[keys.node[known]] < clusters)
    node, key, weight = keys.node[known], keys.key[known], keys.weight[known]
    width = max(len(keys.texts), 1)
    around, at = np.unique(inside[node] * width + key, return_inverse=True)
    total = np.bincount(at, weight, len(around))
    cell, first, where = np.unique(label[node] * width + key, return_index=True, return_inverse=True)
    cluster = cell // width
    share = np.bincount(where, weight, len(cell)) / np.bincount(label[label >= 0], minlength=clusters)[cluster]
    score = share * np.log1p(np.bincount(inside)[inside[node[first]]] / total[at[first]])
    rank = rank_within(cluster, np.argsort(np.lexsort((cell, -score))))
    found: list[list[tuple[int, float]]] = [[] for _ in range(clusters)]
    order = np.lexsort((rank, cluster))
    for each in order[rank[order] < CANDIDATES].tolist():
        found[int(cluster[each])].append((int(cell[each] % width), float(score[each])))
    return found


def keys_of(keys: KeyTerms, members: Flags, *, most: int) -> list[str]:
    """The keys that describe some of the nodes best, as `best_keys` tells it; ``members`` has a flag for each node."""
    inside = members[keys.node]
    mine = np.bincount(keys.key[inside], keys.weight[inside], len(keys.texts))
    total = np.bincount(keys.key, keys.weight, len(keys.texts))
    score = mine * np.log1p(len(members) / np.where(total > 0, total, 1))
    return [keys.texts[at] for at in np.argsort(-score, kind="stable")[:most].tolist() if score[at] > 0]


def _leaders(label: Ints, clusters: int, degrees: Ints) -> list[list[int]]:
    """The best linked members of each cluster, at most CANDIDATES."""
    members = np.flatnonzero((label >= 0) & (label < clusters))
    order = members[np.lexsort((-degrees[members], label[members]))]
    bounds = np.searchsorted(label[order], np.arange(clusters + 1)).tolist()
    return [order[low : min(low + CANDIDATES, high)].tolist() for low, high in itertools.pairwise(bounds)]


def _leader_names(graph: GraphInput, label: Ints, clusters: int, degrees: Ints, wanted: Sequence[int]) -> Leaders:
    """Shortened labels of the best linked members of the ``wanted`` clusters, as far as everybody may read them."""
    if graph.labels is None:
        return {cluster: [] for cluster in wanted}
    leaders = _leaders(label, clusters, degrees)
    asked = [node for cluster in wanted for node in leaders[cluster] if graph.is_served[node]]
    told = dict(zip(asked, graph.labels(graph.ids[asked]), strict=True))
    named = {node: Name(short, node) for node, text in told.items() if (short := shorten(text))}
    return {cluster: [named[node] for node in leaders[cluster] if node in named] for cluster in wanted}


def shorten(text: str, longest: int = LONGEST) -> str:
    """The text on one line, cut at a word where there is one, with an ellipsis when something is missing."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    word_end = head.rfind(" ")
    return (head[:word_end] if word_end > longest // 2 else head).rstrip(" ,.;:") + "…"


def _candidates(
    graph: GraphInput, best: Sequence[tuple[int, float]], leaders: Callable[[], Leaders], cluster: int
) -> Iterator[Name]:
    """Possible names, the best first; endless, so that one of them is free."""
    keys = [(shorten(graph.keys.texts[index]), score) for index, score in best]
    keys = [(text, value) for text, value in keys if text]
    first, others = (keys[0][0], [text for text, _ in keys[1:]]) if keys else ("", [])
    if others and keys[1][1] >= SECOND_KEY_SHARE * keys[0][1]:
        yield from map(Name, _pairs(first, others[:1]))
    yield from map(Name, filter(None, [first]))
    yield from map(Name, _pairs(first, others))
    yield from leaders()[cluster]
    base, number = first or "#", cluster + 1
    while True:
        yield Name(f"{base} {number}" if first else f"#{number}")
        number += 1


def _folded(name: str) -> str:
    """The name as compared with others: "tea & cake" is no other name than "Cake & tea"."""
    return AND.join(sorted(name.casefold().split(AND)))


def _pairs(first: str, others: list[str]) -> Iterator[str]:
    """The first key together with another, unless one says the other or they are too long."""
    for other in others:
        short, long = sorted((first.casefold(), other.casefold()), key=len)
        name = first + AND + other
        if short not in long and len(name) <= LONGEST:
            yield name
