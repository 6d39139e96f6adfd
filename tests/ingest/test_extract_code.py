"""Source code is kept as written and cut where its parts begin."""

from __future__ import annotations

import pytest

from memoryhub.ingest.extract import extract
from tests.ingest.files import code


def test_parts_begin_at_the_margin() -> None:
    extracted = extract(code.PYTHON.encode(), name="src/rents.py", media_type=None)
    assert extracted.text == code.PYTHON
    assert (extracted.kind, extracted.title) == ("code", "rents.py")
    assert [block.text.split("\n")[0] for block in extracted.blocks] == [
        '"""Rents of rooms."""',
        "import math",
        "def rent_of(room: str, year: int) -> float:",
        "class Ledger:",
    ]
    assert all(extracted.text[block.start : block.end] == block.text for block in extracted.blocks)


@pytest.mark.parametrize("name", ["a.py", "A.YAML", "x/Dockerfile", "Makefile", "a.tsx", "deploy.sh"])
def test_code_is_known_by_its_name(name: str) -> None:
    assert extract(b"user: ada\nhost: kiln\nuser: ben\nhost: lathe\n", name=name, media_type=None).kind == "code"
