"""One file after the other: broken, read, judged; what is not borne is kept with what was done to it."""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path

from memoryhub.core import errors
from memoryhub.ingest import reading
from memoryhub.ingest.extract import Extracted, ExtractionError, Limits
from tests.fuzz import judging, mutations
from tests.fuzz.mutations import Case
from tests.ingest.files import every

LIMITS = Limits(text_bytes=2**20, unpacked_bytes=8 * 2**20, entries=500, pages=50, seconds=20, memory_bytes=2**30)
# Beyond the limit of time the process gets so many seconds to end, and the file is read again in this one.
GRACE = 8
MOST_KEPT = 5


class Run:
    """A run of one seed. `ends` counts kinds with their codes, `faults` what must not happen."""

    def __init__(self, seed: int, kept: Path) -> None:
        self.seed, self.kept = seed, kept
        self.ends: Counter[tuple[str, str]] = Counter()
        self.faults: Counter[str] = Counter()
        self.count, self.slowest = 0, 0.0
        self._draw = random.Random(seed)
        self._samples = [sample for sample in every.folder().values() if len(sample.data) < mutations.MOST_BYTES]
        self._seen: dict[str, int] = {}

    def one(self) -> None:
        """The next file."""
        case = mutations.broken(self._draw, self._samples)
        self.count += 1
        for fault in self.judge(case):
            form = re.sub(r"\d+", "#", fault)
            self.faults[form] += 1
            if self.faults[form] <= MOST_KEPT:
                self._keep(case, fault)

    def judge(self, case: Case) -> list[str]:
        """Read it; what is wrong with what came of it."""
        with tempfile.TemporaryDirectory(prefix="memoryhub-fuzz-") as folder:
            scratch, again = Path(folder, "first"), Path(folder, "again")
            scratch.mkdir()
            again.mkdir()
            began = time.monotonic()
            faults = self._read(case, scratch, again)
            took = time.monotonic() - began
        self.slowest = max(self.slowest, took)
        return faults + ([f"took {took:.0f} s"] if took > LIMITS.seconds + GRACE else [])

    def _read(self, case: Case, scratch: Path, again: Path) -> list[str]:
        try:
            extracted = reading.read(
                case.data, name=case.name, media_type=case.media_type, scratch=scratch, limits=LIMITS
            )
        except ExtractionError as error:
            self.ends["-", error.code] += 1
            return self._refused(case, error, again)
        except errors.HubError as error:
            return [f"{type(error).__name__}: {error.message}"]
        except Exception as error:  # noqa: BLE001 - to find this is what it is for
            return [f"the reading raised {type(error).__name__}: {error}"]
        self.ends[extracted.kind, "done"] += 1
        found = _again(case, again)
        differs = judging.difference(extracted, found)
        return judging.faults_of(extracted, scratch) + ([differs] if differs else [])

    def _refused(self, case: Case, error: ExtractionError, again: Path) -> list[str]:
        """What is wrong with a refusal: whose fault a broken file is shows only in this process."""
        if error.code == "reader_died":
            return ["reader_died"]
        if error.code != "broken_file":
            return []
        found = _again(case, again)
        if isinstance(found, Extracted):
            return ["broken_file, but read again it is sound"]
        where = judging.unexpected(found)
        return [where] if where else []

    def _keep(self, case: Case, fault: str) -> None:
        self.kept.mkdir(parents=True, exist_ok=True)
        stem = self.kept / f"{self.seed}-{self.count}"
        stem.with_suffix(".bin").write_bytes(case.data)
        told = {"name": case.name, "media_type": case.media_type, "deeds": case.deeds, "fault": fault}
        stem.with_suffix(".json").write_text(json.dumps(told, ensure_ascii=False, indent=2))


def _again(case: Case, scratch: Path) -> Extracted | Exception:
    return judging.read_again(case.data, name=case.name, media_type=case.media_type, limits=LIMITS, scratch=scratch)
