"""Every page in a real browser: accessible, within its window, without a complaint; and the desk without a mouse.

`python -m tests.screens` looks at more states and more looks; this is the part that every run of the tests affords.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect
from pytest_django import DjangoDbBlocker

from memoryhub.core import clock, ids, supervisor
from memoryhub.memories import selectors as memories
from memoryhub.spaces.models import Space
from tests import factories
from tests.browser.atlas import until
from tests.browser.window import window
from tests.cast import Cast
from tests.processes import Web, cookie
from tests.screens import camera, scene, shots
from tests.screens.camera import LIGHT, PHONE_DARK, Look
from tests.screens.scene import Scene
from tests.screens.shots import Shot
from tests.threads import apart

pytestmark = pytest.mark.browser

# Whether something was there at any moment from now on.
OBSERVE = """(selector) => {
    globalThis.observed = false;
    const look = () => (globalThis.observed ||= document.querySelector(selector) !== null);
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
}"""
QUICK = [shot for shot in shots.SHOTS if shot.quick]
FACTS = ("Everybody here likes tea.", "Everybody here likes rain.", "Everybody here likes stairs.")


@pytest.fixture(scope="module")
def shown(worker: supervisor.Child, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """The scene of the screens, made once for all its pages."""
    with django_db_blocker.unblock():
        made = apart(scene.build, mark="-pages")
        apart(scene.settle, made)
        yield made


@pytest.mark.parametrize("look", [LIGHT, PHONE_DARK], ids=lambda look: look.name)
@pytest.mark.parametrize("shot", QUICK, ids=lambda shot: shot.name)
def test_a_page_is_accessible_fits_its_window_and_gives_no_error(
    web: Web, shown: Scene, browser: Browser, shot: Shot, look: Look
) -> None:
    person = shown.people.get(shot.who)
    with camera.looking(browser, look, cookie(person, web) if person else None) as context:
        assert camera.examine(context.new_page(), shot, look, base=web.url, scene=shown) == []


def test_every_page_of_the_console_is_looked_at() -> None:
    assert shots.without_shot() == []


def desk(page: Page, cast: Cast) -> Page:
    """The review desk of a space in which three inferences wait, with its live link."""
    for text in FACTS:
        apart(infer, cast.space, text)
    page.goto(f"/s/{cast.space.tag}/review/")
    expect(page.locator("html")).to_have_attribute("data-live", "live")
    return page


def infer(space: Space, text: str) -> None:
    factories.infer(space, text, factories.remember(space, f"Somebody says: {text}"))


def claim(page: Page, text: str) -> None:
    """Wait until the card asks about this."""
    expect(page.locator("#desk-card .claim")).to_have_text(text)


def current(cast: Cast) -> list[str]:
    """What of the inferred texts is served."""
    rows = apart(lambda: list(memories.current_memories_of(cast.space, now=clock.now())))
    return sorted(row.text for row in rows if row.text in FACTS)


def test_a_person_decides_and_takes_back_with_the_keyboard_alone(web: Web, stage: Cast, browser: Browser) -> None:
    _tea, rain, stairs = FACTS
    with window(browser, web, stage.ben) as opened:
        page = desk(opened.page, stage)
        press = page.keyboard.press
        undo = page.get_by_role("button", name="Undo")
        claim(page, stairs)

        press("j")
        claim(page, rain)
        press("k")
        claim(page, stairs)

        press("a")
        claim(page, rain)
        assert current(stage) == [stairs]
        undo.wait_for()
        press("u")
        expect(page.locator("#desk .queue-row")).to_have_count(3)
        expect(undo).to_have_count(0)
        assert current(stage) == []

        press("r")
        expect(page.locator("#reject-reasons")).to_be_visible()
        press("1")
        expect(page.locator("#desk .queue-row")).to_have_count(2)
        undo.wait_for()
        press("u")
        expect(page.locator("#desk .queue-row")).to_have_count(3)

        press("r")
        press("Escape")
        expect(page.locator("#reject-reasons")).to_be_hidden()
        press("1")
        expect(page.locator("#desk .queue-row")).to_have_count(3)


def test_a_menu_opened_while_the_desk_refreshes_stays_open(web: Web, stage: Cast, browser: Browser) -> None:
    """The refresh comes when the menu is closed again."""
    *_others, stairs = FACTS
    held: list[Route] = []
    with window(browser, web, stage.ben) as opened:
        page = desk(opened.page, stage)
        claim(page, stairs)
        page.route("**/review/**", lambda route: route.continue_() if held else held.append(route))
        apart(infer, stage.space, "Everybody here likes fog.")
        until(page, "document.querySelector('#desk').classList.contains('htmx-request')")
        page.keyboard.press("r")
        reasons = page.locator("#reject-reasons")
        expect(reasons).to_be_visible()
        with page.expect_response("**/review/**"):
            held[0].continue_()
        page.wait_for_timeout(300)
        expect(reasons).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#desk .queue-row")).to_have_count(4)


def late(route: Route) -> None:
    """Let the event of a deed come long before its answer."""
    answer = route.fetch()
    time.sleep(1)
    route.fulfill(response=answer)


def test_a_memory_forgotten_after_the_live_refresh_of_its_panel_keeps_its_notice(
    web: Web, stage: Cast, browser: Browser
) -> None:
    told = apart(lambda: factories.remember(stage.space, "The lamp of the depot is green."))
    with window(browser, web, stage.ed) as opened:
        page = opened.page
        page.goto(f"/s/{stage.space.tag}/memories/{ids.encode(told.pk)}/")
        page.route("**/forget/**", late)
        page.locator("#inspector .btn-danger").click()
        expect(page.locator("toast-note").get_by_role("button", name="Undo")).to_be_visible()
        expect(page.locator("#inspector").get_by_role("button", name="Bring back")).to_be_visible()


def test_a_refresh_that_a_deed_has_overtaken_shows_nothing_of_before(web: Web, stage: Cast, browser: Browser) -> None:
    told = apart(lambda: factories.remember(stage.space, "The lamp of the yard is blue."))
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        # The list beside the panel fetches itself from the same address.
        if held or route.request.headers.get("hx-target") != "inspector":
            route.continue_()
        else:
            held.append((route, route.fetch()))

    with window(browser, web, stage.ed) as opened:
        page, panel = opened.page, f"/s/{stage.space.tag}/memories/{ids.encode(told.pk)}/"
        page.goto(panel)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
        page.route(f"**{panel}", hold)
        apart(lambda: factories.remember(stage.space, "The gate of the yard is red."))
        while not held:
            page.wait_for_timeout(50)
        page.locator("#inspector .btn-danger").click()
        undo = page.locator("toast-note").get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        page.evaluate(OBSERVE, "#inspector .btn-danger")
        ((route, answer),) = held
        # How it was before: not forgotten.
        route.fulfill(response=answer)
        page.wait_for_timeout(600)
        assert page.evaluate("globalThis.observed") is False
        expect(page.locator("#inspector").get_by_role("button", name="Bring back")).to_be_visible()
        expect(undo).to_be_visible()


def test_a_decision_answered_after_the_live_refresh_keeps_its_notice(web: Web, stage: Cast, browser: Browser) -> None:
    with window(browser, web, stage.ben) as opened:
        page = desk(opened.page, stage)
        page.route("**/approve/**", late)
        page.keyboard.press("a")
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
        expect(page.locator("#desk .queue-row")).to_have_count(2)


def test_keys_are_letters_where_somebody_types_and_can_be_switched_off(web: Web, stage: Cast, browser: Browser) -> None:
    told = apart(lambda: factories.remember(stage.space, "The depot opens at six."))
    with window(browser, web, stage.ed) as opened:
        page = opened.page
        page.goto(f"/s/{stage.space.tag}/memories/")
        page.keyboard.press("/")
        page.keyboard.type("jku?e")
        expect(page.locator("input[type=search]")).to_have_value("jku?e")
        expect(page.locator("dialog[open]")).to_have_count(0)

        page.get_by_role("link", name=told.text).click()
        page.locator("#inspector h2").wait_for()
        page.keyboard.press("e")
        box = page.locator("dialog[open] textarea")
        expect(box).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.type(" e")
        expect(box).to_have_value(f"{told.text} e")
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)

        page.locator("#rail [popovertarget=person-menu]").click()
        page.get_by_label("Single-key shortcuts").uncheck()
        page.keyboard.press("Escape")
        page.keyboard.press("e")
        page.wait_for_timeout(300)
        expect(page.locator("dialog[open]")).to_have_count(0)
