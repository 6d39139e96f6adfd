"""Where the members of a document are put while it is read: files with numbers for names in the scratch folder."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract.model import Member
from memoryhub.ingest.extract.unpacking import Readable

LONGEST_PATH = 300
PIECE = 2**20
CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


class Shelf:
    """The members found so far. Without a scratch folder nothing is written and no member is kept, but paths are given
    out alike. Members that are not `of_files` have paths without an ending, such as the ids of mails.
    """

    def __init__(self, scratch: Path | None, *, of_files: bool = True) -> None:
        self.members: list[Member] = []
        self._scratch = scratch
        self._of_files = of_files
        self._taken: set[str] = set()
        self._count = 0

    def path(self, wanted: str) -> str:
        """`wanted` in a form that names one member only: the second of a name gets ` (2)`."""
        cleaned = tidy(wanted)
        unique, number = cleaned, 1
        while unique in self._taken:
            number += 1
            ending = PurePosixPath(cleaned).suffix if self._of_files else ""
            unique = f"{cleaned.removesuffix(ending)} ({number}){ending}"
        self._taken.add(unique)
        return unique

    def put(self, wanted: str, data: bytes, *, media_type: str = "", kind: str = "", title: str = "") -> str:
        """Keep the bytes as a member; returns its path."""
        path = self.path(wanted)
        if file := self._file():
            file.write_bytes(data)
            self.members.append(Member(path, file, media_type, kind, title))
        return path

    def copy(self, path: str, stream: Readable) -> None:
        """Keep what the stream yields as the member of a path that `path()` has given out.

        A stream that fails leaves nothing. Without a scratch folder it is still read to its end, so that a broken one
        is found out alike.
        """
        file = self._file()
        if file is None:
            while stream.read(PIECE):
                pass
            return
        try:
            with file.open("wb") as target:
                while piece := stream.read(PIECE):
                    target.write(piece)
        except BaseException:
            file.unlink(missing_ok=True)
            raise
        self.members.append(Member(path, file))

    def clear(self) -> None:
        """Remove what was put here, when the document turns out to be one that must not be unpacked."""
        for member in self.members:
            member.file.unlink(missing_ok=True)
        self.members.clear()

    def _file(self) -> Path | None:
        if self._scratch is None:
            return None
        self._scratch.mkdir(parents=True, exist_ok=True)
        self._count += 1
        return self._scratch / f"{self._count:06}"


def tidy(wanted: str) -> str:
    """A path without control characters, empty steps and backslashes, of bearable length, never empty."""
    steps = CONTROL.sub(" ", text_rules.clean(wanted)).replace("\\", "/").split("/")
    path = "/".join(step for step in (step.strip() for step in steps) if step not in {"", "."}) or "unnamed"
    if len(path) <= LONGEST_PATH:
        return path
    suffix = PurePosixPath(path).suffix[:20]
    return path[: LONGEST_PATH - len(suffix)].rstrip("/. ") + suffix
