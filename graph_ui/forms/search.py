"""Forms of the search: what is asked, and of what."""

from __future__ import annotations

import json
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from memoryhub.ai import services as ai
from memoryhub.core import errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.ingest import submission
from memoryhub.memories import sight, states
from memoryhub.retrieval.request import SearchRequest
from memoryhub.spaces.access import Access

MODES = (
    ("memories", _("Memories")),
    ("documents", _("Documents")),
    ("hybrid", pgettext_lazy("memories and documents", "Both")),
)
KINDS = (("", pgettext_lazy("kind of memory", "Any")), ("static", _("Stable facts")), ("dynamic", _("Recent context")))
# What a request calls otherwise than the page does.
FIELDS = {"query": "q", "is_static": "kind"}


def _day(label: Any, help_text: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date", "class": "input"}, format="%Y-%m-%d"),
    )


class JsonObject(forms.CharField):
    """An object in JSON, shown as it was typed; an empty field is an empty one."""

    def clean(self, value: Any) -> dict[str, Any]:
        typed = super().clean(value)
        try:
            return submission.check_metadata(json.loads(typed)) if typed else {}
        except errors.InvalidInput as error:
            raise forms.ValidationError(error.message) from error
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(_("This is no JSON.")) from error


class Asked(forms.Form):
    """A question with all that narrows it. A day begins in the time zone of the space.

    `belongs_to` is the id of the form's element, for a page whose fields stand outside of it.
    """

    q = forms.CharField(label=_("Question"), required=False, widget=forms.TextInput(attrs={"class": "input"}))
    mode = forms.ChoiceField(label=_("Search in"), choices=MODES, required=False)
    threshold = forms.FloatField(
        label=_("Least similarity"),
        required=False,
        min_value=0,
        max_value=1,
        help_text=_("From 0 to 1."),
        widget=forms.NumberInput(attrs={"class": "input", "step": "0.05"}),
    )
    kind = forms.ChoiceField(label=pgettext_lazy("of a memory", "Kind"), choices=KINDS, required=False)
    since = _day(_("Made since"), "")
    until = _day(_("Made before"), "")
    as_of = _day(_("True at"), _("What held as this day began, by the facts' own dates."))
    known_at = _day(_("Known at"), _("What the hub knew as this day began, whatever was written since."))
    metadata = JsonObject(
        label=_("Metadata has"),
        required=False,
        help_text=_('As JSON, like {"via": "chat"}.'),
        widget=forms.TextInput(attrs={"class": "input input-mono"}),
    )
    versions = forms.BooleanField(label=_("Show older versions"), required=False)
    forgotten = forms.BooleanField(label=_("Show what was forgotten, apart"), required=False)
    rerank = forms.BooleanField(label=_("Have the first answers read again by the reranker"), required=False)

    def __init__(self, opened: Access, *args: Any, belongs_to: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.opened = opened
        if not sight.may_see(opened, states.FORGOTTEN):
            del self.fields["forgotten"]
        if not ai.can_rerank():
            del self.fields["rerank"]
        if belongs_to:
            for field in self.fields.values():
                field.widget.attrs["form"] = belongs_to

    def request(self, *, limit: int) -> SearchRequest | None:
        """What is asked; None where it cannot be, with the errors at their fields."""
        if not self.is_valid():
            return None
        given = self.cleaned_data
        request = SearchRequest(
            self.opened.space,
            given["q"],
            limit=limit,
            mode=given["mode"] or "memories",
            threshold=given["threshold"] or 0.0,
            narrowing=self._narrowing(),
            as_of=self._begin(given["as_of"]),
            known_at=self._begin(given["known_at"]),
            include=[name for name in ("versions", "forgotten") if given.get(name)],
            rerank=given.get("rerank", False),
        )
        try:
            request.checked()
        except errors.InvalidInput as error:
            field = FIELDS.get(error.field, error.field)
            self.add_error(field if field in self.fields else None, error.message)
            return None
        return request

    def _narrowing(self) -> Narrowing:
        given = self.cleaned_data
        return Narrowing(
            metadata=given["metadata"],
            since=self._begin(given["since"]),
            until=self._begin(given["until"]),
            is_static=given["kind"] == "static" if given["kind"] else None,
        )

    def _begin(self, day: date | None) -> datetime | None:
        zone = ZoneInfo(self.opened.space.time_zone)
        return None if day is None else datetime.combine(day, time.min, tzinfo=zone)


class Missing(Asked):
    """The same question, and which memory was expected: words of its text, or its id."""

    text = forms.CharField(
        label=_("Words of the memory"),
        required=False,
        max_length=500,
        help_text=_("As they stand in it; it may be replaced, forgotten or waiting."),
        widget=forms.TextInput(attrs={"class": "input"}),
    )
    memory = forms.CharField(required=False, widget=forms.HiddenInput)
