"""Readers: bytes of one kind in, kept text with its blocks and turns out. One module for each kind, listed in
`registry`.
"""

from memoryhub.ingest.extract.model import Block, Extracted, ExtractionError, Turn
from memoryhub.ingest.extract.registry import extract, kinds

__all__ = ["Block", "Extracted", "ExtractionError", "Turn", "extract", "kinds"]
