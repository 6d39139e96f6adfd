"""The way in: submit, stages, extraction, linking."""
