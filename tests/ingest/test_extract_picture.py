"""Pictures are known by their bytes, never decoded, and end as what they are: without text."""

from __future__ import annotations

import pytest

from memoryhub.ingest.extract import ExtractionError, extract
from tests.ingest.files import pictures

BEGINNINGS = [
    pictures.png(),
    b"GIF89a" + bytes(20),
    b"\xff\xd8\xff\xe1" + bytes(20),
    b"RIFF\x00\x00\x00\x00WEBPVP8 ",
    b"II*\x00" + bytes(20),
    b"\x00\x00\x00\x18ftypheic" + bytes(20),
    b"BM\x46\x00\x00\x00\x00\x00" + bytes(20),
]


@pytest.mark.parametrize("data", BEGINNINGS)
@pytest.mark.parametrize("name", ["", "a.png", "a.txt", "a.docx"])
def test_a_picture_has_no_text_under_any_name(data: bytes, name: str) -> None:
    with pytest.raises(ExtractionError, match="No text found: a picture") as refused:
        extract(data, name=name, media_type=None)
    assert refused.value.code == "no_text"


def test_a_text_with_the_name_of_a_picture_is_a_text() -> None:
    assert extract(b"The scan was lost. Ask Ada.", name="scan.png", media_type="image/png").kind == "text"
    assert extract(b"BMW is a maker of cars.", name="", media_type=None).kind == "text"
