"""The hub's command line."""
