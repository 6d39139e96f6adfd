"""Source code, by its suffix: one block for each part that begins at the margin. Kept as written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memoryhub.ingest.extract import composing
from memoryhub.ingest.extract.model import Block, Extracted
from memoryhub.ingest.extract.source import Source

KIND = "code"
_SUFFIXES = """
.py .pyi .pyx .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .java .kt .kts .scala .groovy .clj .cljs .c .h .cc .cpp
.cxx .hh .hpp .hxx .m .mm .cs .fs .vb .go .rs .zig .nim .d .swift .dart .rb .php .pl .pm .lua .r .jl .hs .ml .mli .elm
.ex .exs .erl .hrl .lisp .el .scm .rkt .sh .bash .zsh .fish .ps1 .bat .cmd .sql .graphql .proto .thrift .tf .hcl .nix
.cmake .mk .gradle .css .scss .sass .less .yaml .yml .toml .ini .cfg .conf .properties .env .diff .patch .asm .s .v .sv
.vhd .vhdl .f .f90 .pas .ada .adb .ads .cob .cbl .sol .cu .glsl
"""
SUFFIXES = frozenset(_SUFFIXES.split())
NAMES = {"makefile", "dockerfile", "jenkinsfile", "rakefile", "gemfile", "justfile", "cmakelists.txt"}
# A part begins at the margin, behind an empty line, with more than the end of what stands before it.
PART = re.compile(r"\n[ \t]*\n+(?=[^\s})\]])")


def claims(source: Source) -> bool:
    """By its suffix, or by a name that programs of its kind always have."""
    return source.suffix in SUFFIXES or source.name.lower().rpartition("/")[2] in NAMES


def read(source: Source) -> Extracted:
    """The text as it is. Raises ExtractionError."""
    text = source.text
    composing.refuse_large(len(text.encode()), source)
    return Extracted(
        kind=KIND,
        title=source.name.rpartition("/")[2] or source.stem,
        text=text,
        blocks=tuple(_blocks(text)),
        turns=(),
        document_date=None,
    )


def _blocks(text: str) -> Iterator[Block]:
    starts = [0, *(match.end() for match in PART.finditer(text))]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end].rstrip()
        first = start + len(part) - len(part.lstrip("\n"))
        if part.strip():
            yield Block("code", first, start + len(part), part.lstrip("\n"), ((0, first),))
