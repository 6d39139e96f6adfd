"""The hub's own dialect: `/api/v1/`."""
