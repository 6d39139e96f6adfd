"""What a line costs in a prompt, and how a budget of tokens is shared out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from memoryhub.ingest.chunking import estimate_tokens

T = TypeVar("T")


def cost(line: str) -> int:
    """About how many tokens a line of a prompt takes: one for each Han, kana or Hangul character, one for four others,
    and two for the mark before it and its end. No tokenizer is asked, since each model has its own.
    """
    return estimate_tokens(line) + 2


@dataclass(slots=True)
class Budget:
    """`left` tokens for so many `parts`, which come one after another; `left_out` counts what had no place.

    A part may take half of what is left, three quarters when one more comes after it, and all when none does. What it
    does not need goes to those after it.
    """

    left: int
    parts: int
    left_out: int = 0

    def fill(self, items: Sequence[T], price: Callable[[T], int]) -> list[T]:
        """The items of the next part that fit, by their prices in tokens; one that is too long is left out, and shorter
        ones may still fit."""
        share = self._share()
        kept = []
        for item in items:
            if (tokens := price(item)) <= share:
                share -= tokens
                self.left -= tokens
                kept.append(item)
        self.parts -= 1
        self.left_out += len(items) - len(kept)
        return kept

    def _share(self) -> int:
        if self.parts == 1:
            return self.left
        return self.left * 3 // 4 if self.parts == 2 else self.left // 2
