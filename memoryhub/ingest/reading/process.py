"""The process that reads: it stays small and forks for each document, so that no document meets what another left.

Started by `reader` as `python -m memoryhub.ingest.reading.process DESCRIPTOR`, with an environment that names neither
database nor keys. What takes long to import is imported before the fork, once.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from pathlib import Path

from memoryhub.core import errors
from memoryhub.ingest import extract
from memoryhub.ingest.extract import ExtractionError, registry
from memoryhub.ingest.extract.source import Source
from memoryhub.ingest.reading import sandbox, wire
from memoryhub.ingest.reading.wire import Answer, Request

# Without work for so long, the process ends and gives its memory back; the next document starts another.
IDLE_SECONDS = 300
EACH_TEXT = (
    b"# A\n\n- b on 2 May 2024\n\n| c | d |\n|---|---|\n| 1 | 2 |\n",
    b"A: b.\nC: d.\nA: e.\nC: f.\n",
    b"A b.\n",
)
# The unit of `ru_maxrss`: kilobytes but on macOS.
MAXRSS = 1 if sys.platform == "darwin" else 1024


def main(descriptor: int) -> None:
    """Read one document after the other, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _warm()
    connection = Connection(descriptor)
    while connection.poll(IDLE_SECONDS):
        try:
            request = wire.request_of(connection.recv_bytes())
            data = Path(request.path).read_bytes() if request.path else connection.recv_bytes()
        except EOFError:
            return
        _import_needs(request, data)
        child = os.fork()
        if child == 0:
            _read(connection, request, data)
        del data
        _pid, status = os.waitpid(child, 0)
        if status:
            connection.send_bytes(wire.answer_bytes(Answer(None, _died(status), 0)))


def _warm() -> None:
    """Load, once and for all forks, what is loaded when it is first used: word lists and patterns."""
    for sample in EACH_TEXT:
        extract.extract(sample, name="", media_type=None)
    gc.collect()
    gc.freeze()


def _import_needs(request: Request, data: bytes) -> None:
    """Import what the reader of this document needs. Which one it is says its name alone: nothing is parsed here."""
    source = Source(data=data[: 2**12], name=request.name, media_type=request.media_type or None)
    for reader in registry.OF_BYTES:
        if reader.needs and (reader.kind == request.kind or source.suffix in reader.suffixes):
            for name in reader.needs:
                importlib.import_module(name)


def _read(connection: Connection, request: Request, data: bytes) -> None:
    """In the fork: read, answer, end."""
    code = 1
    try:
        sandbox.enter(limits=request.limits, scratch=request.scratch, path=request.path)
        answer = _answered(request, data)
        connection.send_bytes(wire.answer_bytes(answer))
        code = 0
    except MemoryError:
        code = 2
    finally:
        sys.stderr.flush()
        os._exit(code)


def _answered(request: Request, data: bytes) -> Answer:
    try:
        extracted = extract.extract(
            data,
            name=request.name,
            media_type=request.media_type or None,
            kind=request.kind or None,
            limits=request.limits,
            scratch=Path(request.scratch),
        )
        if (size := len(extracted.text.encode("utf-8", "surrogatepass"))) > request.limits.text_bytes:
            message = f"The text has {size:,} bytes; the limit is {request.limits.text_bytes:,}."
            return Answer(None, ExtractionError("too_large", message), _peak())
        return Answer(extracted, None, _peak())
    except errors.HubError as error:
        return Answer(None, error, _peak())
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a job boundary: a parser may raise anything, and it is stored
        traceback.print_exc()
        message = f"The file cannot be read; it may be broken ({type(error).__name__})."
        return Answer(None, ExtractionError("broken_file", message), _peak())


def _died(status: int) -> ExtractionError:
    """Why a fork ended without an answer: status as `os.waitpid` gives it."""
    signalled = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if signalled in {signal.SIGXCPU, signal.SIGALRM}:
        return ExtractionError("too_slow", "Reading the file took too long.")
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 2:
        return ExtractionError("too_much_memory", "Reading the file takes too much memory.")
    return ExtractionError("reader_died", "The process that read the file ended without an answer.")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * MAXRSS


if __name__ == "__main__":
    main(int(sys.argv[1]))
