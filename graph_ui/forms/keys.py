"""Forms of the page of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from graph_ui import wording
from memoryhub.associations.models import Key
from memoryhub.associations.texts import MOST_CHARACTERS
from memoryhub.core import ids, text
from memoryhub.memories.models import Memory

LABEL_CHARACTERS = 160


def _wording(label: Any, help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=MOST_CHARACTERS,
        widget=forms.TextInput(attrs={"class": "input", "autofocus": True}),
    )


class Change(forms.Form):
    """What a key is called, and what it is."""

    text = _wording(_("Wording"), _("What it is called now stays as another wording it is found by."))
    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=[(kind, wording.KINDS_OF_KEY[kind]) for kind in Key.Kind.values],
        help_text=_("A concept is also found by what is near in meaning; names and proper nouns as whole words alone."),
        widget=forms.Select(attrs={"class": "input"}),
    )


class Merge(forms.Form):
    """The other key, as somebody would say it."""

    into = _wording(
        _("The key that stays"), _("Any of its wordings. It gets the memories and all wordings of this one.")
    )


class Split(forms.Form):
    """What the new key is called, and which memories go with it."""

    text = _wording(_("The new key"), _("One of the other wordings of this key, which then leaves it, or a new one."))

    def __init__(self, data: Any = None, *, memories: Sequence[Memory], most: int, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["memory_ids"] = forms.MultipleChoiceField(
            label=_("Memories that go with it"),
            required=False,
            help_text=_("The newest %(most)d are shown.") % {"most": most} if len(memories) == most else "",
            choices=[(ids.encode(row.pk), _label(row)) for row in memories],
            widget=forms.CheckboxSelectMultiple,
        )


def _label(memory: Memory) -> str:
    return Truncator(text.visible(memory.text)).chars(LABEL_CHARACTERS)
