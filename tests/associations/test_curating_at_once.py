"""Keys that are merged while others give them out or carry them to a new version."""

from __future__ import annotations

import threading

import pytest
from django.db import transaction

from tests import factories
from tests.associations.test_curating import given, keys_of, merge
from tests.cast import Cast
from tests.threads import begin

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_memory_that_is_given_a_key_while_it_is_merged_has_the_one_that_stays(cast: Cast) -> None:
    space = cast.space
    one, late = factories.remember(space, "One."), factories.remember(space, "Late.")
    gone, kept = factories.key(space, "apple", one), factories.key(space, "fruit", one)
    merged, commit = threading.Event(), threading.Event()

    def put_together() -> None:
        with transaction.atomic():
            merge(space, gone, kept)
            merged.set()
            commit.wait(20)

    merging = begin(put_together)
    assert merged.wait(20)
    giving = begin(lambda: given(space, late, "apple", "proper_noun"))
    commit.set()
    merging.result(20)
    assert giving.result(20) == "fruit"
    assert keys_of(space, late) == ["fruit"]


def test_a_new_version_made_while_its_key_is_merged_has_the_one_that_stays(cast: Cast) -> None:
    space = cast.space
    one = factories.remember(space, "One.")
    gone, kept = factories.key(space, "one", one), factories.key(space, "uno", factories.remember(space, "Uno."))
    merged, commit = threading.Event(), threading.Event()

    def put_together() -> None:
        with transaction.atomic():
            merge(space, gone, kept)
            merged.set()
            commit.wait(20)

    merging = begin(put_together)
    assert merged.wait(20)
    revising = begin(lambda: factories.revise(space, one, "One, again."))
    commit.set()
    merging.result(20)
    assert keys_of(space, revising.result(20)) == ["uno"]
