"""Tests of the embedders."""
