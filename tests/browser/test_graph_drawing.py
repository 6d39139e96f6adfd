"""A space that is arranged by a job: the page waits while a real worker draws the map, and then shows it by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from memoryhub.associations import services
from memoryhub.associations.models import GraphLevel
from memoryhub.core import clock, ids
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space
from tests.browser.atlas import Atlas
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web, running_worker
from tests.threads import apart

pytestmark = pytest.mark.browser

MANY = services.ARRANGED_AT_ONCE + 1


def crowd(space: Space) -> None:
    """One memory more than are arranged while somebody waits."""
    at, pks = clock.now(), [ids.new() for _ in range(MANY)]
    Memory.objects.bulk_create(
        (
            Memory(id=pk, root_id=pk, space=space, text=f"Fact number {number} stands.", created_at=at, updated_at=at)
            for number, pk in enumerate(pks)
        ),
        batch_size=500,
    )


def is_arranged(space: Space) -> bool:
    return GraphLevel.objects.filter(space=space).exists()


def test_the_page_waits_for_the_worker_and_then_shows_the_map(
    web: Web, hub_environment: dict[str, str], stage: Cast, browser: Browser
) -> None:
    apart(crowd, stage.space)
    with window(browser, web, stage.ada) as opened:
        page, atlas = opened.page, Atlas(opened.page)
        page.goto(f"/s/{stage.space.tag}/graph/")
        expect(page.locator("main")).to_contain_text(f"The map of {MANY:,} entries is being drawn")
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        assert not apart(is_arranged, stage.space)
        with running_worker(hub_environment):
            page.locator("memory-graph").wait_for(timeout=120_000)
            atlas.until(f"typeof nodes === 'number' && nodes === {MANY} && shown === {MANY}")
        assert apart(is_arranged, stage.space)
        assert atlas.ink() > 0
