"""The sentences that say why an answer is empty, and why a memory is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.core import text
from memoryhub.retrieval.request import SearchRequest

FOUND, MODE, FILTERS, QUOTED, THRESHOLD = "found", "mode", "filters", "quoted", "threshold"
OUTRANKED, TOO_FAR, WORDLESS, MOMENT = "outranked", "too_far", "wordless", "moment"
UNTELLING = "untelling"
WHY: Mapping[str, Promise] = {
    FOUND: gettext_lazy("It is among the answers: number %(rank)d."),
    MODE: gettext_lazy("Only documents were searched; ask in the mode memories or hybrid."),
    FILTERS: gettext_lazy("The search leaves it out because of: %(filters)s."),
    QUOTED: gettext_lazy("It does not have the quoted words: %(phrases)s."),
    THRESHOLD: gettext_lazy("Its similarity of %(similarity).2f is below the threshold of %(threshold).2f."),
    OUTRANKED: gettext_lazy("It is number %(rank)d; the search gave the first %(limit)d."),
    TOO_FAR: gettext_lazy("It has no word of the question, and others are nearer to what it means."),
    WORDLESS: gettext_lazy("It has no word of the question, and the embedding service does not answer."),
    UNTELLING: gettext_lazy("The question has no telling word, and it has none of those that the question has."),
    MOMENT: gettext_lazy("At that moment it did not hold, was not known, or another version stood in its place."),
    "superseded": gettext_lazy("A newer version has replaced this one."),
    "forgotten": gettext_lazy("It was forgotten."),
    "expired": gettext_lazy("Its time is over."),
    "pending": gettext_lazy("The hub concluded it, and nobody has approved it yet."),
    "declined": gettext_lazy("The hub concluded it, and a reviewer said no."),
    "withdrawn": gettext_lazy("The hub concluded it, and has taken it back."),
    "erased": gettext_lazy("It was erased for good."),
}


def why(reason: str, **values: Any) -> str:
    """The sentence for a reason, with what it names."""
    return str(WHY[reason]) % values


def nothing(request: SearchRequest, *, is_found: bool, asked: text.Query, lexical_only: bool) -> str:
    """Why a search has no answer, and so what may help: the most telling reason first."""
    if is_found:
        return _("What was found is less similar than the threshold of %(threshold)s.") % {
            "threshold": request.threshold
        }
    if asked.phrases:
        return _("The quoted words do not occur in what was searched.")
    if not asked.is_telling:
        return _("The question has no telling word, and the words it has do not occur.")
    if request.narrowing:
        return _("Nothing in this space passes the filters.")
    if request.horizon:
        return _("Nothing in this space held, or was known, at that moment.")
    if lexical_only:
        return _("No word of the question occurs, and the embedding service does not answer.")
    return _("Nothing in this space can be searched in this mode yet.")
