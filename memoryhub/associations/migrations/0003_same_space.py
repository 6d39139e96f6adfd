"""Composite foreign keys: a key and its links and vectors stay in one space."""

from __future__ import annotations

from django.db import migrations

from memoryhub.core.composite import foreign_key


class Migration(migrations.Migration):
    dependencies = [("associations", "0002_links"), ("memories", "0002_chain")]

    operations = [
        foreign_key("associations_keylink", "key_link_key_same_space", "space_id, key_id", "associations_key"),
        foreign_key("associations_keylink", "key_link_memory_same_space", "space_id, memory_id", "memories_memory"),
        foreign_key("associations_keyvector", "key_vector_same_space", "space_id, key_id", "associations_key"),
    ]
