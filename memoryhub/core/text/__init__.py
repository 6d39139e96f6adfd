"""What the hub knows about text itself: cleaning, equality, tokens, sentences, language."""

from memoryhub.core.text.analyze import Query, query_tokens, tokens
from memoryhub.core.text.clean import clean, clean_json, normalise, visible
from memoryhub.core.text.language import language
from memoryhub.core.text.naming import mentions, possible_names
from memoryhub.core.text.sentences import Span, sentences

__all__ = [
    "Query",
    "Span",
    "clean",
    "clean_json",
    "language",
    "mentions",
    "normalise",
    "possible_names",
    "query_tokens",
    "sentences",
    "tokens",
    "visible",
]
