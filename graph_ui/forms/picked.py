"""Forms of deeds on what is selected in the graph. Each says which deed of `lifecycle.bulk` it means, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from graph_ui import wording
from graph_ui.forms.memories import LAST_DAY
from memoryhub.associations.models import Key
from memoryhub.associations.texts import MOST_CHARACTERS
from memoryhub.core import clock, ids, text
from memoryhub.spaces import days
from memoryhub.spaces.models import Space

REASONS = ("forgotten", "not_true")


class Deed(forms.Form):
    """A deed that needs nothing said."""

    def __init__(self, data: Any = None, *, space: Space, keys: Sequence[tuple[Key, int]] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.space, self.keys = space, keys

    def values(self) -> dict[str, Any]:
        """What the deed is done with, as JSON can say it."""
        return {}


class Forget(Deed):
    """At once with a reason, or on a day."""

    reason = forms.ChoiceField(
        label=_("Reason"),
        choices=[(reason, wording.FORGOTTEN[reason]) for reason in REASONS],
        widget=forms.Select(attrs={"class": "input"}),
    )
    note = forms.CharField(
        label=_("Note"),
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"class": "input"}),
    )
    day = forms.DateField(
        label=_("Forget after"),
        required=False,
        validators=[MaxValueValidator(LAST_DAY)],
        help_text=_("The end of this day in the time zone of the space. Empty: at once."),
        widget=forms.DateInput(attrs={"class": "input", "type": "date"}),
    )

    def clean_day(self) -> Any:
        """A day that is not over."""
        day = self.cleaned_data["day"]
        if day and days.end(self.space, day) <= clock.now():
            raise ValidationError(_("This day is over."))
        return day

    def values(self) -> dict[str, Any]:
        """With a day the memories end then; a reason is of what is forgotten."""
        if day := self.cleaned_data["day"]:
            return {"forget_after": days.end(self.space, day).isoformat()}
        return {"reason": self.cleaned_data["reason"], "note": self.cleaned_data["note"]}


class Stable(Deed):
    """Marked as stable facts."""

    def values(self) -> dict[str, Any]:
        """As `memories.adjust` takes it."""
        return {"is_static": True}


class Recent(Deed):
    """Marked as recent context."""

    def values(self) -> dict[str, Any]:
        """As `memories.adjust` takes it."""
        return {"is_static": False}


class Give(Deed):
    """A key by its wording."""

    text = forms.CharField(
        label=pgettext_lazy("association key", "Key"),
        max_length=MOST_CHARACTERS,
        help_text=_("A wording of a key there is, or a new one."),
        widget=forms.TextInput(attrs={"class": "input", "autofocus": True}),
    )
    kind = forms.ChoiceField(
        label=_("Kind of a new key"),
        choices=[(kind, wording.KINDS_OF_KEY[kind]) for kind in Key.Kind.values],
        widget=forms.Select(attrs={"class": "input"}),
    )

    def values(self) -> dict[str, Any]:
        """As `giving.prepare` takes it."""
        return {"text": self.cleaned_data["text"], "kind": self.cleaned_data["kind"]}


class Take(Deed):
    """One of the keys that the selected have."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["key"] = forms.ChoiceField(
            label=pgettext_lazy("association key", "Key"),
            choices=[(ids.encode(key.pk), f"{text.visible(key.text)} ({among})") for key, among in self.keys],
            widget=forms.Select(attrs={"class": "input"}),
        )

    def values(self) -> dict[str, Any]:
        """The key, by id."""
        return {"key": str(ids.decode(self.cleaned_data["key"]))}


class Reject(Deed):
    """With one of the reasons of the review desk."""

    reason = forms.ChoiceField(
        label=_("Reason"), choices=list(wording.REASONS.items()), widget=forms.Select(attrs={"class": "input"})
    )

    def values(self) -> dict[str, Any]:
        """The reason."""
        return {"reason": self.cleaned_data["reason"]}
