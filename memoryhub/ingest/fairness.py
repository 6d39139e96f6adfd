"""Whose turn it is: no space waits for another's ten thousand documents, and no small document for a large one.

Start-time fair queueing (Goyal, Vin, Cheng 1996) on the priorities of the queue: a document begins where its space's
own documents end, but not before what is being served now; so spaces take turns, and within one the first comes first.
"""

from __future__ import annotations

from memoryhub.documents import selectors as documents
from memoryhub.documents.models import Document
from memoryhub.jobs import queue

# A document of this many bytes takes about twice the time of a small one.
BYTES_PER_TURN = 32 * 2**10
# Of more that wait in one space, nothing is won by counting them.
MOST_COUNTED = 20_000


def priority_of(document: Document, *, queue_name: str) -> int:
    """The priority of a document's job; higher is sooner."""
    served = queue.priority_served(queue_name)
    own = documents.waiting_in(document.space_id, besides=document.pk, limit=MOST_COUNTED)
    return served - own - document.size // BYTES_PER_TURN
