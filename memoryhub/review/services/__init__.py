"""Writes of review: proposals, and the decisions of people on them and on what the hub inferred."""

from memoryhub.review.services.blanking import blank
from memoryhub.review.services.inferences import (
    approve_memories,
    approve_memory,
    decline_memories,
    decline_memory,
)
from memoryhub.review.services.outcome import REASONS
from memoryhub.review.services.proposals import approve_proposal, reject_proposal
from memoryhub.review.services.proposing import propose, withdraw_for_document

__all__ = [
    "REASONS",
    "approve_memories",
    "approve_memory",
    "approve_proposal",
    "blank",
    "decline_memories",
    "decline_memory",
    "propose",
    "reject_proposal",
    "withdraw_for_document",
]
