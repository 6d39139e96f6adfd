"""What a made file is expected to end as."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """A file as people have it: `question` is one that finds `sentence` once the file is in; a file that cannot be read
    ends with `error_code`. The kind is that which reads it; for an archive or a mailbox the sentence is in a member.
    """

    name: str
    data: bytes
    kind: str
    question: str = ""
    sentence: str = ""
    error_code: str = ""
