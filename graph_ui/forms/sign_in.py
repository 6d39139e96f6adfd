"""The first person chooses how to sign in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class FirstSignIn(forms.Form):
    """E-mail, password and, if wanted, a name."""

    email = forms.EmailField(
        label=_("E-mail"), widget=forms.EmailInput(attrs={"class": "input", "autocomplete": "email", "autofocus": True})
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 10 characters."),
        strip=False,
        widget=forms.PasswordInput(attrs={"class": "input", "autocomplete": "new-password"}),
    )
