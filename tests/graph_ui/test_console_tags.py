"""The console's components say in words what they show, and fit the strict content policy."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Template, engines
from django.urls import reverse
from django.utils import translation

from graph_ui.documents.progress import Step
from graph_ui.templatetags import console
from memoryhub.core import ids

ROOT = Path(__file__).resolve().parents[2]
ICON = re.compile(r'{%\s*(?:icon|blank)\s+"([a-z-]+)"')
FORBIDDEN = re.compile(r"\sstyle=|\son[a-z]+=|hx-on|<style|<script(?![^>]*\ssrc=)|javascript:|js:", re.IGNORECASE)


def drawings() -> set[str]:
    tree = ET.parse(ROOT / "static/img/icons.svg")  # noqa: S314 - our own file
    return {symbol.attrib["id"] for symbol in tree.iter("{http://www.w3.org/2000/svg}symbol")}


def templates() -> Iterator[Path]:
    return (ROOT / "templates").rglob("*.html")


def rendered(source: str, **context: object) -> str:
    return Template("{% load console %}" + source).render(Context(context))


def test_every_icon_a_template_or_a_state_names_is_drawn() -> None:
    named = {name for path in templates() for name in ICON.findall(path.read_text())}
    named |= {look.icon for look in console.STATES.values()} | set(console.STAGE_ICONS.values())
    assert named - drawings() == set()


def test_no_template_has_inline_style_or_script() -> None:
    found = {str(path.relative_to(ROOT)): FORBIDDEN.findall(path.read_text()) for path in templates()}
    assert {path: marks for path, marks in found.items() if marks} == {}


def test_every_template_compiles() -> None:
    for path in templates():
        engines["django"].get_template(str(path.relative_to(ROOT / "templates")))


def test_an_icon_is_silent_unless_it_has_a_word() -> None:
    assert 'aria-hidden="true"' in console.icon("check")
    assert 'role="img" aria-label="Close"' in console.icon("x", "Close")


@pytest.mark.parametrize("state", console.STATES)
def test_a_state_is_a_word_and_an_icon_never_colour_alone(state: str) -> None:
    shown = console.badge(state)
    assert re.sub("<[^>]+>", "", shown).strip()
    assert "<svg" in shown


def test_a_state_unknown_here_is_shown_as_its_word() -> None:
    assert console.badge("<new>") == '<span class="badge badge-plain">&lt;new&gt;</span>'
    assert console.badge("pending", "agents cannot see this yet").endswith("agents cannot see this yet</span>")


@pytest.mark.parametrize(("value", "word"), [(0.0, "low"), (0.49, "low"), (0.5, "fair"), (0.8, "high"), (1.0, "high")])
def test_confidence_is_a_word_first_and_a_number_on_hover(value: float, word: str) -> None:
    shown = console.confidence(value)
    assert f"<b>{word}</b>" in shown
    assert f'title="{value:.2f}"' in shown


@pytest.mark.parametrize(
    ("value", "limit", "tone", "width"),
    [(0, 10, "plain", "0"), (7.99, 10, "plain", "79.9"), (8, 10, "warn", "80"), (9.5, 10, "bad", "95"),
     (30, 10, "bad", "100"), (1, 0, "plain", "0")],
)  # fmt: skip
def test_a_quota_turns_amber_at_80_percent_and_red_at_95(value: float, limit: float, tone: str, width: str) -> None:
    shown = console.bar(value, limit)
    assert f"bar-{tone}" in shown
    assert f'width="{width}%"' in shown


def test_widths_are_written_with_a_point_in_every_language() -> None:
    with translation.override("de"):
        assert 'width="33.3%"' in console.bar(1, 3)


def test_people_are_round_programs_square_and_the_hub_a_hexagon() -> None:
    assert console.avatar("Ada Reyes", "person") == (
        '<span class="avatar" title="Ada Reyes" aria-hidden="true">A</span>'
    )
    assert ">sb<" in console.avatar("support-bot", "key")
    assert ">Cu<" in console.avatar("Cursor", "key")
    assert "#memory" in console.avatar("expiry", "hub")


def test_a_moment_carries_its_exact_time_for_programs() -> None:
    at = datetime(2026, 11, 29, 9, 51, tzinfo=UTC)
    assert 'datetime="2026-11-29T09:51:00+00:00"' in console.ago(at)
    assert console.ago(None) == "–"


def test_a_key_and_a_chip_escape_what_people_wrote() -> None:
    assert "<b>" not in console.key("<b>", 3, "/x")
    assert "<b>" not in rendered('{% chip text "/x" %}', text="<b>")


def test_counts_are_grouped_wherever_they_are_shown() -> None:
    assert console.figure(1204) == "1,204"
    assert "1,200" in rendered('{% chip "Failed" "/x" False 1200 %}')
    assert "1,204" in console.key("Mina", 1204)


def test_a_chosen_filter_says_so_and_can_be_taken_off() -> None:
    shown = rendered('{% chip "Failed" "/x" True 1200 True %}')
    assert 'aria-current="true"' in shown
    assert "remove this filter" in shown


def test_a_stage_says_its_state_to_those_who_do_not_see_the_dot() -> None:
    items = [
        Step("Received", "done", "a < b"),
        Step("Embedded", "running", "34 of 58", share=58),
        Step("Linked", "running"),
        Step("Remembered", "todo"),
    ]
    shown = rendered("{% stages items %}", items=items)
    assert "Embedded: in work" in shown
    assert "Remembered: to come" in shown
    assert "a &lt; b" in shown
    assert (shown.count("icon-check"), shown.count('"58 100"'), shown.count('"70 100"')) == (1, 1, 1)


def test_an_empty_place_says_what_why_and_what_next() -> None:
    shown = rendered('{% blank "memory" "No memories yet" "Nothing was read." %}<a href="/d">Add</a>{% endblank %}')
    assert all(part in shown for part in ("No memories yet", "Nothing was read.", '<a href="/d">Add</a>'))


@pytest.mark.parametrize("tag", ["atlas", "0" * ids.WIRE_LENGTH])
def test_an_address_in_a_list_is_the_one_that_leads_there(tag: str) -> None:
    wire = ids.encode(ids.new())
    for view in ("console:document", "console:memory", "console:retry_document"):
        assert console.address(view, tag, wire) == reverse(view, args=[tag, wire])


def test_a_missing_count_is_nothing_rather_than_an_error() -> None:
    assert console.item({"memories": 3}, "memories") == 3
    assert console.item({}, "memories") is None
    assert console.item(None, "memories") is None


def test_every_word_the_scripts_ask_for_is_given() -> None:
    sources = "\n".join(path.read_text() for path in (ROOT / "static/js").rglob("*.js"))
    calls = re.findall(r"\bword\(([^()]*)\)", sources)
    asked = {name for call in calls for name in re.findall(r'"(\w+)"', call)}
    given_words = re.findall(r'"(\w+)": ', console.client_words())
    assert asked
    assert asked - set(given_words) == set()


def test_no_style_sheet_or_script_names_another_host() -> None:
    files = [
        *(ROOT / "static/css").rglob("*.css"),
        *(ROOT / "static/js").rglob("*.js"),
        ROOT / "static/package-lock.json",
    ]
    assert [path.name for path in files if re.search(r"https?://(?!www\.w3\.org)", path.read_text())] == []
