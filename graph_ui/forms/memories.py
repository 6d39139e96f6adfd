"""Forms of the memories page."""

from __future__ import annotations

from datetime import date

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LAST_DAY = date(9000, 1, 1)


class Correction(forms.Form):
    """The right words, made from the version the person has seen."""

    text = forms.CharField(
        label=_("What is true"),
        max_length=10_000,
        widget=forms.Textarea(attrs={"class": "input", "rows": 4, "autofocus": True}),
    )
    base_version = forms.IntegerField(widget=forms.HiddenInput)


class NewMemory(forms.Form):
    """A fact told by a person."""

    text = forms.CharField(
        label=_("One fact"),
        max_length=10_000,
        help_text=_("A whole sentence that can stand alone."),
        widget=forms.Textarea(attrs={"class": "input", "rows": 3, "autofocus": True}),
    )
    keys = forms.CharField(
        label=pgettext_lazy("association keys", "Keys"),
        required=False,
        help_text=_("What it is about, with commas between; memories are linked by them."),
        widget=forms.TextInput(attrs={"class": "input"}),
    )
    is_static = forms.BooleanField(label=_("A stable fact, like a name or a taste"), required=False)
    forget_after = forms.DateField(
        label=_("Forget after"),
        required=False,
        validators=[MaxValueValidator(LAST_DAY)],
        help_text=_("The end of this day in the time zone of the space. Empty: never."),
        widget=forms.DateInput(attrs={"class": "input", "type": "date"}),
    )
