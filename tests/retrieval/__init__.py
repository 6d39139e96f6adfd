"""Tests of memoryhub.retrieval."""
