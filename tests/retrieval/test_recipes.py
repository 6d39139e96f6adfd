"""The numbers of the two recipes, as contract and readme give them."""

from __future__ import annotations

import uuid

import pytest

from memoryhub.associations.candidates import Hit, Link, Owned
from memoryhub.core import errors
from memoryhub.memories.selectors import Vitality
from memoryhub.retrieval import recipes
from memoryhub.retrieval.recipes import RECIPES, Sum

CLASSIC, RELEASED = RECIPES["classic"], RECIPES["v0.4.4"]
NEWTON, APPLE, SUMMER, OTHER = (uuid.UUID(int=number) for number in range(1, 5))
K_NEWTON, K_APPLE, K_FRUIT = (uuid.UUID(int=number) for number in range(11, 14))


def aged(days: float, depth: float) -> Vitality:
    """Recalled a moment ago, which neither recipe asks about."""
    return Vitality(False, 1, depth, age=days, idle=0)


@pytest.mark.parametrize(
    ("days", "by_depth"),
    [(0, (1, 1, 1)), (30, (0.684, 0.761, 0.870)), (90, (0.525, 0.571, 0.703)), (365, (0.500, 0.500, 0.513))],
)
def test_age_as_the_released_package_counts_it(days: int, by_depth: tuple[float, ...]) -> None:
    found = [recipes.modifiers(RELEASED, aged(days, depth))["fading"] for depth in (0, 0.5, 1)]
    assert found == pytest.approx(by_depth, abs=5e-4)


def test_age_as_the_readme_says_is_a_true_half_life_and_the_deep_last_longer() -> None:
    fading = [recipes.modifiers(CLASSIC, aged(days, 0))["fading"] for days in (0, 30, 60, 365)]
    assert fading == pytest.approx([1, 0.5, 0.25, 2 ** (-365 / 30)])
    assert recipes.modifiers(CLASSIC, aged(100, 1))["fading"] == pytest.approx(0.5)


def test_depth_counts_from_a_half_in_the_readme_and_from_nine_tenths_in_the_package() -> None:
    found = {
        name: [recipes.modifiers(recipe, aged(0, depth))["depth"] for depth in (0, 0.4, 1)]
        for name, recipe in RECIPES.items()
    }
    assert found == {"classic": pytest.approx([0.5, 0.7, 1]), "v0.4.4": pytest.approx([0.9, 0.94, 1])}


@pytest.mark.parametrize(
    ("spread", "concept", "name"), [(0, 1, 1), (1, 1, 1), (2, 0.5, 0.25), (5, 0.2, 0.1), (10, 0.1, 0.05)]
)
def test_a_key_of_many_is_worth_less_and_a_name_of_many_half_of_that(spread: int, concept: float, name: float) -> None:
    found = [recipes.idf(kind, spread) for kind in ("concept", "name", "proper_noun")]
    assert found == [concept, name, name]


def test_in_the_readme_keys_and_content_are_summed() -> None:
    keys = {K_NEWTON: Hit(K_NEWTON, "Newton", 1.0, "name"), K_APPLE: Hit(K_APPLE, "apple", 0.4, "concept")}
    links = [Link(K_NEWTON, NEWTON, 1.0, 1), Link(K_APPLE, NEWTON, 1.0, 2), Link(K_APPLE, APPLE, 1.0, 2)]
    found = recipes.direct(CLASSIC, keys, links, {NEWTON: 0.6, OTHER: 0.3})
    assert {key: one.total for key, one in found.items()} == pytest.approx({NEWTON: 1.8, APPLE: 0.2, OTHER: 0.3})
    assert [step.key for step in found[NEWTON].path] == ["Newton"]
    assert found[OTHER] == Sum(content=0.3)


def test_in_the_package_content_counts_for_a_fifth_beside_a_key() -> None:
    keys = {K_NEWTON: Hit(K_NEWTON, "Newton", 1.0, "name")}
    found = recipes.direct(RELEASED, keys, [Link(K_NEWTON, NEWTON, 1.0, 1)], {NEWTON: 0.5, OTHER: 0.5})
    assert {key: one.total for key, one in found.items()} == pytest.approx({NEWTON: 1.08, OTHER: 0.4})


def test_a_hop_passes_on_three_tenths_of_what_stood_before_it_and_nothing_back_to_its_giver() -> None:
    owned = [
        Owned(NEWTON, K_NEWTON, "Newton", "name", 1.0),
        Owned(NEWTON, K_APPLE, "apple", "concept", 1.0),
        Owned(APPLE, K_APPLE, "apple", "concept", 1.0),
        Owned(APPLE, K_FRUIT, "fruit", "concept", 1.0),
    ]
    links = [
        Link(K_NEWTON, NEWTON, 1.0, 1),
        *(Link(K_APPLE, key, 1.0, 3) for key in (NEWTON, APPLE, OTHER)),
        *(Link(K_FRUIT, key, 1.0, 2) for key in (APPLE, SUMMER)),
    ]
    found = recipes.onward({NEWTON: 1.0, APPLE: 0.5}, owned, links)
    assert {key: (gain.giver, gain.key) for key, gain in found.items()} == {
        NEWTON: (APPLE, "apple"),
        APPLE: (NEWTON, "apple"),
        OTHER: (NEWTON, "apple"),
        SUMMER: (APPLE, "fruit"),
    }
    amounts = {NEWTON: 0.3 * 0.5 / 3, APPLE: 0.3 * 1.0 / 3, OTHER: 0.3 * 1.5 / 3, SUMMER: 0.3 * 0.5 / 2}
    assert {key: gain.amount for key, gain in found.items()} == pytest.approx(amounts)


@pytest.mark.parametrize("given", ["Classic", "v0.4.5", 1, ["classic"], {}])
def test_an_unknown_recipe_is_refused_by_name(given: object) -> None:
    with pytest.raises(errors.InvalidInput, match=r"scoring must be null or one of classic, v0\.4\.4") as raised:
        recipes.checked(given)
    assert raised.value.field == "settings"
