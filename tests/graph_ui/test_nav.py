"""The rail offers the pages a person may open, and shows where they are."""

from __future__ import annotations

from django.test import RequestFactory

from graph_ui import nav
from memoryhub.spaces.access import ROLE_MAY, Capability
from memoryhub.spaces.models import Space

ATLAS = Space(tag="team:atlas.1", name="Atlas")


def views(groups: list[nav.NavGroup]) -> list[str]:
    return [entry.place.view for group in groups for entry in group.items]


def current(path: str) -> list[str]:
    request = RequestFactory().get(path)
    return [entry.place.view for group in nav.entries(request, ATLAS) for entry in group.items if entry.current]


def test_every_place_of_a_space_is_an_address_in_that_space() -> None:
    groups = nav.entries(RequestFactory().get("/"), ATLAS)
    assert [entry.url for group in groups for entry in group.items]
    assert all("team:atlas.1" in entry.url for group in groups for entry in group.items)


def test_a_viewer_is_not_offered_the_review_desk_and_no_empty_group_is_left() -> None:
    groups = nav.entries(RequestFactory().get("/"), ATLAS, ROLE_MAY["viewer"])
    assert "console:review" not in views(groups)
    assert all(group.items for group in groups)
    assert "console:review" in views(
        nav.entries(RequestFactory().get("/"), ATLAS, {Capability.READ, Capability.REVIEW})
    )


def test_without_a_space_the_rail_is_the_hubs() -> None:
    assert views(nav.entries(RequestFactory().get("/"), None)) == ["console:spaces"]


def test_home_is_current_on_its_own_page_only_and_a_list_on_all_pages_below_it() -> None:
    home, memories = (
        entry.url
        for group in nav.entries(RequestFactory().get("/"), ATLAS)
        for entry in group.items
        if entry.place.view in {"console:home", "console:memories"}
    )
    assert current(home) == ["console:home"]
    assert current(f"{memories}1C9f7777777777777777Kq/") == ["console:memories"]
