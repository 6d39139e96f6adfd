"""Queue wiring, schedules and the rescue of stalled work."""
