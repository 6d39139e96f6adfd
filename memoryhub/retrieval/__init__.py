"""The way out: candidates fused into one explained order."""
