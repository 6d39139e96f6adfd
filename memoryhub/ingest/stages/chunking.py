"""Stage 2: the kept text is cut into chunks; in a conversation, into its turns."""

from __future__ import annotations

from memoryhub.core import ids
from memoryhub.documents import services as documents
from memoryhub.documents.models import Chunk, Document, Turn
from memoryhub.ingest import extract
from memoryhub.ingest.chunking import ChunkDraft
from memoryhub.ingest.work import ACTOR, Work

LONGEST_HEADING, LONGEST_NAME, LONGEST_ROLE = 500, 120, 32


def run(work: Work) -> Document:
    """Cut the document."""
    chunks = chunks_of(work)
    turns = [
        _turn(chunk, work.extracted.turns[draft.turn_index])
        for chunk, draft in zip(chunks, work.drafts, strict=True)
        if draft.turn_index is not None
    ]
    moved = documents.cut(actor=ACTOR, document=work.document, chunks=chunks, turns=turns)
    work.keep_chunks(chunks)
    return moved


def chunks_of(work: Work) -> list[Chunk]:
    """The slices as rows, not stored yet."""
    return [_chunk(work.document, draft) for draft in work.drafts]


def _chunk(document: Document, draft: ChunkDraft) -> Chunk:
    return Chunk(
        id=ids.new(),
        space_id=document.space_id,
        document_id=document.pk,
        revision=document.revision,
        index=draft.index,
        text=draft.text,
        embed_text=draft.embed_text,
        index_text=draft.index_text,
        start=draft.start,
        end=draft.end,
        heading=" > ".join(draft.heading_path)[:LONGEST_HEADING],
        language=draft.language,
    )


def _turn(chunk: Chunk, said: extract.Turn) -> Turn:
    return Turn(
        chunk=chunk,
        space_id=chunk.space_id,
        speaker=said.speaker[:LONGEST_NAME],
        role=said.role[:LONGEST_ROLE],
        session=said.session[:LONGEST_NAME],
        at=said.at,
    )
