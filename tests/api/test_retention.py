"""How long a space keeps things, over HTTP: seen before it is switched on."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memoryhub.core import clock
from tests import factories
from tests.api.calls import Caller, done, refused, with_key
from tests.cast import Cast

PATH = "spaces/atlas/retention/"


@pytest.fixture
def old(cast: Cast) -> str:
    """What was said a hundred days ago."""
    with clock.frozen(clock.now() - timedelta(days=100)):
        return factories.remember(cast.space, "Mina plans a trip.").text


def test_a_policy_is_seen_before_it_is_switched_on(owner: Caller, old: str) -> None:
    seen = done(owner.get(f"{PATH}?forget_after_days=90"))
    assert seen["policy"] == {"forget_after_days": 90, "purge_after_days": None}
    assert (seen["in_force"], seen["forget"]["count"], seen["purge"]["count"]) == (False, 1, 0)
    assert [row["text"] for row in seen["forget"]["first"]] == [old]
    done(owner.patch("spaces/atlas/", {"settings": {"retention": {"forget_after_days": 90}}}))
    in_force = done(owner.get(PATH))
    assert (in_force["in_force"], in_force["forget"]) == (True, seen["forget"])
    assert done(owner.get("spaces/atlas/memories/"))["items"][0]["state"] == "current"


def test_without_a_policy_nothing_would_go(owner: Caller, old: str) -> None:
    seen = done(owner.get(PATH))
    assert seen["policy"] == {"forget_after_days": None, "purge_after_days": None}
    assert (seen["in_force"], seen["forget"]["count"]) == (False, 0)


def test_it_is_the_owners_to_see(cast: Cast) -> None:
    refused(with_key(cast, "ed").get(PATH), 403, "not_allowed")


@pytest.mark.parametrize("query", ["?forget_after_days=0", "?purge_after_days=3651", "?limit=0", "?days=3"])
def test_bad_input_is_refused(owner: Caller, query: str) -> None:
    refused(owner.get(PATH + query), 400)


def test_a_policy_that_is_none_is_not_kept(owner: Caller) -> None:
    body = refused(owner.patch("spaces/atlas/", {"settings": {"retention": {"forget_after_days": 0}}}), 400)
    assert body["field"] == "settings"
