"""The front-end build runs when it has to, not otherwise, and says what went wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from graph_ui import frontend
from memoryhub.core import errors

BUILD = """
import { appendFileSync, writeFileSync } from "node:fs";
writeFileSync("dist/app.css", "");
appendFileSync("dist/builds", "x");
"""


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A front end without dependencies, whose build counts its runs."""
    (tmp_path / "js" / "vendor").mkdir(parents=True)
    (tmp_path / "js" / "vendor" / "d3.js").write_text("export {};")
    (tmp_path / "build.mjs").write_text(BUILD)
    package = {"name": "front-end", "version": "1.0.0", "private": True, "type": "module"}
    (tmp_path / "package.json").write_text(json.dumps(package))
    lock = {**package, "lockfileVersion": 3, "requires": True, "packages": {"": package}}
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    return tmp_path


def builds(static: Path) -> int:
    return len((static / "dist" / "builds").read_text())


def test_it_is_built_once_and_again_after_a_source_changed(static: Path) -> None:
    steps: list[str] = []
    assert not frontend.is_current(static)
    frontend.ensure_built(steps.append, static=static)
    frontend.ensure_built(steps.append, static=static)
    assert builds(static) == 1
    assert steps == ["npm ci", "node build.mjs"]
    (static / "js" / "vendor" / "d3.js").write_text("export default 1;")
    frontend.ensure_built(static=static)
    assert builds(static) == 2


@pytest.mark.parametrize("source", ["js/graph/page.js", "css/pages/graph.css"])
def test_any_module_and_any_style_sheet_decides(static: Path, source: str) -> None:
    frontend.ensure_built(static=static)
    (static / source).parent.mkdir(parents=True)
    (static / source).write_text("")
    assert not frontend.is_current(static)


def test_nothing_is_written_when_it_is_current(static: Path) -> None:
    frontend.ensure_built(static=static)
    before = {path: path.stat().st_mtime_ns for path in static.rglob("*")}
    frontend.ensure_built(static=static)
    assert {path: path.stat().st_mtime_ns for path in static.rglob("*")} == before


def test_a_failed_build_tells_its_output_and_is_tried_again(static: Path) -> None:
    (static / "build.mjs").write_text('throw new Error("no such entry point");')
    for _ in range(2):
        with pytest.raises(errors.Unavailable, match="no such entry point"):
            frontend.ensure_built(static=static)
    (static / "build.mjs").write_text(BUILD)
    frontend.ensure_built(static=static)
    assert frontend.is_current(static)


def test_without_a_system_node_the_one_of_the_wheel_is_used(monkeypatch: pytest.MonkeyPatch, static: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    node = frontend.find_node()
    said = subprocess.run([node.program, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(said.lstrip("v").split(".")[0]) >= frontend.OLDEST_NODE
    frontend.ensure_built(static=static)
    assert builds(static) == 1


def test_a_system_node_that_is_too_old_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v16.20.2\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not frontend.find_node().program.is_relative_to(tmp_path)


def test_a_failed_build_leaves_no_stamp_of_success(static: Path) -> None:
    (static / "package-lock.json").write_text("{")
    with pytest.raises(errors.Unavailable, match="failed in"):
        frontend.ensure_built(static=static)
    assert not (static / "dist" / ".stamp").exists()


def test_a_folder_that_cannot_be_written_is_told(static: Path) -> None:
    (static / "dist").write_text("in the way")
    with pytest.raises(errors.Unavailable, match="cannot be done here"):
        frontend.ensure_built(static=static)
