"""Forms of the pages where staff arrange spaces."""

from __future__ import annotations

import zoneinfo

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.models import ApiKey
from memoryhub.spaces.models import TAG_PATTERN, Membership


def _time_zones() -> list[tuple[str, str]]:
    return [(zone, zone) for zone in sorted(zoneinfo.available_timezones())]


class NewSpace(forms.Form):
    """Tag, name and what time a bare date means."""

    tag = forms.CharField(
        label=_("Tag"),
        max_length=100,
        validators=[RegexValidator(TAG_PATTERN, _("A tag has 1 to 100 of the characters A-Z a-z 0-9 _ : . -"))],
        help_text=_("How programs name it: A-Z a-z 0-9 _ : . - It never changes."),
        widget=forms.TextInput(attrs={"class": "input input-mono", "autofocus": True, "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=_("Name"), max_length=120, required=False, widget=forms.TextInput(attrs={"class": "input"})
    )
    emoji = forms.CharField(
        label=_("Emoji"), max_length=16, required=False, widget=forms.TextInput(attrs={"class": "input"})
    )
    description = forms.CharField(
        label=_("What it is for"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"class": "input", "rows": 2}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_time_zones,
        initial="UTC",
        help_text=_("In which a date without a time ends."),
        widget=forms.Select(attrs={"class": "input"}),
    )


class NewMember(forms.Form):
    """Who joins, by e-mail, as what."""

    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"class": "input", "autofocus": True}))
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[
            (Membership.Role.VIEWER, _("viewer: reads")),
            (Membership.Role.REVIEWER, _("reviewer: reads and decides")),
            (Membership.Role.EDITOR, _("editor: reads, writes and decides")),
            (Membership.Role.OWNER, _("owner: all of it, and members")),
        ],
        widget=forms.Select(attrs={"class": "input"}),
    )


class NewKey(forms.Form):
    """What a program is called and how far its key reaches."""

    name = forms.CharField(
        label=_("Name of the program"),
        max_length=120,
        widget=forms.TextInput(attrs={"class": "input", "autofocus": True}),
    )
    scope = forms.ChoiceField(
        label=_("Reach"),
        choices=[
            (ApiKey.Scope.READ, _("read: what is current")),
            (ApiKey.Scope.WRITE, _("write: read and remember")),
            (ApiKey.Scope.REVIEW, _("review: read and decide")),
            (ApiKey.Scope.ADMIN, _("admin: all you may do")),
        ],
        widget=forms.Select(attrs={"class": "input"}),
    )
