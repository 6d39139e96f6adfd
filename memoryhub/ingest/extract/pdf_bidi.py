"""Lines of Arabic and Hebrew as a PDF draws them, from left to right, put back into the order of reading."""

from __future__ import annotations

import re
import unicodedata

RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
# What runs from left to right inside: words of other scripts, figures with their signs.
_OTHER = r"[^\W\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
LEFT_TO_RIGHT = re.compile(rf"{_OTHER}+(?:[.,:/%@&+' -]+{_OTHER}+)*")
PRESENTED = re.compile(r"[\ufb1d-\ufdff\ufe70-\ufefc]+")
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def is_right_to_left(text: str) -> bool:
    """Whether most letters of the line belong to a script that runs from right to left."""
    foreign = len(RIGHT_TO_LEFT.findall(text))
    return foreign > 0 and foreign * 2 >= sum(map(str.isalpha, text))


def logical(visual: str) -> str:
    """The line in reading order; `visual` is its characters from left to right. Shaped letters become plain ones."""
    reversed_ = visual[::-1].translate(MIRRORED)
    told = LEFT_TO_RIGHT.sub(lambda run: _runs(run[0]), reversed_)
    return PRESENTED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), told)


def _runs(run: str) -> str:
    return run[::-1].translate(MIRRORED)
