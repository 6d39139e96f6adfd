"""Which English statements hold until something changes them: those in the simple present and of no day."""

from __future__ import annotations

import re

from memoryhub.ingest.facts.grammar.english_verbs import AUXILIARIES, BASE, PARTICIPLES, THIRD, is_past
from memoryhub.ingest.facts.grammar.english_words import DETERMINERS, FOLLOWERS, WORD
from memoryhub.ingest.facts.wordlists import words

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
# A sentence with a date tells of an event, whatever its tense; one with a next time will be out of date by then.
OF_A_DAY = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})|(?:{_MONTHS}) \d|(?:in|by|before) (?:{_MONTHS})"
    r"|(?:19|20)\d\d|next|so far|(?<!can )now(?! \w+s\b))\b",
    re.IGNORECASE,
)
HOLDING = words("can cannot can't may must mustn't should shouldn't do does don't doesn't")
BEING = words("is are isn't aren't am")
HAVING = words("has have hasn't haven't")
# In the present, and yet about what somebody is at, or about to do.
PASSING = words(
    "leads wants hopes plans expects waits says thinks feels looks seems leaves arrives departs visits returns"
)
LOOSE = words("not no also only always never often usually still already just both all even mostly mainly")


def lasts(text: str) -> bool:
    """Whether the first finite verb is in the simple present and the sentence is of no day."""
    if OF_A_DAY.search(text):
        return False
    spoken = WORD.findall(text)
    lowered = [word.lower() for word in spoken]
    for index in range(1, len(lowered)):
        holds = _holds(lowered, index, is_small=spoken[index].islower())
        if holds is not None:
            return holds
    return False


def _holds(lowered: list[str], index: int, *, is_small: bool) -> bool | None:
    """What the verb at this place says; None where there is none."""
    word, before = lowered[index], lowered[index - 1]
    after = next((word for word in lowered[index + 1 :] if word not in LOOSE), "")
    if word in BEING:
        return not (after.endswith("ing") and len(after) > 5)
    if word in HAVING:
        return not (after in PARTICIPLES or is_past(after) or after == "to")
    if word in HOLDING:
        return True
    if word in AUXILIARIES or (is_past(word) and before not in DETERMINERS):
        return False
    if before in DETERMINERS or not is_small:
        return None
    if word in THIRD or (word.endswith("s") and after in FOLLOWERS and not before.endswith("s")):
        return word not in PASSING
    return True if word in BASE and before.endswith("s") else None
