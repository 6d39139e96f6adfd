"""Foundations that know no table: errors, ids, clock, locks, text, paging, embedded PostgreSQL."""
