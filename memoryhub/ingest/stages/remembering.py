"""Stage 5: facts are read out of the document and become memories, in one transaction."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

from django.conf import settings

from memoryhub.associations import texts as key_texts
from memoryhub.associations.texts import MOST_CHARACTERS, PreparedKey
from memoryhub.core import clock
from memoryhub.core.errors import Conflict, Unavailable
from memoryhub.documents.models import Document
from memoryhub.ingest import extractors, key_profile, planning, recording
from memoryhub.ingest.extractors import Extractor, Reading
from memoryhub.ingest.facts import Fact
from memoryhub.ingest.knowledge import Told
from memoryhub.ingest.work import Work
from memoryhub.memories import texts
from memoryhub.memories.drafts import Draft, SourceDraft

MOST_PLANS = 5


def run(work: Work) -> Document:
    """Extract, plan and record. Raises `Unavailable` when the extractor or the embedder does not answer, or when
    others keep changing the memories that are concerned."""
    extractor = extractors.configured()
    return _record(work, read_facts(work, extractor), extractor)


def read_facts(work: Work, extractor: Extractor) -> list[Told]:
    """The facts of the document, ready to be stored. Raises `Unavailable`."""
    reading = Reading(
        title=work.document.title,
        drafts=work.drafts,
        turns=work.extracted.turns,
        said_on=work.said_on,
        author=work.author,
        names=work.names,
        with_code=key_profile.knows_code(work.space),
    )
    longest = settings.MEMORYHUB_LIMITS["memory_characters"]
    return prepare(work, [fact for fact in extractor.extract(reading) if 0 < len(fact.text.strip()) <= longest])


def _record(work: Work, told: Sequence[Told], extractor: Extractor) -> Document:
    for _ in range(MOST_PLANS):
        plan = planning.make(work.document, told, extractor)
        try:
            return recording.carry_out(document=work.document, plan=plan)
        except Conflict as moved:
            if moved.code != recording.MOVED_ON:
                raise
    raise Unavailable("The memories this document is about keep changing; it is tried again.")


def prepare(work: Work, facts: Sequence[Fact]) -> list[Told]:
    """Facts made ready to be stored: one embedding call for all texts, one for all keys."""
    languages = [fact.language for fact in facts]
    prepared = texts.prepare([fact.text for fact in facts], languages=languages, model=work.model)
    keys = _keys(work, facts)
    return [
        Told(fact, _draft(work, fact, ready), tuple(_distinct(fact, keys)), _said_on(work, fact))
        for fact, ready in zip(facts, prepared, strict=True)
    ]


def _draft(work: Work, fact: Fact, prepared: texts.Prepared) -> Draft:
    chunk = work.chunks[fact.chunk_index]
    source = SourceDraft(work.document.pk, chunk.pk, fact.start, fact.end, fact.quote)
    return Draft(
        prepared,
        is_static=fact.is_static,
        confidence=fact.confidence,
        valid_from=None if fact.valid_from is None else _midnight(work, fact.valid_from),
        origin=work.document.origin,
        sources=(source,),
    )


def _midnight(work: Work, day: date) -> datetime:
    return datetime.combine(day, time(), zoneinfo.ZoneInfo(work.space.time_zone))


def _said_on(work: Work, fact: Fact) -> date:
    turn = None if fact.turn_index is None else work.extracted.turns[fact.turn_index]
    if turn is not None and turn.at is not None:
        return turn.at.date()
    return work.said_on or clock.now().date()


def _keys(work: Work, facts: Iterable[Fact]) -> dict[str, PreparedKey]:
    pairs = [(key.text, key.kind) for fact in facts for key in fact.keys]
    usable = [pair for pair in pairs if len(pair[0]) <= MOST_CHARACTERS and key_texts.normalise(pair[0])]
    return {key.normalised: key for key in key_texts.prepare(usable, space=work.space, model=work.model)}


def _distinct(fact: Fact, keys: dict[str, PreparedKey]) -> Iterable[PreparedKey]:
    forms = dict.fromkeys(key_texts.normalise(key.text) for key in fact.keys)
    return (keys[form] for form in forms if form in keys)
