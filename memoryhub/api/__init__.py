"""REST doors for programs, one folder per dialect."""
