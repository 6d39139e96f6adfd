"""The append-only record of everything that happened; audit, live updates and undo read it."""
