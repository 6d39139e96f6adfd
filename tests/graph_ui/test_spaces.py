"""Staff arrange spaces and read nothing in them."""

from __future__ import annotations

import pytest
from django.test import Client

from memoryhub.accounts.models import ApiKey
from memoryhub.core import ids
from memoryhub.spaces.models import Membership, Space
from tests import factories
from tests.cast import Cast

SECRET = "The vault code is 4417."  # noqa: S105 - what no staff page may show


@pytest.fixture
def sia(client: Client, cast: Cast) -> Client:
    client.force_login(cast.sia)
    return client


def test_staff_make_a_space_and_own_it(sia: Client, cast: Cast) -> None:
    answer = sia.post("/hub/spaces/new/", {"tag": "lab", "name": "Lab", "time_zone": "Asia/Seoul"})
    assert answer.headers["Location"] == "/hub/spaces/s/lab/"
    space = Space.objects.get(tag="lab")
    assert (space.time_zone, Membership.objects.get(space=space).user_id) == ("Asia/Seoul", cast.sia.pk)


@pytest.mark.parametrize("tag", ["", "a b", "x" * 101, "atlas", "café", "proj_a' OR '1'='1"])
def test_a_bad_or_taken_tag_is_refused_beside_its_field(sia: Client, cast: Cast, tag: str) -> None:
    answer = sia.post("/hub/spaces/new/", {"tag": tag, "time_zone": "UTC"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["tag"])


def test_staff_see_figures_and_no_text(sia: Client, cast: Cast) -> None:
    factories.remember(cast.space, SECRET)
    for path in ("/hub/spaces/", "/hub/spaces/s/atlas/"):
        page = sia.get(path)
        assert page.status_code == 200
        assert SECRET not in page.content.decode()
    assert sia.get("/s/atlas/").status_code == 404


def test_the_list_costs_the_same_with_many_spaces(
    sia: Client, cast: Cast, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(5):
        sia.post("/hub/spaces/new/", {"tag": f"space-{number}", "time_zone": "UTC"})
    with django_assert_max_num_queries(9):  # type: ignore[operator]  # pytest-django's fixture
        assert sia.get("/hub/spaces/").content.count(b"space-row") >= 7


def test_members_join_change_and_leave(sia: Client, cast: Cast) -> None:
    sia.post("/hub/spaces/s/atlas/members/new/", {"email": "DORA@example.org", "role": "viewer"})
    dora = Membership.objects.get(space=cast.space, user=cast.dora)
    url = f"/hub/spaces/s/atlas/members/{ids.encode(cast.dora.pk)}/"
    sia.post(url, {"role": "editor"})
    dora.refresh_from_db()
    assert dora.role == "editor"
    sia.post(url, {"role": "none"})
    assert not Membership.objects.filter(pk=dora.pk).exists()


def test_the_last_owner_stays(sia: Client, cast: Cast) -> None:
    answer = sia.post(f"/hub/spaces/s/atlas/members/{ids.encode(cast.ada.pk)}/", {"role": "viewer"})
    assert answer.status_code == 409
    assert Membership.objects.get(space=cast.space, user=cast.ada).role == "owner"


def test_an_unknown_address_joins_nothing(sia: Client, cast: Cast) -> None:
    answer = sia.post("/hub/spaces/s/atlas/members/new/", {"email": "nobody@example.org", "role": "viewer"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["email"])


def test_staff_outside_a_space_cannot_make_a_key_for_it(sia: Client, cast: Cast) -> None:
    assert sia.post("/hub/spaces/s/atlas/keys/new/", {"name": "peek", "scope": "read"}).status_code == 409
    assert not ApiKey.objects.exists()


def test_a_key_is_shown_once_and_can_be_ended(sia: Client, cast: Cast) -> None:
    sia.post("/hub/spaces/new/", {"tag": "lab", "time_zone": "UTC"})
    page = sia.post("/hub/spaces/s/lab/keys/new/", {"name": "claude", "scope": "write"}).content.decode()
    key = ApiKey.objects.get()
    assert page.count("sm_") == 1
    assert key.hash not in page
    assert "sm_" + page.partition("sm_")[2][:43] not in sia.get("/hub/spaces/s/lab/").content.decode()
    sia.post(f"/hub/spaces/s/lab/keys/{ids.encode(key.pk)}/end/")
    key.refresh_from_db()
    assert key.revoked_at is not None


def test_an_archived_space_is_put_apart_and_comes_back(sia: Client, cast: Cast) -> None:
    sia.post("/hub/spaces/s/atlas/archive/")
    assert "Archived" in sia.get("/hub/spaces/").content.decode()
    sia.post("/hub/spaces/s/atlas/unarchive/")
    assert Space.objects.get(tag="atlas").archived_at is None


@pytest.mark.parametrize("name", ["ada", "chen", "dora"])
def test_for_everybody_else_these_pages_do_not_exist(client: Client, cast: Cast, name: str) -> None:
    client.force_login(getattr(cast, name))
    assert client.get("/hub/spaces/").status_code == 404
    assert client.post("/hub/spaces/new/", {"tag": "lab", "time_zone": "UTC"}).status_code == 404
    assert client.post("/hub/spaces/s/atlas/archive/").status_code == 404
    assert Space.objects.get(tag="atlas").archived_at is None
