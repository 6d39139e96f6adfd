"""The page of documents in a real browser: files dropped, followed to their end in two tabs, and deleted."""

from __future__ import annotations

import base64
import os
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from memoryhub.core import ids, supervisor
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from tests.browser.window import window
from tests.cast import Cast
from tests.ingest.files import archives, docx, pdf
from tests.ingest.work_through import take_in
from tests.processes import Web
from tests.threads import apart

pytestmark = pytest.mark.browser

SECONDS = 1_000
WORK = 60 * SECONDS
AT_ONCE = 5 * SECONDS  # "within a second" on a quiet machine; this one may be busy
FILES = {
    "notes.md": "# Notes\n\nMina Park works in the Busan office. The depot opens at six.",
    "会议记录.txt": "设计评审在每周四下午举行。标签字体由陈伟设计。",
    "standup.txt": "Ben: I live in Leeds.\nMina: I moved to Busan.\nBen: I work on the label fonts.\n",
}
BINARY = bytes(range(256)) * 20

DROP = """async ({files, gesture}) => {
    const carried = new DataTransfer();
    for (const [name, packed] of Object.entries(files)) {
        const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
        carried.items.add(new File([bytes], name));
    }
    document.body.dispatchEvent(new DragEvent(gesture, {dataTransfer: carried, bubbles: true, cancelable: true}));
}"""


def gesture(page: Page, name: str, files: Mapping[str, str | bytes]) -> None:
    """A `dragenter` or `drop` of files, as when they come from another program."""
    raw = {title: data.encode() if isinstance(data, str) else data for title, data in files.items()}
    packed = {title: base64.b64encode(data).decode() for title, data in raw.items()}
    page.evaluate(DROP, {"files": packed, "gesture": name})


def go(page: Page, cast: Cast, rest: str = "") -> Page:
    """The page of documents, with its live link."""
    page.goto(f"/s/{cast.space.tag}/documents/{rest}")
    expect(page.locator("html")).to_have_attribute("data-live", "live")
    return page


def submit(cast: Cast, content: str | bytes, name: str) -> Document:
    """A document that waits for the worker."""
    ada = Actor.person(cast.ada.pk)
    return apart(lambda: ingest.submit(actor=ada, space=cast.space, content=content, name=name).document)


def taken_in(cast: Cast, content: str | bytes, name: str) -> str:
    """A document that went through its stages here; its wire id."""
    return ids.encode(apart(lambda: take_in(cast.space, content, name=name).pk))


def delete(cast: Cast, wire: str) -> None:
    """Somebody else deletes a document."""
    ben = Actor.person(cast.ed.pk)
    apart(lambda: lifecycle.delete_documents(actor=ben, space=cast.space, document_ids=[ids.decode(wire)]))


@contextmanager
def held(worker: supervisor.Child) -> Iterator[None]:
    """The worker stands still for the block, so that what waits for it can be looked at."""
    assert worker.process is not None
    os.kill(worker.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker.process.pid, signal.SIGCONT)


def test_dropped_files_are_followed_to_their_end_in_two_tabs(
    web: Web, worker: supervisor.Child, browser: Browser, stage: Cast
) -> None:
    with window(browser, web, stage.ada) as seen:
        here, there = go(seen.page, stage), go(seen.context.new_page(), stage)
        with held(worker):
            gesture(here, "dragenter", FILES)
            expect(here.locator("html")).to_have_class(re.compile("dragging"))
            gesture(here, "drop", FILES)
            expect(here.locator("html")).not_to_have_class(re.compile("dragging"))
            for tab in (here, there):
                waiting = tab.locator("#documents-work [data-status=queued]")
                expect(waiting).to_have_count(3, timeout=AT_ONCE)
                expect(waiting.first).to_contain_text("waiting for the worker")
                expect(tab.locator("#document-chips")).to_contain_text("In work 3")
                expect(tab.locator("#head-count")).to_have_text("3")
            clock = there.locator("elapsed-time").first
            before = clock.inner_text()
            expect(clock).not_to_have_text(before, timeout=AT_ONCE)
        for tab in (here, there):
            expect(tab.locator("#documents-work [data-status=done]")).to_have_count(3, timeout=WORK)
            expect(tab.locator("#documents-work .stage-done")).to_have_count(18)
            expect(tab.locator("#documents-done").get_by_text("remembered", exact=True)).to_have_count(3)
            expect(tab.locator("#document-chips")).to_contain_text("In work 0")
        expect(there.locator("#announcer")).to_contain_text("done")
        there.locator("#documents-done").get_by_role("link", name="standup").click()
        panel = there.locator("#inspector")
        expect(panel.locator("mark", has_text="I moved to Busan.")).to_be_visible()
        expect(panel.locator(".doc-step-done")).to_have_count(6)
        panel.locator("mark a", has_text="I moved to Busan.").click()
        expect(panel.get_by_text("Where it comes from")).to_be_visible()


def test_dropped_files_of_programs_are_read_and_an_archive_unpacked(
    web: Web, worker: supervisor.Child, browser: Browser, stage: Cast
) -> None:
    files = {"manual.pdf": pdf.manual(), "خطاب.docx": docx.letter(), "scan.pdf": pdf.scan()}
    files["notes.zip"] = archives.zipped({"kiln.txt": archives.NOTE.encode(), "ferry.md": archives.GUIDE.encode()})
    with window(browser, web, stage.ada) as seen:
        page = go(seen.page, stage)
        gesture(page, "drop", files)
        expect(page.locator("#documents-done").get_by_text("unpacked", exact=True)).to_have_count(1, timeout=WORK)
        expect(page.locator("#document-chips")).to_contain_text("In work 0", timeout=WORK)
        page.locator("#documents-done").get_by_role("link", name="Kiln manual").click()
        expect(page.locator("#inspector")).to_contain_text("The kiln must cool for two hours")
    rows = apart(lambda: list(stage.space.documents.values_list("file_name", "status", "kind", "error_code")))
    assert sorted(rows) == [
        ("ferry.md", "done", "markdown", ""),
        ("kiln.txt", "done", "text", ""),
        ("manual.pdf", "done", "pdf", ""),
        ("notes.zip", "done", "archive", ""),
        ("scan.pdf", "failed", "", "no_text"),
        ("خطاب.docx", "done", "docx", ""),
    ]


