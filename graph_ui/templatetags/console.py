"""The console's components as template tags: icons, badges, keys, avatars, meters, stages, empty places."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from memoryhub.core import ids
from memoryhub.memories import confidence as sure

register = template.Library()


class Look(NamedTuple):
    """How a state is shown: its word, its icon, its tone. The word alone must suffice."""

    word: Promise | str
    icon: str
    tone: str = ""


STATES: Mapping[str, Look] = {
    "current": Look(pgettext_lazy("state of a memory", "current"), "dot", "ok"),
    "pending": Look(_("pending"), "pending", "pending"),
    "superseded": Look(_("superseded"), "half"),
    "forgotten": Look(_("forgotten"), "ring"),
    "expiring": Look(_("expiring"), "clock", "warn"),
    "expired": Look(_("expired"), "clock"),
    "erased": Look(_("erased"), "eye-off"),
    "approved": Look(_("approved"), "check", "ok"),
    "declined": Look(_("rejected"), "x"),
    "rejected": Look(_("rejected"), "x"),
    "withdrawn": Look(_("withdrawn"), "undo"),
    "stale": Look(_("out of date"), "clock", "warn"),
    "queued": Look(_("queued"), "ring"),
    "running": Look(_("in work"), "running", "accent"),
    "waiting": Look(_("waiting"), "clock", "warn"),
    "done": Look(_("done"), "check", "ok"),
    "failed": Look(_("failed"), "alert", "bad"),
    "cancelled": Look(_("cancelled"), "x"),
    "remembered": Look(_("remembered"), "check", "ok"),
    "nothing_to_extract": Look(_("nothing to extract"), "ring"),
    "unpacked": Look(_("unpacked"), "check", "ok"),
    "archived": Look(_("archived"), "archive"),
    "demo": Look(_("demo data"), "info"),
}
CONFIDENCE = ((sure.HIGH_FROM, 3, _("high")), (sure.FAIR_FROM, 2, _("fair")), (0.0, 1, _("low")))
QUOTA_WARN, QUOTA_BAD = 80, 95
FEWEST_PARTED = 1000
STAGE_ICONS = {"done": "check", "waiting": "clock", "failed": "x"}
# How much of its ring a stage shows of which nobody knows how far it is, in percent.
UNKNOWN_SHARE = 70
# Stands for an id while an address is looked up.
_ID = "0" * ids.WIRE_LENGTH


# A page holds hundreds, of a few dozen kinds.
@register.simple_tag
@functools.lru_cache(maxsize=512)
def icon(name: str, label: str = "") -> SafeString:
    """The drawing `name` of img/icons.svg. Without `label` it is silent: a word beside it must say the same."""
    voice = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="icon icon-{}" {}><use href="{}#{}"></use></svg>', name, voice, static("img/icons.svg"), name
    )


@register.simple_tag
def badge(state: str, label: str = "") -> SafeString:
    """A state as icon and word. A name outside `STATES` is shown as a plain word; `label` replaces the word."""
    look = STATES.get(state, Look(state, ""))
    tone = f"badge-{look.tone}" if look.tone else "badge-plain"
    return format_html(
        '<span class="badge {}">{}{}</span>', tone, icon(look.icon) if look.icon else "", label or look.word
    )


@register.simple_tag
def key(text: str, count: int | None = None, url: str = "", small: bool = False) -> SafeString:
    """An association key: diamond, text, how many memories it reaches; a link when `url` is given."""
    inner = format_html(
        "{}<bdi>{}</bdi>{}",
        icon("key-diamond") if not small else "",
        text,
        format_html(' <span class="key-count">{}</span>', figure(count)) if count is not None else "",
    )
    css = "key key-small" if small else "key"
    if url:
        return format_html('<a class="{}" href="{}">{}</a>', css, url, inner)
    return format_html('<span class="{}">{}</span>', css, inner)


@register.simple_tag
def kbd(keys: str) -> SafeString:
    """Key caps for a key or several, parted by blanks; hidden where there is no keyboard, silent to screen readers."""
    return format_html_join(" ", '<kbd aria-hidden="true">{}</kbd>', ((name,) for name in keys.split()))


@register.simple_tag
def avatar(name: str, kind: str = "person") -> SafeString:
    """Who did it, by the kind of actor: a person round, a key square with two letters, else the hub as a hexagon."""
    if kind == "person":
        return format_html('<span class="avatar" title="{}" aria-hidden="true">{}</span>', name, name[:1].upper())
    if kind != "key":
        return format_html(
            '<span class="avatar avatar-hub" title="{}" aria-hidden="true">{}</span>', name, icon("memory")
        )
    return format_html(
        '<span class="avatar avatar-program" title="{}" aria-hidden="true">{}</span>', name, _initials(name)
    )


def _initials(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ").split()
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


@register.simple_tag
def confidence(value: float) -> SafeString:
    """Three bars and a word; the number, from 0 to 1, is there on hover."""
    _floor, bars, word = next(step for step in CONFIDENCE if value >= step[0])
    marks = format_html_join("", '<i class="{}"></i>', (("on" if n < bars else "",) for n in range(3)))
    return format_html(
        '<span class="confidence" title="{}"><span class="confidence-bars" aria-hidden="true">{}</span>'
        "<b>{}</b></span>",
        formats.number_format(value, 2),
        marks,
        word,
    )


@register.simple_tag
def bar(value: float, limit: float, tone: str = "") -> SafeString:
    """A bar filled by `value` of `limit`: grey, amber from 80 %, red from 95 %, or in `tone`. Figures stand beside."""
    share = 0 if limit <= 0 else min(100, round(100 * value / limit, 1))
    tone = tone or ("bad" if share >= QUOTA_BAD else "warn" if share >= QUOTA_WARN else "plain")
    return format_html(
        '<svg class="bar bar-{}" aria-hidden="true"><rect width="{}%" height="100%" rx="3"></rect></svg>',
        tone,
        f"{share:g}",
    )


@register.simple_tag
def ago(at: datetime | None) -> SafeString:
    """A moment, which <time-ago> keeps as "2 min ago" in the reader's zone; without scripts date and time in UTC."""
    return mark_safe("–") if at is None else _ago(at, get_language())


