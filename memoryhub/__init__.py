"""Memoryhub: self-hosted memory for AI agents, seen, judged and corrected by people."""

import os

# One thread each: two documents side by side are faster than one that shares its matrices (512 against 347 texts/s).
# The library reads this when it is loaded, so it has to stand before the first import of numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
