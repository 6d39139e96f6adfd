"""Forms of the graph page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryhub.associations.naming import MOST_CHARACTERS


class Rename(forms.Form):
    """What people call an island."""

    name = forms.CharField(
        label=_("Name of the island"), max_length=MOST_CHARACTERS, widget=forms.TextInput(attrs={"class": "input"})
    )