def test_one_bad_file_stops_no_other_and_a_known_one_is_noticed(web: Web, browser: Browser, stage: Cast) -> None:
    taken_in(stage, FILES["notes.md"], "notes.md")
    with window(browser, web, stage.ada) as seen:
        page = go(seen.page, stage)
        gesture(page, "drop", {"empty.txt": "", "other.txt": "One more.", "again.md": FILES["notes.md"]})
        expect(page.locator(".drop-file.failed")).to_have_text(re.compile(r"empty\.txt\s*The file is empty\."))
        notices = page.locator("toast-note")
        expect(notices.filter(has_text="“Notes” is here already, word for word.")).to_be_visible()
        expect(notices.filter(has_text="received: 1")).to_be_visible()
        expect(page.locator("#head-count")).to_have_text("2", timeout=AT_ONCE)
        # The browser itself reports every answer that is no success.
        seen.faults[:] = [fault for fault in seen.faults if "status of 400" not in fault]


def test_a_text_pasted_on_the_page_opens_the_dialog_with_it(web: Web, browser: Browser, stage: Cast) -> None:
    with window(browser, web, stage.ada) as seen:
        page = go(seen.page, stage)
        page.evaluate("""() => {
            const pasted = new DataTransfer();
            pasted.setData("text/plain", "Mina keeps bees.");
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: pasted, bubbles: true}));
        }""")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_label("Text", exact=True)).to_have_value("Mina keeps bees.")
        dialog.get_by_label("Title").fill("Bees")
        dialog.get_by_role("button", name="Take it in").click()
        expect(dialog).to_be_hidden()
        expect(page.locator("#documents-work")).to_contain_text("Bees", timeout=AT_ONCE)


def test_ticks_outlive_a_refresh_and_deleting_says_what_is_lost(web: Web, browser: Browser, stage: Cast) -> None:
    notes = taken_in(stage, FILES["notes.md"], "notes.md")
    taken_in(stage, FILES["standup.txt"], "standup.txt")
    with window(browser, web, stage.ada) as seen:
        page = go(seen.page, stage)
        page.get_by_role("checkbox", name="Select Notes").check()
        bar = page.locator("[data-picks-bar]")
        expect(bar).to_contain_text("2 memories rest on them, 2 of these have no other source")
        third = submit(stage, FILES["会议记录.txt"], "会议记录.txt")
        expect(page.locator(f'#documents-work [data-document="{ids.encode(third.pk)}"]')).to_be_visible()
        expect(page.get_by_role("checkbox", name="Select Notes")).to_be_checked()
        expect(bar).to_contain_text("1 selected")

        bar.get_by_role("button", name="Delete…").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("There is no undo for this.")
        dialog.get_by_role("button", name="Delete", exact=True).click()
        notice = page.locator("toast-note")
        expect(notice).to_contain_text("1 document deleted. 2 memories forgotten")
        expect(page.locator(f'[data-document="{notes}"]')).to_have_count(0)
        expect(bar).to_be_hidden()
        notice.get_by_role("button", name="Undo").click()
        expect(page.locator("toast-note", has_text="Taken back.")).to_be_visible()


def test_a_panel_closes_when_its_document_is_deleted_elsewhere(web: Web, browser: Browser, stage: Cast) -> None:
    wire = taken_in(stage, FILES["notes.md"], "notes.md")
    with window(browser, web, stage.ada) as seen:
        page = go(seen.page, stage, f"{wire}/?q=notes")
        expect(page.locator("#inspector")).to_contain_text("Remembered from it")
        delete(stage, wire)
        expect(page.locator("#inspector > *")).to_have_count(0, timeout=AT_ONCE)
        expect(page).to_have_url(re.compile(r"/documents/\?q=notes$"))


def test_work_is_stopped_and_started_again_by_hand(
    web: Web, worker: supervisor.Child, browser: Browser, stage: Cast
) -> None:
    with window(browser, web, stage.ada) as seen, held(worker):
        page = go(seen.page, stage)
        submit(stage, FILES["notes.md"], "notes.md")
        row = page.locator("#documents-work [data-document]")
        row.get_by_role("button", name="Cancel").click()
        expect(row).to_have_count(0)
        page.locator("#documents-done").get_by_role("link", name="notes.md").click()
        page.locator("#inspector").get_by_role("button", name="Retry").click()
        expect(row).to_contain_text("waiting for the worker")
        expect(page.locator("#document-badge")).to_have_text("queued")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_window_shows_all_without_scrolling_sideways(
    web: Web, browser: Browser, stage: Cast, scheme: str
) -> None:
    taken_in(stage, FILES["standup.txt"], f"{'a-very-long-name-' * 8}.txt")
    taken_in(stage, BINARY, f"{'deck-' * 20}.pdf")
    with window(browser, web, stage.ada, viewport={"width": 320, "height": 700}, color_scheme=scheme) as seen:
        page = go(seen.page, stage)
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.locator("#documents-done").get_by_role("link").first.click()
        expect(page.locator("#inspector h2")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
