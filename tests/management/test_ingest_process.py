"""The command as a process of its own: killed and run again, and following a folder until Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from memoryhub.core import supervisor
from memoryhub.documents.models import Document
from tests.cast import Cast
from tests.ingest.work_through import texts_of
from tests.processes import wait_for

pytestmark = pytest.mark.processes


@contextmanager
def running(environment: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "ingest", *arguments],
        cwd=settings.BASE_DIR, env=os.environ | environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        # Where the suite itself was started to ignore it, Ctrl-C would be ignored here too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_killed_at_any_moment_it_goes_on_and_nothing_is_doubled(
    stage: Cast, hub_environment: dict[str, str], tmp_path: Path
) -> None:
    for number in range(150):
        (tmp_path / f"{number:03}.md").write_text(f"Shelf {number} holds spare part {number}.")
    space, arguments = stage.space, (str(tmp_path), "--space", stage.space.tag, "--no-wait")
    for at_least in (20, 60):
        with running(hub_environment, *arguments) as process:
            wait_for(lambda most=at_least: Document.objects.filter(space=space).count() >= most, seconds=60)  # type: ignore[misc]  # bound early
            process.send_signal(signal.SIGKILL)
            process.wait()
    before = Document.objects.filter(space=space).count()
    with running(hub_environment, *arguments) as process:
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert f"150 files submitted to {space.tag}, {before} of them known already." in told
    rows = Document.objects.filter(space=space)
    assert (rows.count(), rows.values("content_hash").distinct().count()) == (150, 150)
    assert set(rows.values_list("revision", flat=True)) == {1}


def test_a_folder_is_followed_until_ctrl_c(
    stage: Cast, hub_environment: dict[str, str], worker: supervisor.Child, tmp_path: Path
) -> None:
    (tmp_path / "a.md").write_text("The studio is in Ghent.")
    with running(hub_environment, str(tmp_path), "--space", stage.space.tag, "--watch", "--delete") as process:
        wait_for(lambda: texts_of(stage.space) == ["The studio is in Ghent."], seconds=60)
        (tmp_path / "b.md").write_text("Brenka lives in Porto.")
        (tmp_path / "a.md").write_text("The studio is in Oslo.")
        expected = ["Brenka lives in Porto.", "The studio is in Oslo."]
        wait_for(lambda: texts_of(stage.space) == expected, seconds=60)
        (tmp_path / "b.md").unlink()
        wait_for(lambda: texts_of(stage.space) == expected[1:], seconds=60)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=30)
    assert process.returncode == 0, told
    assert "Stopped." in told
