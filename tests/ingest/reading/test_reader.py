"""Documents are read in a process of their own: the answer is the same, and whatever happens there stays there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from memoryhub.ingest import reading
from memoryhub.ingest.extract import ExtractionError, Limits, extract
from memoryhub.ingest.reading import reader, wire

NOTE = "# Küche\n\n- Mina lives in Busan since 2 May 2024.\n\n| Stadt | 人口 |\n|---|---|\n| Ulm | 126 949 |\n".encode()
CHAT = "[2026-11-28 10:03] Mina: I moved to 釜山 🪁.\n[2026-11-28 10:04] Joon: Really?\n".encode()
# Some seconds of work on any machine, and not quite too large.
LONG = b"- *a* [b](c) `d` <e>\n" * 230_000
LIMITS = Limits()


def read(data: bytes, name: str = "a.md", **values: object) -> object:
    return reading.read(data, name=name, limits=LIMITS, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("data", "name"), [(NOTE, "note.md"), (CHAT, "chat.txt"), (b"Plain words.", "")])
def test_what_is_read_elsewhere_is_what_would_be_read_here(data: bytes, name: str) -> None:
    assert read(data, name) == extract(data, name=name, media_type=None)


def test_a_file_is_read_from_its_place(tmp_path: Path) -> None:
    path = tmp_path / "0123"
    path.write_bytes(NOTE)
    assert reading.read(path, name="note.md", limits=LIMITS) == extract(NOTE, name="note.md", media_type=None)


def test_a_refusal_comes_back_with_its_code_and_the_next_document_is_read() -> None:
    with pytest.raises(ExtractionError) as error:
        read(b"\x00\x01\x02\x03" * 100)
    assert (error.value.code, error.value.field) == ("binary_content", "content")
    assert read(NOTE) == extract(NOTE, name="a.md", media_type=None)


def test_reading_that_takes_too_long_ends_by_itself() -> None:
    began = time.monotonic()
    with pytest.raises(ExtractionError) as error:
        reading.read(LONG, name="a.md", limits=replace(LIMITS, seconds=0))
    assert error.value.code == "too_slow"
    assert time.monotonic() - began < 8


def test_reading_that_takes_too_much_memory_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    # The limit is of what a document adds: one that has read large documents before has room to spare.
    monkeypatch.setattr(reader, "_processes", reader._Processes())
    with pytest.raises(ExtractionError) as error:
        reading.read(LONG, name="a.md", limits=replace(LIMITS, memory_bytes=24 * 2**20))
    assert error.value.code == "too_much_memory"
    assert read(NOTE) == extract(NOTE, name="a.md", media_type=None)


def test_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(ExtractionError) as error:
        reading.read(b"Mina lives in Busan.", name="a.md", limits=replace(LIMITS, text_bytes=10))
    assert error.value.code == "too_large"


def test_a_document_that_nobody_wants_any_more_is_let_go_at_once() -> None:
    before = forks()
    with pytest.raises(reading.Stopped):
        read(LONG, is_wanted=lambda: False)
    assert not {process.pid for process in forks()} - {process.pid for process in before}


def test_a_reader_that_is_killed_is_a_refusal_and_no_hang() -> None:
    def kill() -> bool:
        for process in forks():
            os.kill(process.pid, signal.SIGKILL)
        return True

    with pytest.raises(ExtractionError) as error:
        read(LONG, is_wanted=kill)
    assert error.value.code == "reader_died"
    assert read(NOTE) == extract(NOTE, name="a.md", media_type=None)


def forks() -> list[psutil.Process]:
    """Our children's children: the processes that read a document right now."""
    return [process for process in psutil.Process().children(recursive=True) if _reads(process)]


def _reads(process: psutil.Process) -> bool:
    try:
        return process.ppid() != os.getpid() and "reading.process" in str(process.cmdline())
    except psutil.NoSuchProcess:
        # It ended while we looked.
        return False


def test_the_reading_process_is_told_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    process = reader._Process()
    try:
        environment = psutil.Process(process._process.pid).environ()
    finally:
        process.end()
    assert set(environment) <= {*reader.KEPT, *reader.FIXED}


@pytest.mark.parametrize("raw", [b"", b"{}", b"[1]", b'{"peak": 1, "extracted": {"kind": "a"}}', b"\xff\xfe", b"3"])
def test_a_broken_answer_is_none(raw: bytes, tmp_path: Path) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
        wire.answer_of(raw, scratch=tmp_path)


def test_an_answer_cannot_name_files_outside_of_the_scratch_folder(tmp_path: Path) -> None:
    raw = wire.answer_bytes(wire.Answer(extract(NOTE, name="a.md", media_type=None), None, 1))
    member = b'"members":[{"path":"a","file":"../../etc/passwd","media_type":"","kind":"","title":""}]'
    answer = wire.answer_of(raw.replace(b'"members":[]', member), scratch=tmp_path)
    assert answer.extracted is not None
    assert [each.file for each in answer.extracted.members] == [tmp_path / "passwd"]


def test_a_process_that_reads_stays_small() -> None:
    """It is forked for each document, which costs the more the more it holds; what tells languages alone is 75 MB."""
    kept = "import sys, memoryhub.ingest.reading.process as p; p._warm(); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", kept], capture_output=True, text=True, check=True, encoding="utf-8")
    assert "memoryhub.ingest.extract.markdown" in told.stdout.split()
    assert not {"numpy", "py3langid", "scipy"} & set(told.stdout.split())


def test_the_language_told_afterwards_is_that_of_the_prose() -> None:
    """Not of the code and the tables around it, which are in no language."""
    code = "```py\n" + "for each in the_whole_list: print(each, 'what it is and where it stands')\n" * 40 + "```\n"
    document = f"# Notizen\n\nWir haben gestern lange über die neue Küche in Ulm gesprochen.\n\n{code}".encode()
    read_there = reading.read(document, name="a.md", limits=LIMITS)
    assert (read_there.language, extract(document, name="a.md", media_type=None).language) == ("de", "de")
