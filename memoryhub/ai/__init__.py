"""Embedding models: the protocol, its adapters, the rows that name a model, and the vectors' common base."""
