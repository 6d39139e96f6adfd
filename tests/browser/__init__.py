"""Tests in a real browser on real processes."""
