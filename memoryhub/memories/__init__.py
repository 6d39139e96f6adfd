"""Versions, relations, sources, states and forgetting of memories."""
