"""The ledger on the wire."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from memoryhub.accounts import selectors as accounts
from memoryhub.api.fields import Id, Moment, PageQuery, Shown
from memoryhub.core import ids
from memoryhub.ledger import undo, verbs
from memoryhub.ledger.models import Entry


class LedgerQuery(PageQuery):
    """Which entries."""

    since = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, required=False, help_text="Entries after this number only."
    )
    subject = Id(required=False, help_text="Entries about this alone; a memory by its chain.")
    sort = serializers.ChoiceField(choices=["seq", "-seq"], default="seq")


class EntryShown(Shown):
    """One thing that happened. It never carries the text it is about."""

    id = Id()
    seq = serializers.IntegerField()
    verb = serializers.CharField()
    sentence = serializers.SerializerMethodField()
    actor = serializers.SerializerMethodField()
    actor_kind = serializers.ChoiceField(choices=["person", "key", "hub"])
    subject_kind = serializers.CharField()
    subject = Id(source="subject_id")
    changed = serializers.ListField(child=serializers.CharField(), source="fields")
    details = serializers.SerializerMethodField()
    batch = Id(allow_null=True)
    undoes = Id(allow_null=True)
    undone = serializers.SerializerMethodField()
    can_undo = serializers.SerializerMethodField()
    at = Moment()

    def get_actor(self, entry: Entry) -> str:
        """The name of the person, key or part of the hub."""
        names: dict[str, str] = self.context["names"]
        return names.get(entry.actor_id, entry.actor_kind if entry.actor_kind != "hub" else entry.actor_id)

    def get_sentence(self, entry: Entry) -> str:
        """The verb as a sentence."""
        return str(verbs.get(entry.verb).sentence) % {"actor": self.get_actor(entry)}

    def get_details(self, entry: Entry) -> dict[str, Any]:
        """Enums, numbers and ids, these in their wire form."""
        return {name: _wire(value) for name, value in entry.values.items()}

    def get_undone(self, entry: Entry) -> bool:
        """Whether it has been taken back."""
        return entry.pk in self.context["undone"]

    def get_can_undo(self, entry: Entry) -> bool:
        """Whether this kind of deed can be taken back at all, and has not been."""
        return undo.can_undo(entry) and not self.get_undone(entry)


class EntryPage(Shown):
    """One page of the ledger. `revision` is the number of the space's last entry."""

    items = EntryShown(many=True)
    next_cursor = serializers.CharField(allow_null=True)
    revision = serializers.IntegerField()


def names_of(entries: Sequence[Entry]) -> dict[str, str]:
    """Actor id -> name, for people and keys, in two queries."""
    people = accounts.names_of(uuid.UUID(entry.actor_id) for entry in entries if entry.actor_kind == "person")
    keys = accounts.key_names_of(uuid.UUID(entry.actor_id) for entry in entries if entry.actor_kind == "key")
    return {str(key): _without_domain(name) for key, name in (people | keys).items()}


def _without_domain(name: str) -> str:
    """A person without a name goes by their e-mail address, which is for those who manage the space."""
    return name.partition("@")[0] if " " not in name else name


def _wire(value: Any) -> Any:
    if isinstance(value, list):
        return [_wire(inside) for inside in value]
    if not isinstance(value, str) or len(value) != 36:
        return value
    try:
        return ids.encode(uuid.UUID(value))
    except ValueError:
        return value
