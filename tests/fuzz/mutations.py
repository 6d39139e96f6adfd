"""Ways to break a file, each drawn from a seeded generator: the same seed breaks the same way."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tests.ingest.files.sample import Sample

MOST_BYTES = 512 * 1024
SIGNATURES = (
    b"%PDF-1.7\n", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\x1f\x8b\x08\x00", b"BZh91AY&SY",
    b"\xfd7zXZ\x00", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"From a@b Mon Nov  2 10:00:00 2026\n",
    b"<!DOCTYPE html>", b"{", b"[{", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf",
    b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n",
)  # fmt: skip
MEDIA_TYPES = (
    "", "text/plain", "text/html", "text/html; charset=utf-7", "text/csv; charset=utf-16", "application/json",
    "application/pdf", "application/zip", "message/rfc822", "application/octet-stream", "image/png",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/epub+zip",
)  # fmt: skip
NUMBERS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
ENTITIES = b'<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
NESTS = ((b"[", b"]"), (b'{"a":', b"}"), (b"<div>", b"</div>"), (b"> ", b""), (b"<b>", b""), (b"(", b")"), (b"- ", b""))
ODD = (
    b"\x00", b"\xed\xa0\x80", b"\xff", "\u2028\u202e\u200b".encode(), b"\r", b"\x1b[31m", "\U0001f469\u200d".encode(),
    b"NaN", b"1e999", b"\\ud800", b"&#0;", b"&#xD800;", b"=?utf-8?b?//79?=", b"&b;", b"```", b"|-|-|\n", b"---\n",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """What is read: bytes under a name and media type; `deeds` say what was done to them."""

    name: str
    media_type: str
    data: bytes
    deeds: tuple[str, ...] = ()


Deed = Callable[[random.Random, Case, Sequence[Sample]], Case]


def broken(draw: random.Random, samples: Sequence[Sample]) -> Case:
    """A sample with one to four things done to it."""
    sample = draw.choice(samples)
    case = Case(sample.name, "", sample.data[:MOST_BYTES])
    for _ in range(draw.choice((1, 1, 2, 2, 3, 4))):
        deed = draw.choice(DEEDS)
        changed = deed(draw, case, samples)
        case = replace(changed, data=changed.data[:MOST_BYTES], deeds=(*case.deeds, deed.__name__))
    return case


def flip_bits(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """Some bits turned over."""
    data = bytearray(case.data or b"\x00")
    for _ in range(draw.choice((1, 2, 8, 64))):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return replace(case, data=bytes(data))


def cut(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """The beginning, the end or a piece within taken out."""
    start, end = _span(draw, case.data)
    kept = draw.choice((case.data[:start], case.data[end:], case.data[:start] + case.data[end:]))
    return replace(case, data=kept)


def splice(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """The beginning of one file and the end of another."""
    other = draw.choice(samples).data[:MOST_BYTES]
    return replace(case, data=case.data[: _at(draw, case.data)] + other[_at(draw, other) :])


def repeat(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """A run of bytes many times over."""
    start, end = _span(draw, case.data)
    end = min(end, start + 2_000)
    times = draw.choice((2, 3, 50, 1_000))
    return replace(case, data=case.data[:start] + case.data[start:end] * times + case.data[end:])


def number(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """A number of two or four bytes set to an extreme."""
    data, at = bytearray(case.data), _at(draw, case.data)
    raw = struct.pack(draw.choice("<>") + "I", draw.choice(NUMBERS))[: draw.choice((2, 4))]
    data[at : at + len(raw)] = raw
    return replace(case, data=bytes(data))


def zip_header(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """A field of a header of a zip file set to an extreme: sizes, methods, flags, offsets, lengths of names."""
    data = bytearray(case.data)
    starts = [at for mark in (b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06") for at in _all(case.data, mark)]
    if not starts:
        return number(draw, case, samples)
    at = draw.choice(starts) + draw.choice((6, 8, 10, 14, 16, 18, 20, 22, 24, 26, 28, 42))
    raw = struct.pack("<I", draw.choice(NUMBERS))[: draw.choice((2, 4))]
    data[at : at + len(raw)] = raw
    return replace(case, data=bytes(data))


def zip_member(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """A part of a zip file broken inside, and packed again soundly: what lies behind the checksums is tried too."""
    try:
        with zipfile.ZipFile(io.BytesIO(case.data)) as old:
            parts = {info.filename: old.read(info) for info in old.infolist() if info.file_size < MOST_BYTES}
    except Exception:  # noqa: BLE001 - whatever it is, it is no zip file any more
        return flip_bits(draw, case, samples)
    if not parts:
        return case
    name = draw.choice(sorted(parts))
    inner = draw.choice(WITHIN)(draw, Case(name, "", parts[name]), samples)
    parts[name] = inner.data[:MOST_BYTES]
    if draw.random() < 0.1:
        del parts[name]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for path, data in parts.items():
            new.writestr(path, data)
    return replace(case, data=packed.getvalue())


def rename(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """The name or the ending of another file."""
    other = draw.choice(samples).name
    stem, suffix = case.name.rpartition(".")[0], other.rpartition(".")[2]
    return replace(case, name=draw.choice((other, f"{stem}.{suffix}", "", "x" * 300, stem)))


def retype(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """The media type of another kind."""
    return replace(case, media_type=draw.choice(MEDIA_TYPES))


def noise(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """Random bytes behind a right signature."""
    return replace(case, data=draw.choice(SIGNATURES) + draw.randbytes(draw.choice((0, 5, 100, 5_000))))


def entities(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """Entities declared in a document of XML or HTML, and used."""
    data = case.data.replace(b"<", ENTITIES + b"<", 1) if b"?>" not in case.data else case.data
    return replace(case, data=data.replace(b"?>", b"?>" + ENTITIES, 1).replace(b"</", b"&b;&c;</", 3))


def nest(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """Deep nesting set in somewhere."""
    opening, closing = draw.choice(NESTS)
    depth, at = draw.choice((10, 500, 5_000)), _at(draw, case.data)
    return replace(case, data=case.data[:at] + opening * depth + closing * depth + case.data[at:])


def insert(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """Odd characters set in."""
    data = case.data
    for _ in range(draw.choice((1, 3, 20))):
        at = _at(draw, data)
        data = data[:at] + draw.choice(ODD) + data[at:]
    return replace(case, data=data)


def shuffle(draw: random.Random, case: Case, samples: Sequence[Sample]) -> Case:
    """The lines in another order."""
    lines = case.data.splitlines(keepends=True)
    draw.shuffle(lines)
    return replace(case, data=b"".join(lines))


def _at(draw: random.Random, data: bytes) -> int:
    return draw.randrange(len(data) + 1)


def _span(draw: random.Random, data: bytes) -> tuple[int, int]:
    start, end = sorted((_at(draw, data), _at(draw, data)))
    return start, end


def _all(data: bytes, mark: bytes) -> list[int]:
    found, at = [], data.find(mark)
    while at >= 0:
        found.append(at)
        at = data.find(mark, at + 1)
    return found


WITHIN: tuple[Deed, ...] = (flip_bits, cut, splice, repeat, number, entities, nest, insert)
DEEDS: tuple[Deed, ...] = (*WITHIN, zip_header, zip_member, zip_member, rename, retype, noise, shuffle)
