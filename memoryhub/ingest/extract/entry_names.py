"""Names of files in an archive that does not say how they are encoded."""

from __future__ import annotations

from collections.abc import Sequence

from memoryhub.ingest.extract.decoding import CANDIDATES

_PLAUSIBLE = dict(CANDIDATES)
# Windows packs names in the code page of its console, which is not that of its texts.
ENCODINGS = (
    *CANDIDATES,
    ("cp866", _PLAUSIBLE["cp1251"]),
    ("cp437", _PLAUSIBLE["cp1252"]),
    ("cp850", _PLAUSIBLE["cp1252"]),
)
# What the format prescribes where nothing else is said; every byte means something in it.
LAST_RESORT = "cp437"


def decoded(names: Sequence[bytes]) -> list[str]:
    """The names as text: UTF-8 where they are that, else all in the encoding in which they read most like words."""
    foreign = [name for name in names if _utf8(name) is None]
    encoding = _likeliest(b"\n".join(foreign)) if foreign else ""
    return [text if (text := _utf8(name)) is not None else name.decode(encoding, "replace") for name in names]


def _utf8(name: bytes) -> str | None:
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _likeliest(sample: bytes) -> str:
    best, best_score = LAST_RESORT, 0.0
    for encoding, plausible in ENCODINGS:
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            continue
        foreign = [plausible(text, index) for index, character in enumerate(text) if character > "\x7f"]
        score = sum(foreign) / len(foreign) if foreign else 0.0
        if score > best_score:
            best, best_score = encoding, score
    return best