# To write a moment out takes longer than all else in a line of a list, and lists are fetched again and again.
@functools.lru_cache(maxsize=4096)
def _ago(at: datetime, _language: str | None) -> SafeString:
    moment = timezone.localtime(at)
    return format_html(
        '<time-ago><time datetime="{}">{}</time></time-ago>',
        at.isoformat(),
        formats.date_format(moment, "SHORT_DATETIME_FORMAT"),
    )


@register.simple_tag
def stages(items: Iterable[Any]) -> SafeString:
    """The six dots of a document. Each item has `label`, `state` (done, running, waiting, failed, todo) with its
    `word`, `share` in percent or None, and `note`, the words below the dot."""
    # Not a template: a list of documents under work holds a hundred dots and is drawn anew all the time.
    dots = (_dot(item.state, item.share, item.label, item.word, conditional_escape(item.note)) for item in items)
    return format_html('<ol class="stages">{}</ol>', SafeString("".join(dots)))


# Most of them are alike: done in so many tenths of a second, or to come.
@functools.lru_cache(maxsize=1024)
def _dot(state: str, share: int | None, label: str, word: str, note: str) -> SafeString:
    """One dot; `note` is escaped."""
    return format_html(
        '<li class="stage stage-{}"><span class="stage-dot">{}<span class="visually-hidden">{}: {}</span></span>'
        '<span class="stage-note">{}</span></li>',
        state,
        _sign_of(state, share),
        label,
        word,
        SafeString(note),
    )


def _sign_of(state: str, share: int | None) -> SafeString:
    """What stands inside the dot; a ring with the share that is done where work goes on."""
    if state != "running":
        return icon(STAGE_ICONS[state]) if state in STAGE_ICONS else SafeString("")
    return format_html(
        '<svg class="stage-ring" viewBox="0 0 18 18" aria-hidden="true"><circle cx="9" cy="9" r="7"></circle>'
        '<circle cx="9" cy="9" r="7" pathLength="100" stroke-dasharray="{} 100"></circle></svg>',
        UNKNOWN_SHARE if share is None else share,
    )


@register.simple_tag
def address(view: str, tag: str, wire: str) -> str:
    """Where a thing of a space is, by its id: what `url` says, for lists of them."""
    before, after = _address(view, tag)
    return before + wire + after


@functools.lru_cache(maxsize=256)
def _address(view: str, tag: str) -> tuple[str, str]:
    """What stands before and after the id; a tag may be made of zeros too, and stands before."""
    before, _id, after = reverse(view, args=[tag, _ID]).rpartition(_ID)
    return before, after


@register.inclusion_tag("components/chip.html")
def chip(label: str, url: str, on: bool = False, count: int | None = None, removable: bool = False) -> dict[str, Any]:
    """A filter as a link to the page with that filter set, or, when `on` and `removable`, taken off again."""
    return {"label": label, "url": url, "on": on, "count": count, "removable": removable}


@register.simple_block_tag
def blank(content: str, icon_name: str, title: str, why: str) -> SafeString:
    """An empty place: what will appear, why it is empty; the block holds the one next deed."""
    return format_html(
        '<div class="empty"><span class="empty-icon">{}</span><p class="empty-title">{}</p><p class="empty-why">{}</p>'
        '<div class="empty-deeds">{}</div></div>',
        icon(icon_name),
        title,
        why,
        content,
    )


@register.filter
def figure(value: int | str) -> str:
    """A count with its thousands parted as the reader's language does; nothing where there is none."""
    # Most are small, and there are hundreds on a page.
    if isinstance(value, int) and 0 <= value < FEWEST_PARTED:
        return str(value)
    return formats.number_format(value, use_l10n=True, force_grouping=True)


@register.filter
def item(mapping: Mapping[str, Any] | None, name: str) -> Any:
    """`mapping[name]`, or None when either is missing."""
    return (mapping or {}).get(name)


@register.simple_tag
def client_words() -> SafeString:
    """The words scripts need, in the reader's language, as a JSON block that lib/words.js reads."""
    words = {
        "copied": gettext("Copied"),
        "failed": gettext("That did not work. Nothing was changed."),
        "unreachable": gettext("The hub does not answer. Nothing was changed."),
        "offline": gettext("Not connected. What you see may be out of date; it is fetched again every 15 seconds."),
        "back": gettext("Connected again."),
        "undo": gettext("Undo"),
        "dismiss": gettext("Dismiss"),
        "sending": gettext("sending"),
        "received": gettext("received"),
        "tooLarge": gettext("larger than the limit"),
        "pasted": gettext("Pasted text"),
        "keysEverywhere": gettext("Everywhere"),
        "keysPage": gettext("On this page"),
        "showKeys": gettext("Show these keys"),
        "close": gettext("Close"),
    }
    return json_script(words, "client-words")
