"""Names of clusters: the keys that are frequent inside and rare outside, never empty, never twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .inputs import GraphInput, Ints, KeyTerms

AND = " & "
LONGEST = 28  # characters of a name
SECOND_KEY_SHARE = 0.5  # a second key joins the name when it says at least half as much as the first


def cluster_names(
    graph: GraphInput, label: Ints, clusters: int, degrees: Ints, *, kept: Sequence[str] = ()
) -> list[str]:
    """A name for each of the first ``clusters`` clusters, in order.

    ``kept`` gives names that stay (of a former map); an empty string there asks for a new one. A cluster without
    keys is named by the shortened label of its best linked node; without labels by its number.
    """
    scores = key_scores(graph.keys, label, clusters)
    names = list(kept) + [""] * (clusters - len(kept))
    taken = {_folded(name) for name in names if name}
    for cluster in range(clusters):
        if not names[cluster]:
            candidates = _candidates(graph, scores[cluster], np.flatnonzero(label == cluster), degrees, cluster)
            names[cluster] = next(name for name in candidates if _folded(name) not in taken)
            taken.add(_folded(names[cluster]))
    return names


def key_scores(keys: KeyTerms, label: Ints, clusters: int) -> np.ndarray:
    """How well each key describes each cluster; shape [clusters, keys], 0 where a key does not occur.

    Class-based tf-idf (Grootendorst 2022): the share of the cluster's members that carry the key, times the log of
    how much rarer the key is in the space. Weights of the links count.
    """
    inside = (keys.node >= 0) & (keys.node < len(label))
    node, key, weight = keys.node[inside], keys.key[inside], keys.weight[inside]
    total = np.bincount(key, weight, len(keys.texts))
    here = label[node] < clusters
    cell = label[node[here]] * len(keys.texts) + key[here]
    sums = np.bincount(cell, weight[here], clusters * len(keys.texts)).reshape(clusters, len(keys.texts))
    size = np.bincount(label, minlength=clusters)[:clusters, None]
    return sums / np.maximum(size, 1) * np.log1p(len(label) / np.maximum(total, 1e-9))


def shorten(text: str, longest: int = LONGEST) -> str:
    """The text on one line, cut at a word where there is one, with an ellipsis when something is missing."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    word_end = head.rfind(" ")
    return (head[:word_end] if word_end > longest // 2 else head).rstrip(" ,.;:") + "…"


def _candidates(graph: GraphInput, score: np.ndarray, members: Ints, degrees: Ints, cluster: int) -> Iterator[str]:
    """Possible names, the best first; endless, so that one of them is free."""
    best = [index for index in np.argsort(-score, kind="stable")[:8].tolist() if score[index] > 0]
    keys = [(shorten(graph.keys.texts[index]), score[index]) for index in best]
    keys = [(text, value) for text, value in keys if text]
    first, others = (keys[0][0], [text for text, _ in keys[1:]]) if keys else ("", [])
    if others and keys[1][1] >= SECOND_KEY_SHARE * keys[0][1]:
        yield from _pairs(first, others[:1])
    yield from filter(None, [first])
    yield from _pairs(first, others)
    if graph.labels and len(members):
        for node in members[np.argsort(-degrees[members], kind="stable")[:8]].tolist():
            yield from filter(None, [shorten(graph.labels[node])])
    base, number = first or "#", cluster + 1
    while True:
        yield f"{base} {number}" if first else f"#{number}"
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
