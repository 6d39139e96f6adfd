"""Verbs that review writes into the ledger."""

from __future__ import annotations

PROPOSED = "proposal.made"
APPROVED = "review.approved"
REJECTED = "review.rejected"
CLOSED = "proposal.closed"


def register() -> None:
    """Tell the ledger the sentence and the inverse of each."""
    from django.utils.translation import gettext_lazy as _

    from memoryhub.ledger.verbs import register as verb
    from memoryhub.review import inverses

    verb(PROPOSED, _("%(actor)s proposed a change"), moves=False)
    verb(APPROVED, _("%(actor)s approved a proposal"), inverses.approved, needs="review")
    verb(REJECTED, _("%(actor)s rejected a proposal"), inverses.rejected, needs="review")
    verb(CLOSED, _("%(actor)s closed a proposal that no longer applies"))
