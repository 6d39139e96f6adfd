"""Spaces, members, roles, and the one permission door."""
