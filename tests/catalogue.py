"""`python -m tests.catalogue`: bring the Chinese catalogue up to date with the sources, and compile it.

What is new is left empty in the .po file, to be translated by hand; run it again afterwards. Needs GNU gettext.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGE = "zh_Hans"
CATALOGUE = Path("memoryhub", "locale", LANGUAGE, "LC_MESSAGES", "django.po")
ELSEWHERE = (".venv", ".uv", "static", "staticfiles", "tests")
PROGRAMS = ("xgettext", "msgmerge", "msguniq", "msgattrib", "msgfmt")


def missing_programs() -> list[str]:
    """Programs of GNU gettext that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def extract(root: Path) -> None:
    """Take the strings of the sources below `root` into its catalogue."""
    ignored = [part for name in ELSEWHERE for part in ("--ignore", name)]
    form = ["--no-location", "--no-wrap", "--no-obsolete"]
    command = [sys.executable, "manage.py", "makemessages", "--locale", LANGUAGE, *form, *ignored]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "memoryhub.settings", "PYTHONPATH": str(root)}
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, text=True)


def compiled(catalogue: Path, to: Path) -> str:
    """Compile a catalogue; returns what the compiler counts, such as `631 translated messages.`"""
    command = ["msgfmt", "--check-format", "--statistics", "--output-file", str(to), str(catalogue)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
    return done.stderr.strip()


if __name__ == "__main__":
    if absent := missing_programs():
        sys.exit(f"GNU gettext is needed: {', '.join(absent)} not found.")
    extract(ROOT)
    sys.stdout.write(compiled(ROOT / CATALOGUE, (ROOT / CATALOGUE).with_suffix(".mo")) + "\n")
