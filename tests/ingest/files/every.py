"""All sample files: a folder as people have it, by path."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from tests.ingest.files import (
    archives,
    chats,
    code,
    data,
    docx,
    epub,
    mails,
    pdf,
    pictures,
    pptx,
    tables,
    web,
    words,
    xls,
    xlsx,
)
from tests.ingest.files.sample import Sample

MAKERS = (words, pdf, docx, pptx, xlsx, xls, epub, web, tables, data, code, pictures, mails, chats, archives)


@functools.cache
def folder() -> Mapping[str, Sample]:
    """The samples by path, those of each maker in a folder of its own: the same name occurs in several."""
    found = {}
    for maker in MAKERS:
        room = maker.__name__.rpartition(".")[2]
        found.update({f"{room}/{sample.name}": sample for sample in maker.samples()})
    return MappingProxyType(found)
