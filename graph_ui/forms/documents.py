"""Forms of the documents page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from memoryhub.ingest.submission import LONGEST


class WebAddress(forms.Form):
    """A page of the web."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST["url"],
        help_text=_("A page, a PDF or another file. The same address again is fetched anew, as its next revision."),
        widget=forms.TextInput(attrs={"class": "input", "type": "url", "autofocus": True, "placeholder": "https://"}),
    )


class PastedText(forms.Form):
    """A text put in by hand."""

    title = forms.CharField(
        label=_("Title"),
        required=False,
        max_length=LONGEST["title"],
        help_text=_("Left empty, the text's first heading is taken."),
        widget=forms.TextInput(attrs={"class": "input"}),
    )
    text = forms.CharField(
        label=_("Text"),
        strip=False,
        help_text=_("Prose, Markdown, or a conversation with one turn on a line, like “Mina: I moved to Busan.”"),
        widget=forms.Textarea(attrs={"class": "input", "rows": 10, "autofocus": True}),
    )
