"""Every page of the console, shot and checked: `uv run python -m tests.screens`."""
