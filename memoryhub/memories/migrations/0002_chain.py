"""Composite foreign keys: a chain without gap, fork or cycle, and no edge or source across spaces."""

from __future__ import annotations

from django.db import migrations

from memoryhub.core.composite import foreign_key

MEMORY, DOCUMENT, CHUNK = "memories_memory", "documents_document", "documents_chunk"


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial"), ("documents", "0002_same_space")]

    operations = [
        foreign_key(MEMORY, "memory_root_same_space", "space_id, root_id", MEMORY),
        foreign_key(MEMORY, "memory_parent_same_space", "space_id, parent_id", MEMORY),
        foreign_key(
            MEMORY, "memory_follows_parent", "root_id, parent_id, prev_version", MEMORY, "root_id, id, version"
        ),
        foreign_key("memories_relation", "relation_newer_same_space", "space_id, newer_id", MEMORY),
        foreign_key("memories_relation", "relation_older_same_space", "space_id, older_id", MEMORY),
        foreign_key("memories_memorysource", "source_memory_same_space", "space_id, memory_id", MEMORY),
        foreign_key("memories_memorysource", "source_document_same_space", "space_id, document_id", DOCUMENT),
        foreign_key("memories_memorysource", "source_chunk_same_space", "space_id, chunk_id", CHUNK),
        foreign_key("memories_state", "state_memory_same_space", "space_id, memory_id", MEMORY),
        foreign_key("memories_recall", "recall_memory_same_space", "space_id, memory_id", MEMORY),
        foreign_key("memories_activity", "activity_memory_same_space", "space_id, memory_id", MEMORY),
        foreign_key("memories_memoryvector", "vector_memory_same_space", "space_id, memory_id", MEMORY),
    ]
