"""The pages to shoot, held against the console's addresses: a new page without a shot is a finding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.test import Client
from django.urls import NoReverseMatch, URLPattern, reverse
from playwright.sync_api import Page

from graph_ui import urls as console
from tests.browser.atlas import GRAPH, until
from tests.screens.scene import Scene

Act = Callable[[Page], None]
# Addresses of the console that answer a script, not a person.
DATA = {
    "console:counts",
    "console:documents_impact",
    "console:graph_around",
    "console:graph_changes",
    "console:graph_edges",
    "console:graph_export",
    "console:graph_facets",
    "console:graph_ids",
    "console:graph_labels",
    "console:graph_mask",
    "console:graph_nodes",
    "console:graph_overview",
    "console:graph_replay",
    "console:graph_picked_progress",
    "console:graph_pins",
    "console:graph_search",
    "console:graph_times",
    "console:graph_versions",
}
NOT_ALLOWED = 405


@dataclass(frozen=True, slots=True)
class Shot:
    """One page in one state: the view with its arguments (names of the scene's things, or plain words), who looks, what
    is done before the shot, what the browser's console may say. `quick` ones are checked in every test run."""

    name: str
    view: str
    args: tuple[str, ...] = ()
    query: str = ""
    who: str = "ada"
    status: int = 200
    act: Act | None = None
    expects: str = ""
    quick: bool = False

    def path(self, scene: Scene) -> str:
        """Its address on the hub."""
        return reverse(self.view, args=[scene.things.get(arg, arg) for arg in self.args]) + self.query.format(
            **scene.things
        )


def click(selector: str, then: str = "") -> Act:
    """Press something and wait for what shall show."""

    def act(page: Page) -> None:
        page.locator(selector).locator("visible=true").first.click()
        if then:
            page.locator(then).first.wait_for()

    return act


def key(name: str, then: str) -> Act:
    """Press a key and wait for what shall show."""

    def act(page: Page) -> None:
        page.keyboard.press(name)
        page.locator(then).first.wait_for()

    return act


def wrong_password(page: Page) -> None:
    """Try to sign in with another password."""
    page.locator("#id_login").fill("nobody@example.org")
    page.locator("#id_password").fill("wrong password")
    page.locator("button[type=submit]").click()
    page.locator(".notice-bad, .field-error").first.wait_for()


def make_key(page: Page) -> None:
    """Fill the dialog in, and see the key this once."""
    click("[href$='/keys/new/']", OPEN_DIALOG)(page)
    page.locator("#id_name").fill("screens")
    page.locator("#dialog button[type=submit]").click()
    page.locator("#new-key").wait_for()


def forget(page: Page) -> None:
    """Forget a memory, once what another look forgot is back; the notice offers to undo it."""
    back = page.locator("#inspector form[action*='unforget'] button")
    if back.is_visible():
        back.click()
        back.wait_for(state="detached")
        page.locator("toast-note").wait_for()
    page.locator("#inspector .btn-danger").click()
    page.locator("toast-note").wait_for()


def leave_link(page: Page) -> None:
    """Lose the connection, as a train does in a tunnel."""
    page.context.set_offline(True)
    page.locator("#offline-bar").wait_for(timeout=10_000)


def drawn_way(page: Page) -> None:
    """The map with an edge or a path lit, and its panel."""
    page.locator("#inspector [data-graph-lit]").wait_for()
    until(page, f"{GRAPH}.stats().near > 0")
    drawn_map(page)


def drawn_island(page: Page) -> None:
    """The map at an island, and its panel."""
    page.locator("#island-panel").wait_for()
    drawn_map(page)


def drawn_map(page: Page) -> None:
    """Wait until every node is on the map."""
    until(page, f"{GRAPH}?.stats().nodes > 0")
    page.wait_for_load_state("networkidle")


def drawn_spaces(page: Page) -> None:
    """Wait until the islands of all spaces are drawn."""
    until(page, "document.querySelector('space-map').graph?.stats().frames > 0")


def open_filters(page: Page) -> None:
    """Open the sheet of filters where it does not stand beside the map."""
    drawn_map(page)
    button = page.locator("[popovertarget=graph-filters]").first
    if button.is_visible():
        button.click()


OPEN_DIALOG = "dialog[open]"
ASKED = "?q=deploy+on+Friday&mode=hybrid&versions=on&forgotten=on"
NARROWED = "?q=deploy+on+Friday&threshold=0.1&known_at=2026-01-01"
S = ("space",)
SHOTS: tuple[Shot, ...] = (
    Shot("sign-in", "account_login", who="", quick=True),
    Shot("sign-in-wrong", "account_login", who="", act=wrong_password),
    Shot("sign-in-link", "console:sign_in_link", query="?sesame=AAAA", who=""),
    Shot("sign-in-link-expired", "console:sign_in_link", who=""),
    Shot("first-sign-in", "console:first_sign_in", who="new", quick=True),
    Shot("first-sign-in-errors", "console:first_sign_in", who="new", act=lambda page: short_password(page)),
    Shot("no-space", "console:start", who="loner"),
    Shot("home", "console:home", S, quick=True),
    Shot("home-viewer", "console:home", S, who="chen"),
    Shot("home-empty", "console:home", ("empty",)),
    Shot("home-odd", "console:home", ("odd",)),
    Shot("home-archive", "console:home", ("archive",)),
    Shot("home-person-menu", "console:home", S, act=lambda page: open_menu(page, "person-menu")),
    Shot("home-space-menu", "console:home", S, act=lambda page: open_menu(page, "space-menu")),
    Shot("home-keys", "console:home", S, act=key("?", "#key-sheet[open]")),
    Shot("home-offline", "console:home", S, act=leave_link, expects="WebSocket"),
    Shot("documents", "console:documents", S, quick=True),
    Shot("documents-empty", "console:documents", ("empty",)),
    Shot("documents-odd", "console:documents", ("odd",)),
    Shot("documents-archive", "console:documents", ("archive",)),
    Shot("document", "console:document", ("space", "document"), quick=True),
    Shot("paste-document", "console:paste_document", S),
    Shot("fetch-document", "console:fetch_document", S),
    Shot("reread-document", "console:reread_document", ("space", "document")),
    Shot("reread-failed", "console:reread_document", ("odd", "odd_failed")),
    Shot("document-archive", "console:document", ("odd", "odd_archive_document")),
    Shot("document-pages", "console:document", ("odd", "odd_pdf_document")),
    Shot("move-documents", "console:move_documents", S, query="?document={document}"),
    Shot(
        "merge-documents",
        "console:merge_documents",
        ("odd",),
        query="?document={odd_document}&document={odd_pdf_document}",
    ),
    Shot("documents-picked", "console:documents", S, act=click("[data-pick-all]", "[data-picks-bar]:not([hidden])")),
    Shot("delete-documents", "console:delete_documents", S, query="?document={document}"),
    Shot("document-failed", "console:document", ("odd", "odd_failed")),
    Shot("memories", "console:memories", S, quick=True),
    Shot("memories-search", "console:memories", S, query="?q=deploy+on+Friday"),
    Shot("memories-answer", "console:memories", S, query=ASKED, act=click(".hit-parts > summary"), quick=True),
    Shot("memories-options", "console:memories", S, query=NARROWED, act=click(".options > summary")),
    Shot("memories-refused", "console:memories", S, query="?q=deploy&threshold=2", status=400),
    Shot("memories-missing", "console:missing_memory", S, query="?q=deploy+on+Friday&text=a", quick=True),
    Shot("memories-missing-viewer", "console:missing_memory", S, query="?q=deploy&memory={chain}", who="chen"),
    Shot("memories-missing-blank", "console:missing_memory", S),
    Shot("memories-nothing", "console:memories", S, query="?q=%22no+such+words%22"),
    Shot("memories-forgotten", "console:memories", S, query="?state=forgotten"),
    Shot("memories-superseded", "console:memories", S, query="?state=superseded"),
    Shot("memories-filtered-out", "console:memories", S, query="?state=expired&kind=static"),
    Shot("memories-empty", "console:memories", ("empty",)),
    Shot("memories-odd", "console:memories", ("odd",)),
    Shot("memories-archive", "console:memories", ("archive",)),
    Shot("memory", "console:memory", ("space", "chain"), quick=True),
    Shot("memory-pending", "console:memory", ("space", "pending")),
    Shot("memory-forgotten", "console:memory", ("space", "forgotten")),
    Shot("memory-expiring", "console:memory", ("space", "expiring")),
    Shot("memory-viewer", "console:memory", ("space", "chinese"), who="chen"),
    Shot("memory-odd", "console:memory", ("odd", "odd_1")),
    Shot("memory-hidden-characters", "console:memory", ("odd", "odd_3")),
    Shot("memory-forget", "console:memory", ("odd", "odd_6"), act=forget),
    Shot("new-memory", "console:memories", S, act=click("[href$='/memories/new/']", OPEN_DIALOG)),
    Shot("correct-memory", "console:memory", ("space", "chain"), act=key("e", OPEN_DIALOG)),
    Shot("new-memory-page", "console:new_memory", S),
    Shot("retention", "console:memories", S, act=click("[href$='/retention/']", OPEN_DIALOG)),
    Shot("retention-seen", "console:memories", S, act=lambda page: see_retention(page)),
    Shot("retention-page", "console:retention", S),
    Shot("memories-picked", "console:memories", S, act=click(".memory-row .pick", "[data-picks-bar]:not([hidden])")),
    Shot("profile", "console:profile", S, quick=True),
    Shot("profile-asked", "console:profile", S, query="?q=When+do+we+deploy%3F"),
    Shot("profile-nothing", "console:profile", S, query="?q=%22no+such+words%22"),
    Shot("profile-viewer", "console:profile", S, who="chen"),
    Shot("profile-empty", "console:profile", ("empty",)),
    Shot("profile-odd", "console:profile", ("odd",)),
    Shot("correct-memory-page", "console:correct_memory", ("space", "chain")),
    Shot("keys", "console:keys", S, quick=True),
    Shot("keys-search", "console:keys", S, query="?q=fruit&kind=concept"),
    Shot("keys-nothing", "console:keys", S, query="?q=no+such+key"),
    Shot("keys-empty", "console:keys", ("empty",)),
    Shot("keys-odd", "console:keys", ("odd",)),
    Shot("key", "console:key", ("space", "apple"), quick=True),
    Shot("key-viewer", "console:key", ("space", "apple"), who="chen"),
    Shot("key-odd", "console:key", ("odd", "odd_key")),
    Shot("change-key", "console:key", ("space", "apple"), act=click("[href$='/change/']", OPEN_DIALOG)),
    Shot("merge-key", "console:key", ("space", "apple"), act=click("[href$='/merge/']", OPEN_DIALOG)),
    Shot("split-key", "console:key", ("space", "apple"), act=click("[href$='/split/']", OPEN_DIALOG)),
    Shot("change-key-page", "console:change_key", ("space", "apple")),
    Shot("merge-key-page", "console:merge_key", ("space", "apple")),
    Shot("split-key-page", "console:split_key", ("odd", "odd_key")),
    Shot("review", "console:review", S, quick=True),
    Shot("review-inference", "console:review_item", ("space", "memory", "inference"), who="ben", quick=True),
    Shot("review-update", "console:review_item", ("space", "proposal", "update")),
    Shot("review-returned", "console:review_item", ("space", "memory", "returned")),
    Shot("review-decided-item", "console:review_item", ("space", "memory", "declined")),
    Shot("review-reasons", "console:review", S, act=key("r", "#reject-reasons:popover-open")),
    Shot("review-merge", "console:review_item", ("odd", "proposal", "odd_merge")),
    Shot("review-flagged", "console:review_item", ("odd", "proposal", "odd_flagged_text")),
    Shot("review-odd", "console:review_item", ("odd", "proposal", "odd_update")),
    Shot("review-empty", "console:review", ("empty",)),
    Shot("decided", "console:decided", S, quick=True),
    Shot("decided-empty", "console:decided", ("empty",)),
    Shot("graph", "console:graph", S, act=drawn_map, quick=True),
    Shot("graph-selected", "console:graph", S, query="?node={chain}", act=drawn_map),
    Shot("graph-filtered", "console:graph", S, query="?state=current&relation=extends&colour=kind", act=drawn_map),
    Shot("graph-age", "console:graph", S, query="?colour=age", act=drawn_map),
    Shot("graph-filters-open", "console:graph", S, query="?kind=memory", act=open_filters),
    Shot("graph-outline-filtered", "console:graph", S, query="?view=outline&kind=memory&state=current"),
    Shot("graph-edge", "console:graph", S, query="?edge={edge}", act=drawn_way, quick=True),
    Shot("graph-path", "console:graph", S, query="?{path}", act=drawn_way),
    Shot("graph-edge-page", "console:graph_edge", S, query="?edge={edge}"),
    Shot("graph-path-page", "console:graph_path", S, query="?{path}"),
    Shot("graph-spaces", "console:spaces_graph", act=drawn_spaces, quick=True),
    Shot("graph-spaces-outline", "console:spaces_graph", query="?view=outline", quick=True),
    Shot("graph-local", "console:graph", S, query="?around={chain}&depth=2&node={chain}", act=drawn_map, quick=True),
    Shot("graph-local-outline", "console:graph", S, query="?around={chain}&depth=2&view=outline"),
    Shot("graph-island", "console:graph", S, query="?island={chain}", act=drawn_island),
    Shot("graph-island-page", "console:graph_island", S, query="?island={chain}"),
    Shot("graph-export", "console:graph", S, act=click("[popovertarget=graph-export]", "#graph-export:popover-open")),
    Shot("graph-outline", "console:graph", S, query="?view=outline", quick=True),
    Shot("graph-empty", "console:graph", ("empty",)),
    Shot("spaces", "console:spaces", who="sia", quick=True),
    Shot("space", "console:space", S, who="sia", quick=True),
    Shot("space-odd", "console:space", ("odd",), who="sia"),
    Shot("space-archived", "console:space", ("archive",), who="sia"),
    Shot("new-space", "console:spaces", who="sia", act=click("[href$='/spaces/new/']", OPEN_DIALOG)),
    Shot("new-space-page", "console:new_space", who="sia"),
    Shot("new-member", "console:space", S, who="sia", act=click("[href$='/members/new/']", OPEN_DIALOG)),
    Shot("new-member-page", "console:new_member", S, who="sia"),
    Shot("new-key", "console:space", S, who="sia", act=click("[href$='/keys/new/']", OPEN_DIALOG)),
    Shot("new-key-page", "console:new_key", S, who="sia"),
    Shot("key-shown", "console:space", S, who="sia", act=lambda page: make_key(page)),
    Shot("error-404-stranger", "console:home", S, who="dora", status=404, quick=True),
    Shot("error-403", "console:review", S, who="chen", status=403),
    Shot("error-400", "console:memories", S, query="?state=nonsense", status=400),
)


def open_menu(page: Page, name: str) -> None:
    """Open a menu of the rail, which a phone keeps in a drawer."""
    drawer = page.locator(".topbar [popovertarget=rail]")
    if drawer.is_visible():
        drawer.click()
    click(f"#rail [popovertarget={name}]", f"#{name}:popover-open")(page)


def see_retention(page: Page) -> None:
    """Ask what would go."""
    click("[href$='/retention/']", OPEN_DIALOG)(page)
    page.locator("#id_forget_after_days").fill("1")
    page.locator("#id_purge_after_days").fill("1")
    page.locator("#dialog [value=look]").click()
    page.locator("#dialog [value=save]").wait_for()


def short_password(page: Page) -> None:
    """Choose a password that is refused."""
    page.locator("#id_email").fill("new@example.org")
    page.locator("#id_password").fill("1234")
    page.locator("button[type=submit]").click()
    page.locator(".field-error").first.wait_for()


def without_shot() -> list[str]:
    """Addresses of the console that answer a GET with a page nobody shoots."""
    shot = {one.view for one in SHOTS}
    return [name for name in _names() if name not in shot | DATA and not _only_posts(name)]


def _names() -> list[str]:
    return [f"console:{one.name}" for one in console.urlpatterns if isinstance(one, URLPattern) and one.name]


def _only_posts(name: str) -> bool:
    """Whether a GET is refused as such: deeds are no pages."""
    return Client(headers={"host": "localhost"}).get(_any_address(name)).status_code == NOT_ALLOWED


def _any_address(name: str) -> str:
    for count in range(5):
        try:
            return reverse(name, args=["x"] * count)
        except NoReverseMatch:
            continue
    raise LookupError(name)
