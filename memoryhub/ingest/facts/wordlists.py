"""Word lists written as text, so that they can be read and extended."""

from __future__ import annotations

import re


def words(listed: str) -> frozenset[str]:
    """The words between the blanks."""
    return frozenset(listed.split())


def either(listed: str) -> str:
    """A regular expression of the alternatives between the bars; line breaks in the list mean nothing."""
    return "(?:" + re.sub(r"\s*\n\s*", "", listed) + ")"
