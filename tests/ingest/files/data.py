"""JSON and JSON lines that are no conversations."""

from __future__ import annotations

import json

from tests.ingest.files.sample import Sample

PERSON = {
    "name": "Ada Lund",
    "bio": 'Ada has lived in Porto since 2019 and works "there" as a potter.\nShe likes café.',
    "address": {"city": "Porto", "zip": 4000},
    "tags": ["kiln", "clay"],
    "orders": [{"id": 7, "items": [{"sku": "glaze"}, {"sku": "sieve"}]}, {"id": 8, "paid": None}],
}


def samples() -> list[Sample]:
    """All of them."""
    lines = "\n".join(json.dumps({"city": city, "rent": rent}) for city, rent in (("Porto", 900), ("Foz", 1200)))
    return [
        Sample("person.json", json.dumps(PERSON).encode(), "json", "Since when does Ada live in Porto?",
               "Ada has lived in Porto since 2019"),
        Sample("rents.jsonl", lines.encode(), "json", "What is the rent in Foz?", "city: Foz | rent: 1200"),
        Sample("broken.json", b'{"a": 1,\n "b" 2}', "json", error_code="broken_json"),
        Sample("nothing.json", b'{"a": null, "b": []}', "json", error_code="no_text"),
    ]  # fmt: skip
