"""Readers: bytes of one kind in, kept text with its blocks, turns and places out. One module for each kind, listed in
`registry`. They know no table and no setting, because they run in a process of their own (`ingest.reading`).
"""

from memoryhub.ingest.extract.limits import Limits
from memoryhub.ingest.extract.model import Block, Extracted, ExtractionError, Member, Place, Turn
from memoryhub.ingest.extract.registry import extract, kinds, text_kind

__all__ = [
    "Block",
    "Extracted",
    "ExtractionError",
    "Limits",
    "Member",
    "Place",
    "Turn",
    "extract",
    "kinds",
    "text_kind",
]
