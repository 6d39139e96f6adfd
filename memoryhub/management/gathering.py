"""Which files, folders and addresses a command line names, and what is left out of its folders, with the reason."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import gettext as _

WEB = re.compile(r"https?://", re.IGNORECASE)
# What other programs keep beside a file while they write it.
UNFINISHED = re.compile(r"~\$.*|.*(~|\.(swp|tmp|part|partial|crdownload|download))", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Gathered:
    """Absolute paths, each once. `left_out` was in a folder and not asked for, `missing` was; both with the reason."""

    files: dict[Path, None] = field(default_factory=dict)
    folders: dict[Path, None] = field(default_factory=dict)
    addresses: dict[str, None] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def gather(named: Sequence[str]) -> Gathered:
    """What these names stand for: addresses, files, folders with all files below them, and patterns of both."""
    found = Gathered()
    for name in named:
        if WEB.match(name):
            found.addresses[name] = None
            continue
        paths = _paths(name)
        if not paths:
            found.missing[name] = _("nothing matches this pattern")
        for path in paths:
            _add(found, path)
    return found


def below(folder: Path) -> Iterator[tuple[Path, str]]:
    """All there is in a folder, in order: each file with an empty reason, or with why it is left out.

    A hidden folder is one such entry, and nothing in it is looked at. Links to folders are not followed.
    """
    for at, folders, files in os.walk(folder):
        folders.sort()
        for name in [each for each in folders if each.startswith(".")]:
            folders.remove(name)
            yield Path(at, name), _("hidden")
        for name in sorted(files):
            yield Path(at, name), reason_against(Path(at, name))


def reason_against(path: Path) -> str:
    """Why a file found in a folder is left out; empty when it is not."""
    if path.name.startswith("."):
        return _("hidden")
    if UNFINISHED.fullmatch(path.name):
        return _("another program's temporary file")
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.strerror or str(error)
    # Reading a pipe or a device would never end.
    return "" if is_regular else _("no regular file")


def is_below(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a path lies in one of these folders and in no hidden folder there."""
    for folder in folders:
        if path.is_relative_to(folder):
            parts = path.relative_to(folder).parts
            return not any(part.startswith(".") for part in parts)
    return False


def _paths(name: str) -> list[Path]:
    """A name that exists is meant as it is, also where it looks like a pattern."""
    plain = os.path.expanduser(name)
    if os.path.lexists(plain) or not glob.has_magic(plain):
        return [Path(os.path.abspath(plain))]
    return [Path(os.path.abspath(path)) for path in sorted(glob.glob(plain, recursive=True))]


def _add(found: Gathered, path: Path) -> None:
    if path.is_dir():
        found.folders[path] = None
        for each, reason in below(path):
            if reason:
                found.left_out[str(each)] = reason
            else:
                found.files[each] = None
        return
    try:
        is_regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        found.missing[str(path)] = error.strerror or str(error)
        return
    if is_regular:
        found.files[path] = None
    else:
        found.missing[str(path)] = _("no regular file")
