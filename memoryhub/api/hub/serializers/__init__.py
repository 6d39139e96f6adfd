"""What callers may send and what they get, by noun."""
