"""Sockets that tell pages and programs what changed."""
