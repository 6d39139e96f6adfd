"""Opens one page in one look, shoots it, and measures what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Response

from tests.screens.scene import Scene
from tests.screens.shots import Act, Shot

HERE = Path(__file__).parent
CHECKS, FOCUS = (HERE / "checks.js").read_text(), (HERE / "focus.js").read_text()
AXE_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    # It would fetch imported style sheets from wrong addresses, for rules that are not asked for.
    "preload": False,
}
MOST_STEPS = 120
TALLEST = 2400


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks at the hub."""

    name: str
    width: int = 1280
    height: int = 860
    scheme: str = "light"
    language: str = "en"
    is_touch: bool = False


LIGHT, DARK = Look("light"), Look("dark", scheme="dark")
PHONE = Look("phone", width=320, height=640, is_touch=True)
PHONE_DARK = Look("phone-dark", width=320, height=640, scheme="dark", is_touch=True)
CHINESE = Look("zh", language="zh-Hans")
LOOKS = (LIGHT, DARK, PHONE, CHINESE)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a page."""

    rule: str
    where: str
    detail: str = ""


@contextmanager
def looking(browser: Browser, look: Look, cookie: Mapping[str, Any] | None = None) -> Iterator[BrowserContext]:
    """A browser context with that look, signed in by `cookie`."""
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.scheme == "dark" else "light",
        locale="zh-CN" if look.language.startswith("zh") else "en-GB",
        extra_http_headers={"Accept-Language": look.language},
        reduced_motion="reduce",
        has_touch=look.is_touch,
        is_mobile=look.is_touch,
    )
    context.set_default_timeout(10_000)
    try:
        if cookie is not None:
            context.add_cookies([dict(cookie)])  # type: ignore[list-item]  # a cookie in Playwright's form
        yield context
    finally:
        context.close()


def examine(
    page: Page, shot: Shot, look: Look, *, base: str, scene: Scene, picture: Path | None = None
) -> list[Finding]:
    """Everything that is wrong with the page as `shot` wants it; leaves the shot at `picture`."""
    findings: list[Finding] = []
    listen(page, findings, expected=shot.expects)
    response = page.goto(base + shot.path(scene))
    if response is None or response.status != shot.status:
        return [Finding("wrong status", shot.view, f"{response and response.status} instead of {shot.status}")]
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    if shot.act is not None and (problem := _act(page, shot.act)):
        return [problem]
    if look.is_touch and not page.evaluate("matchMedia('(pointer: coarse)').matches"):
        findings.append(Finding("no touch", "browser", "the emulation of a touch screen was lost"))
    if picture is not None:
        _shoot(page, picture)
    findings += [Finding(**found) for found in page.evaluate(CHECKS)]
    findings += axe(page)
    findings += _focus(page)
    return findings


def _act(page: Page, act: Act) -> Finding | None:
    try:
        act(page)
    except (Error, AssertionError) as error:
        return Finding("cannot be done", "before the shot", str(error).splitlines()[0])
    return None


def listen(page: Page, findings: list[Finding], *, expected: str = "") -> None:
    """Note what a page complains of; `expected` is part of what it may say."""

    def heard(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        # The browser says itself that the page is a 404, which is the point of that shot.
        is_expected = url == page.url or (expected and expected in message.text)
        if message.type in {"error", "warning"} and not is_expected:
            findings.append(Finding(f"console {message.type}", url, message.text[:200]))

    def answered(response: Response) -> None:
        if response.status >= 400 and not response.request.is_navigation_request():
            findings.append(Finding("failed request", response.url, str(response.status)))

    page.on("console", heard)
    page.on("response", answered)
    page.on("pageerror", lambda error: findings.append(Finding("script error", "page", str(error)[:200])))


def _shoot(page: Page, picture: Path) -> None:
    """As far down as the page goes, but no scroll without end."""
    width = page.viewport_size["width"] if page.viewport_size else 1280
    tall = min(TALLEST, int(page.evaluate("Math.max(innerHeight, document.documentElement.scrollHeight)")))
    page.screenshot(path=picture, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": tall})


def axe(page: Page) -> list[Finding]:
    violations = Axe().run(page, options=AXE_OPTIONS).response["violations"]
    return [
        Finding(f"axe {one['id']}", " ".join(str(part) for part in node["target"]), _reason(node))
        for one in violations
        for node in one["nodes"]
    ]


def _reason(node: Mapping[str, Any]) -> str:
    return " ".join(check["message"] for check in [*node["any"], *node["all"], *node["none"]])[:160]


def _focus(page: Page) -> list[Finding]:
    """Walks the page by Tab: wherever the focus comes, it is seen, and nothing lies over it."""
    findings = []
    begun = set()
    for _step in range(MOST_STEPS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUS)
        if found is None:
            break
        place = f"{found['where']} “{found['text']}”"
        wrong = [rule for rule in ("covered", "outside") if found[rule]] + ([] if found["seen"] else ["unseen"])
        if wrong and place not in begun:
            findings.append(Finding("focus", place, ", ".join(wrong)))
        begun.add(place)
    return findings
