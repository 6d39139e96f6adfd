"""The parts of Korean syllables, by their order in Unicode."""

from __future__ import annotations

FIRST, LAST = "가", "힣"
VOWELS, CLOSINGS = 21, 28


def final(letter: str) -> int:
    """The number of the consonant that closes a syllable; 0 for none, and for what is no syllable."""
    return (ord(letter) - ord(FIRST)) % CLOSINGS if FIRST <= letter <= LAST else 0


def vowel(letter: str) -> int:
    """The number of the vowel of a syllable; -1 for what is none."""
    return (ord(letter) - ord(FIRST)) // CLOSINGS % VOWELS if FIRST <= letter <= LAST else -1
