"""Stage 5: facts are read out of the document and become memories, in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, time
import zoneinfo

from django.conf import settings

from memoryhub.associations import services as associations
from memoryhub.associations import texts as key_texts
from memoryhub.associations.texts import PreparedKey
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import extractors
from memoryhub.ingest.facts import Fact
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.unit import service
from memoryhub.memories import services as memories
from memoryhub.memories import texts
from memoryhub.memories.drafts import Draft, SourceDraft


def run(work: Work) -> Document:
    reading = extractors.Reading(
        title=work.document.title,
        drafts=work.drafts,
        turns=work.extracted.turns,
        said_on=work.said_on,
        author=work.author,
        names=work.names,
    )
    found = [fact for fact in extractors.configured().extract(reading) if "instruction" not in fact.flags]
    prepared = texts.prepare([fact.text for fact in found], languages=[fact.language for fact in found])
    pairs = [(key.text, key.kind) for fact in found for key in fact.keys]
    keys = {key.normalised: key for key in key_texts.prepare(pairs)}
    drafts = [
        Draft(ready, is_static=fact.is_static, confidence=fact.confidence, sources=(_source(work, fact),))
        for fact, ready in zip(found, prepared, strict=True)
    ]
    fact_keys = [[keys[key_texts.normalise(key.text)] for key in fact.keys] for fact in found]
    return _commit(work.document, drafts, fact_keys)


def _source(work: Work, fact: Fact) -> SourceDraft:
    return SourceDraft(work.document.pk, work.chunks[fact.chunk_index].pk, fact.start, fact.end, fact.quote)


@service
def _commit(document: Document, drafts: Sequence[Draft], keys: Sequence[Sequence[PreparedKey]]) -> Document:
    outcome = Document.Outcome.REMEMBERED if drafts else Document.Outcome.NOTHING
    moved = documents.pass_on(
        actor=ACTOR,
        document=document,
        done=len(drafts),
        total=len(drafts),
        remembered_revision=document.revision,
        outcome=outcome,
    )
    remembered = memories.remember_many(actor=ACTOR, space=document.space, drafts=drafts)
    links = {one.memory.pk: each for one, each in zip(remembered, keys, strict=True) if one.created}
    if links:
        associations.link(actor=ACTOR, space=document.space, keys=links, about=("document", document.pk))
    documents.drop_older_chunks(moved)
    return moved
