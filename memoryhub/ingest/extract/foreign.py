"""Parsers of others, run so that whatever they raise ends as one clear refusal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memoryhub.core import errors
from memoryhub.ingest.extract.model import ExtractionError

# Names of what parsers raise when a file is locked: pdfminer wraps its own, xlrd only says so in words.
LOCKED = ("password", "encrypt")


@contextmanager
def parsing(kind: str) -> Iterator[None]:
    """Turn what a parser raises into ExtractionError: broken_file or locked_file.

    `kind` is what the file was taken for, as people call it. Refusals of our own and MemoryError pass through.
    """
    try:
        yield
    except (errors.HubError, MemoryError):
        raise
    # Parsers raise whatever they stumble over, from KeyError to struct.error.
    except Exception as error:
        told = f"{type(error).__name__} {error!r}".lower()
        if any(word in told for word in LOCKED):
            raise locked() from error
        raise broken(kind, f"({type(error).__name__})") from error


def broken(kind: str, detail: str = "") -> ExtractionError:
    """The refusal of a file that is damaged or cut off."""
    said = f" {detail}" if detail else ""
    return ExtractionError("broken_file", f"The {kind} cannot be read; it is broken or cut off{said}.")


def locked() -> ExtractionError:
    """The refusal of a file that asks for a password."""
    return ExtractionError("locked_file", "The file is locked with a password.")
