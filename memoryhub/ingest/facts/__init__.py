"""Facts by rule, with no language model: which sentences say something lasting, who says it, when, and under which
keys.
"""

from memoryhub.ingest.facts.extraction import extract
from memoryhub.ingest.facts.model import Fact, KeyDraft

__all__ = ["Fact", "KeyDraft", "extract"]
