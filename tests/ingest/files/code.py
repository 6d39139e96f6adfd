"""Source code and settings."""

from __future__ import annotations

from tests.ingest.files.sample import Sample

PYTHON = '''"""Rents of rooms."""

import math


def rent_of(room: str, year: int) -> float:
    """The rent of a room, which grows by nine per cent each year."""
    base = {"Linden": 900}[room]

    return math.floor(base * 1.09 ** (year - 2024))


class Ledger:
    total = 0
'''
SETTINGS = "# Where the kiln listens.\nserver:\n  host: kiln.example\n  port: 8091\n"


def samples() -> list[Sample]:
    """All of them."""
    return [
        Sample(
            "rents.py",
            PYTHON.encode(),
            "code",
            "How is the rent of a room computed?",
            "def rent_of(room: str, year: int)",
        ),
        Sample("kiln.yaml", SETTINGS.encode(), "code", "On which port does the kiln listen?", "port: 8091"),
        Sample("broken.py", b"x = 1\n\x00\x01\x02\x03\x00" * 30, "code", error_code="binary_content"),
    ]
