"""What is said of deeds on what is selected: the question, what is in the way, what goes with it, and what was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils import formats
from django.utils.translation import gettext, ngettext

from memoryhub.lifecycle.bulk_plan import DOCUMENT, GONE, SAME

# (one, many) of a number.
Told = Callable[[int], str]
TITLES: Mapping[str, Told] = {
    "forget": lambda n: ngettext("Forget %(n)s memory?", "Forget %(n)s memories?", n),
    "stable": lambda n: ngettext("Mark %(n)s memory as a stable fact?", "Mark %(n)s memories as stable facts?", n),
    "recent": lambda n: ngettext("Mark %(n)s memory as recent context?", "Mark %(n)s memories as recent context?", n),
    "give": lambda n: ngettext("Give %(n)s memory a key?", "Give %(n)s memories a key?", n),
    "take": lambda n: ngettext("Take a key off %(n)s memory?", "Take a key off %(n)s memories?", n),
    "cut": lambda n: ngettext("Cut %(n)s relation?", "Cut %(n)s relations?", n),
    "approve": lambda n: ngettext("Approve %(n)s memory?", "Approve %(n)s memories?", n),
    "reject": lambda n: ngettext("Reject %(n)s memory?", "Reject %(n)s memories?", n),
}
DONE: Mapping[str, Told] = {
    "forget": lambda n: ngettext("%(n)s memory forgotten.", "%(n)s memories forgotten.", n),
    "end": lambda n: ngettext("%(n)s memory now has an end.", "%(n)s memories now have an end.", n),
    "mark": lambda n: ngettext("%(n)s memory marked.", "%(n)s memories marked.", n),
    "give": lambda n: ngettext("%(n)s memory got the key.", "%(n)s memories got the key.", n),
    "take": lambda n: ngettext("%(n)s memory lost the key.", "%(n)s memories lost the key.", n),
    "cut": lambda n: ngettext("%(n)s relation cut.", "%(n)s relations cut.", n),
    "approve": lambda n: ngettext("%(n)s memory approved.", "%(n)s memories approved.", n),
    "reject": lambda n: ngettext("%(n)s memory rejected.", "%(n)s memories rejected.", n),
}
WHAT_IT_MEANS: Mapping[str, Callable[[], str]] = {
    "forget": lambda: gettext("Agents no longer get them, from now on."),
    "stable": lambda: gettext("Stable facts stand in every profile, whatever is asked."),
    "recent": lambda: gettext("Recent context is told where it fits a question."),
    "give": lambda: gettext("Memories that share a key are linked by it."),
    "take": lambda: gettext("What was linked by this key alone is no longer linked."),
    "cut": lambda: gettext("Relations between what is selected, on both ends; versions, keys and sources stay."),
    "approve": lambda: gettext("Agents get them from now on, as they are worded."),
    "reject": lambda: gettext("They are kept, never served, and not proposed again."),
}
_LEFT: Mapping[str, Told] = {
    DOCUMENT: lambda n: ngettext(
        "%(n)s document: this is a deed on memories.", "%(n)s documents: this is a deed on memories.", n
    ),
    "superseded": lambda n: ngettext(
        "%(n)s older version: it goes the way of the newest.", "%(n)s older versions: they go the way of the newest.", n
    ),
    "pending": lambda n: ngettext("%(n)s memory waits for review first.", "%(n)s memories wait for review first.", n),
    "forgotten": lambda n: ngettext("%(n)s memory is forgotten.", "%(n)s memories are forgotten.", n),
    "expired": lambda n: ngettext("%(n)s memory has expired.", "%(n)s memories have expired.", n),
    "current": lambda n: ngettext(
        "%(n)s memory does not wait for review.", "%(n)s memories do not wait for review.", n
    ),
    SAME: lambda n: ngettext("%(n)s memory is so already.", "%(n)s memories are so already.", n),
    GONE: lambda n: ngettext("%(n)s is no longer shown.", "%(n)s are no longer shown.", n),
}
_FOLLOWS: Mapping[str, Told] = {
    "relations": lambda n: ngettext("%(n)s relation goes with them.", "%(n)s relations go with them.", n),
    "returned": lambda n: ngettext(
        "%(n)s inference from them goes back to review; Undo does not approve it again.",
        "%(n)s inferences from them go back to review; Undo does not approve them again.",
        n,
    ),
    "withdrawn": lambda n: ngettext(
        "%(n)s inference from them that waits for review is withdrawn; Undo does not bring it back.",
        "%(n)s inferences from them that wait for review are withdrawn; Undo does not bring them back.",
        n,
    ),
    "documents": lambda n: ngettext(
        "Of %(n)s document nothing is remembered any more.", "Of %(n)s documents nothing is remembered any more.", n
    ),
}


def say(told: Told, n: int) -> str:
    """The words with the number in them."""
    return told(n) % {"n": formats.number_format(n, force_grouping=True)}


def left(counts: Mapping[str, int], hidden: int) -> Sequence[str]:
    """What the deed cannot be done to, a sentence for each reason. What has gone and what is hidden read alike."""
    counted = {GONE: 0, **counts}
    counted[GONE] += hidden
    others = sum(n for why, n in counted.items() if why not in _LEFT)
    known = [say(_LEFT[why], n) for why, n in counted.items() if n and why in _LEFT]
    decided = ngettext("%(n)s memory has been decided.", "%(n)s memories have been decided.", others)
    return [*known, *([decided % {"n": others}] if others else [])]


def follows(counts: Mapping[str, int]) -> Sequence[str]:
    """What goes with it."""
    return [say(_FOLLOWS[what], n) for what, n in counts.items() if n]


def done(deed: str, count: int, told: int) -> str:
    """What was done, and to how many of those it was told of it was not."""
    said = say(DONE[deed], count)
    return said if count >= told else f"{said} {say(_missed, told - count)}"


def _missed(n: int) -> str:
    return ngettext(
        "%(n)s was left: it has changed meanwhile, or cannot be changed so.",
        "%(n)s were left: they have changed meanwhile, or cannot be changed so.",
        n,
    )
