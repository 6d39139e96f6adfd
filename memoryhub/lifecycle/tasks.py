"""Jobs of what goes: chunks whose text was blanked get new vectors."""

from __future__ import annotations
