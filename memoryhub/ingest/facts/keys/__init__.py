"""Association keys of facts: names, proper nouns and concepts, chosen with the whole document in view."""

from memoryhub.ingest.facts.keys.choice import keys_of

__all__ = ["keys_of"]
