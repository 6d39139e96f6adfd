"""The form of how long a space keeps things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryhub.lifecycle.retention import LEAST_DAYS, MOST_DAYS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _days(label: _StrPromise, help_text: _StrPromise) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=LEAST_DAYS,
        max_value=MOST_DAYS,
        required=False,
        widget=forms.NumberInput(attrs={"class": "input", "inputmode": "numeric"}),
    )


class Retention(forms.Form):
    """After how many days; empty where that is not done."""

    forget_after_days = _days(
        _("Forget recent context after so many days"),
        _("What was neither said, asked for nor changed for so long. Stable facts are kept. Empty: never."),
    )
    purge_after_days = _days(
        _("Erase what is forgotten after so many days"),
        _("Until then it can be brought back. Documents keep their words. Empty: never."),
    )
