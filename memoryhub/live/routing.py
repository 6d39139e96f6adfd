"""Addresses of sockets."""

from __future__ import annotations

from channels.routing import URLRouter

sockets = URLRouter([])
