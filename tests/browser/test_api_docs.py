"""The API page in a real browser: drawn and usable under the hub's own content security policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from memoryhub.spaces import selectors as spaces
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser


def test_the_page_lists_every_address_and_calls_them_as_the_signed_in_person(
    web: Web, stage: Cast, browser: Browser
) -> None:
    tag = f"from-docs-{stage.space.tag}"
    with window(browser, web, stage.ada) as opened:
        page = opened.page
        page.goto("/api/v1/docs/")
        expect(page.get_by_role("heading", name="Memoryhub")).to_be_visible(timeout=20_000)
        assert page.locator(".opblock").count() > 40

        reading = page.locator("#operations-spaces-get_spaces")
        reading.locator(".opblock-summary-control").click()
        reading.get_by_role("button", name="Try it out").click()
        reading.get_by_role("button", name="Execute").click()
        expect(reading.locator(".live-responses-table tbody .response-col_status")).to_contain_text("200")
        expect(reading.locator(".live-responses-table")).to_contain_text(stage.space.tag)

        making = page.locator("#operations-spaces-post_spaces")
        making.locator(".opblock-summary-control").click()
        making.get_by_role("button", name="Try it out").click()
        making.locator("textarea").fill(f'{{"tag": "{tag}"}}')
        making.get_by_role("button", name="Execute").click()
        expect(making.locator(".live-responses-table tbody .response-col_status")).to_contain_text("201")
    assert apart(spaces.by_tag, tag) is not None
