"""Reading documents in a process of its own: no database, no network, bounded time and memory, killed when asked."""

from memoryhub.ingest.reading.reader import Stopped, read, settings_limits

__all__ = ["Stopped", "read", "settings_limits"]
