"""The installation's secret key is made once and closed to others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from memoryhub.core import secret


def test_the_key_is_made_once_and_read_afterwards(tmp_path: Path) -> None:
    first = secret.secret_key(tmp_path / "home")
    assert len(first) >= 50
    assert secret.secret_key(tmp_path / "home") == first
    assert secret.secret_key(tmp_path / "other") != first


def test_the_key_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    secret.secret_key(tmp_path)
    assert (tmp_path / secret.FILE_NAME).stat().st_mode & 0o777 == 0o600


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret.secret_key(tmp_path / "home"), range(8)))
    assert len(keys) == 1
    assert [path.name for path in (tmp_path / "home").iterdir()] == [secret.FILE_NAME]
