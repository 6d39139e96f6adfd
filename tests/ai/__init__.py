"""Tests of the ai room."""
