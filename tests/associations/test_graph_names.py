"""Names of clusters: specific keys, never empty, never twice."""

from dataclasses import replace

import numpy as np

from memoryhub.associations.graph import names
from memoryhub.associations.graph.inputs import NodeState
from memoryhub.associations.graph.names import Name
from memoryhub.core.packed import PackedIds
from tests.associations.graph_cast import graph

LABEL = np.array([0, 0, 0, 1, 1, 1])
NO_DEGREES = np.zeros(6, np.int64)


def named(keys: list[tuple[int, str, float]], labels: tuple[str, ...] = (), kept: tuple[str, ...] = ()) -> list[str]:
    stay = [Name(text) for text in kept]
    found = names.cluster_names(graph(6, keys=keys, labels=labels), LABEL, 2, NO_DEGREES, kept=stay)
    return [name.text for name in found]


def test_a_key_found_everywhere_does_not_name_a_cluster() -> None:
    everywhere = [(node, "Mina", 1.0) for node in range(6)]
    assert named(
        [*everywhere, *((node, "tea", 1.0) for node in (0, 1, 2)), *((n, "rent", 1.0) for n in (3, 4, 5))]
    ) == [
        "tea & Mina",
        "rent & Mina",
    ]


def test_a_weak_second_key_stays_out_of_the_name() -> None:
    keys = [(node, "tea", 1.0) for node in (0, 1, 2)] + [(0, "cup", 0.4)] + [(node, "rent", 1.0) for node in (3, 4, 5)]
    assert named(keys) == ["tea", "rent"]


def test_a_key_that_contains_the_other_is_said_once() -> None:
    keys = [(node, text, 1.0) for node in (0, 1, 2) for text in ("Busan", "Busan office")]
    assert named([*keys, (3, "rent", 1.0)])[0] == "Busan"


def test_two_clusters_with_the_same_keys_get_two_names() -> None:
    keys = [(node, text, 1.0) for node in range(6) for text in ("tea", "cake")]
    first, second = named(keys)
    assert first == "cake & tea" or first == "tea & cake"
    assert second not in {"tea & cake", "cake & tea"}


def test_without_keys_the_best_linked_label_names_the_cluster() -> None:
    labels = ("a", "Mina moved to the Busan office in October", "b", "c", "d", "e")
    degrees = np.array([0, 4, 0, 0, 0, 9])
    found = names.cluster_names(graph(6, labels=labels), LABEL, 2, degrees)
    assert found == [("Mina moved to the Busan…", 1), ("e", 5)]


def test_what_not_everybody_may_read_names_nothing() -> None:
    found = graph(6, labels=("a", "a secret", "b", "c", "d", "e"))
    found.states[1] = NodeState.PENDING
    degrees = np.array([1, 4, 0, 0, 0, 9])
    assert names.cluster_names(found, LABEL, 2, degrees) == [("a", 0), ("e", 5)]


def test_labels_are_asked_for_once_and_only_for_clusters_without_a_name() -> None:
    asked: list[int] = []

    def labels(ids: PackedIds) -> list[str]:
        asked.append(len(ids))
        return [f"label {at}" for at in range(len(ids))]

    town = replace(graph(6), labels=labels)
    assert names.cluster_names(town, LABEL, 2, NO_DEGREES, kept=[Name("Tea"), Name("")])[1].text == "label 0"
    assert names.cluster_names(town, LABEL, 2, NO_DEGREES, kept=[Name("Tea"), Name("Rent")])[1].text == "Rent"
    assert asked == [3]


def test_without_keys_and_labels_a_cluster_has_a_number() -> None:
    assert named([]) == ["#1", "#2"]


def test_a_kept_name_stays_and_is_not_given_again() -> None:
    keys = [(node, "tea", 1.0) for node in (3, 4, 5)]
    assert named(keys, kept=("Tea", "")) == ["Tea", "tea 2"]


def test_a_name_is_one_line_of_bounded_length() -> None:
    assert names.shorten(" two\n words\t\u202e ") == "two words"
    assert names.shorten("设计评审" * 20) == "设计评审" * 6 + "设计评…"
    assert len(names.shorten("x" * 100)) == names.LONGEST


def test_a_key_of_blanks_only_names_nothing() -> None:
    assert named([(0, "\u200b", 1.0), (1, "tea", 0.1)])[0] == "tea"
