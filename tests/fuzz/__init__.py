"""Files broken at random and read by the real process: `python -m tests.fuzz`."""
