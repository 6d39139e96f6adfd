"""The command that fits a basis."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from memoryhub.ai import calibration, corpus


def test_a_basis_is_written_and_its_gain_and_the_thresholds_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = corpus.fitting_texts()[::8]
    monkeypatch.setattr(corpus, "fitting_texts", lambda: texts)
    monkeypatch.setattr(calibration, "measure", lambda embedder: {"key_merge": 0.7})
    said, file = io.StringIO(), tmp_path / "new.basis"
    call_command("fit_basis", output=file, stdout=said)
    with file.open("rb") as written:
        fitted = np.load(written, allow_pickle=False).astype(np.float32)
    assert np.abs(fitted.T @ fitted - np.eye(512)).max() < 0.01
    assert f"Wrote {file} (524,416 bytes)." in said.getvalue()
    assert said.getvalue().count("of the nearest 20") == 3
    assert "key_merge: 0.7" in said.getvalue()
