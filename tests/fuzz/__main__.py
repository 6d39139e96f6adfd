"""Break the sample files at random, read each by the real process, and stop at what must never happen.

`python -m tests.fuzz --minutes 10 --seed 7`: counts what each kind of file ended as. Exit code 1 when the process that
reads dies or hangs, when something other than a refusal comes back, when an answer breaks the rules of `judging`, when
the same bytes read otherwise the second time, or when code of our own, not a parser's, stumbled over the file. The
input is kept in the folder that is printed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django


def main() -> int:
    """Run for so many minutes; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="folder for the inputs that were not borne; a new one by default")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    django.setup()
    from tests.fuzz import running  # it needs what was just set up

    run = running.Run(options.seed, options.kept or Path(tempfile.mkdtemp(prefix="memoryhub-fuzz-")))
    return _report(run, options.minutes)


def _report(run: Any, minutes: float) -> int:
    began = time.monotonic()
    while time.monotonic() - began < minutes * 60:
        run.one()
    took = (time.monotonic() - began) / 60
    _say(f"seed {run.seed}: {run.count} files in {took:.1f} minutes, at most {run.slowest:.1f} s each")
    for (kind, code), number in sorted(run.ends.items()):
        _say(f"{number:7}  {kind:14} {code}")
    for fault, number in run.faults.most_common():
        _say(f"FAULT {number} times: {fault}")
    if run.faults:
        _say(f"The inputs are in {run.kept}.")
    return int(bool(run.faults))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
