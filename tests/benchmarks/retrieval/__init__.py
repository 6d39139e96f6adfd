"""How well and how fast the hub finds, beside peers in the same run."""
