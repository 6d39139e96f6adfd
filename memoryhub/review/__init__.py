"""Proposals, decisions and the queue of what waits for a person."""
