"""People, their API keys and preferences."""
