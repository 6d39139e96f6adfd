"""The languages whose sentences become facts; one module each, found here by code."""

from __future__ import annotations

from memoryhub.ingest.facts.grammar import chinese, english, german, korean, other
from memoryhub.ingest.facts.grammar.model import Grammar, Statement, Voice

__all__ = ["Grammar", "Statement", "Voice", "of_language"]

GRAMMARS: dict[str, Grammar] = {module.GRAMMAR.code: module.GRAMMAR for module in (english, german, chinese, korean)}


def of_language(code: str) -> Grammar:
    """The grammar of an ISO 639-1 code; the cautious one of `other` where there is none."""
    return GRAMMARS.get(code, other.GRAMMAR)
