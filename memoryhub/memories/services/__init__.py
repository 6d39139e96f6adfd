"""Writes of memories: the only way a version, source, relation or state comes to be."""

from memoryhub.memories.services.adjusting import adjust, adjust_back
from memoryhub.memories.services.erasing import erase
from memoryhub.memories.services.following import blank_quotes, follow_document, hand_over
from memoryhub.memories.services.forgetting import forget, unforget
from memoryhub.memories.services.recalling import drop_recalls, note_recall
from memoryhub.memories.services.relating import confirm, relate, sever, sever_many, supersede, unconfirm
from memoryhub.memories.services.relating_many import RelationDraft, relate_many
from memoryhub.memories.services.remembering import remember, remember_many
from memoryhub.memories.services.revising import change, restore, revise
from memoryhub.memories.services.sourcing import add_source, add_sources, end_sources

__all__ = [
    "RelationDraft",
    "add_source",
    "add_sources",
    "adjust",
    "adjust_back",
    "blank_quotes",
    "change",
    "confirm",
    "drop_recalls",
    "end_sources",
    "erase",
    "follow_document",
    "forget",
    "hand_over",
    "note_recall",
    "relate",
    "relate_many",
    "remember",
    "remember_many",
    "restore",
    "revise",
    "sever",
    "sever_many",
    "supersede",
    "unconfirm",
    "unforget",
]
