"""The addresses, by noun: parse, call, present."""
