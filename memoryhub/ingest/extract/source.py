"""What a reader is given: the bytes, what is known of them, and their text decoded once."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path, PurePosixPath

from memoryhub.core import text as text_rules
from memoryhub.ingest.extract import decoding
from memoryhub.ingest.extract.limits import Limits


class Source:
    """One document as it came in. `name` is a file name or empty; `media_type` may carry a charset.

    Files that a reader unpacks go below `scratch`; a reader that is given none unpacks nothing.
    """

    def __init__(
        self,
        *,
        data: bytes,
        name: str,
        media_type: str | None,
        limits: Limits | None = None,
        scratch: Path | None = None,
    ) -> None:
        self.data = data
        self.name = name
        self.limits = limits or Limits()
        self.scratch = scratch
        self.media_type, _, parameters = (media_type or "").lower().partition(";")
        self.media_type = self.media_type.strip()
        self.charset = parameters.partition("charset=")[2].split(";")[0].strip(" \"'")

    @property
    def suffix(self) -> str:
        """The file name's ending in lower case with its dot, or empty."""
        return PurePosixPath(self.name.lower()).suffix

    @property
    def stem(self) -> str:
        return PurePosixPath(self.name).stem

    @cached_property
    def text(self) -> str:
        """The kept text: decoded, cleaned by the one rule of `core.text`, with line feeds as line ends."""
        decoded = decoding.decode(self.data, charset=self.charset)
        return text_rules.clean(decoded.replace("\r\n", "\n").replace("\r", "\n"))
