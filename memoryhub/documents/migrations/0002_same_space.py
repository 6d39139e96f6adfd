"""Composite foreign keys: inputs, chunks, turns and vectors stay in the space of their document."""

from __future__ import annotations

from django.db import migrations

from memoryhub.core.composite import foreign_key


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        foreign_key("documents_documentinput", "input_same_space", "space_id, document_id", "documents_document"),
        foreign_key("documents_chunk", "chunk_same_space", "space_id, document_id", "documents_document"),
        foreign_key("documents_turn", "turn_same_space", "space_id, chunk_id", "documents_chunk"),
        foreign_key("documents_chunkvector", "chunk_vector_same_space", "space_id, chunk_id", "documents_chunk"),
    ]
