"""Forms of the graph page."""

from __future__ import annotations

from django import forms

from memoryhub.associations.naming import MOST_CHARACTERS


class Rename(forms.Form):
    """What people call an island."""

    name = forms.CharField(max_length=MOST_CHARACTERS)
