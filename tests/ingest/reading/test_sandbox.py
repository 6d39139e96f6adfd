"""What a process that reads may not do, tried in one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# Forks for each piece of code, as the process that reads does: starting Python anew each time would take seconds.
SERVER = """
import contextlib, io, json, os, signal, sys, traceback
from memoryhub.ingest.extract import Limits
from memoryhub.ingest.reading import sandbox
for line in sys.stdin:
    folder, code = json.loads(line)
    sys.stdout.flush()
    if os.fork() == 0:
        document, secret, scratch = (os.path.join(folder, name) for name in ("document", "secret", "scratch"))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        sandbox.enter(limits=Limits(memory_bytes=200 * 2**20, unpacked_bytes=2**20), scratch=scratch, path=document)
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                exec(code)
        except BaseException as error:
            print(json.dumps([repr(error), said.getvalue()]), flush=True)
        else:
            print(json.dumps(["", said.getvalue()]), flush=True)
        os._exit(0)
    os.wait()
"""
Run = Callable[[str], tuple[str, str]]


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.fixture
def run(server: subprocess.Popen[str], tmp_path: Path) -> Run:
    """Runs code once shut in; the error it ended with, and what it printed. Beside the scratch folder lie the document
    and a file that is none of its business."""
    (tmp_path / "scratch").mkdir()
    (tmp_path / "document").write_text("its own bytes")
    (tmp_path / "secret").write_text("hidden")

    def once(code: str) -> tuple[str, str]:
        assert server.stdin
        assert server.stdout
        server.stdin.write(json.dumps([str(tmp_path), code]) + "\n")
        server.stdin.flush()
        error, said = json.loads(server.stdout.readline())
        return error, said

    return once


@pytest.mark.parametrize(
    "code",
    [
        "print(open(document).read())",
        "open(scratch + '/1', 'w').write('a'); print(open(scratch + '/1').read())",
        "import tempfile; print(tempfile.TemporaryFile().write(b'a'))",
        "import colorsys; print(colorsys.rgb_to_hsv(1, 1, 1))",
        "import zoneinfo; print(zoneinfo.ZoneInfo('Asia/Seoul'))",
        "import mimetypes; print(mimetypes.guess_type('a.pdf'))",
    ],
)
def test_reading_and_its_scratch_are_allowed(code: str, run: Run) -> None:
    error, said = run(code)
    assert (error, bool(said.strip())) == ("", True)


@pytest.mark.parametrize(
    "code",
    [
        "open(secret)",
        "open(scratch + '/../secret')",
        "import os; os.symlink(secret, scratch + '/link'); open(scratch + '/link')",
        "open(document, 'a')",
        "open(secret, 'w')",
        "import os; os.open(secret, os.O_RDONLY)",
        "import os; os.remove(secret)",
        "import os; os.rename(secret, scratch + '/a')",
        "import shutil; shutil.rmtree(scratch + '/..')",
        "import socket; socket.create_connection(('127.0.0.1', 80))",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1/')",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.execv('/bin/true', ['true'])",
        "import os; os.fork()",
        "open('/etc/passwd')",
        "open('/proc/self/environ')",
    ],
)
def test_everything_else_is_refused(code: str, run: Run, tmp_path: Path) -> None:
    error, _said = run(code)
    assert error.startswith("Refused('Reading a document must not need")
    assert (tmp_path / "secret").read_text() == "hidden"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("a = bytearray(300 * 2**20)", "MemoryError"),
        ("open(scratch + '/1', 'wb').write(bytes(2 * 2**20))", "File too large"),
        ("a = [open(document) for _ in range(300)]", "Too many open files"),
    ],
)
def test_the_system_keeps_the_limits(code: str, told: str, run: Run) -> None:
    error, _said = run(code)
    assert told in error
