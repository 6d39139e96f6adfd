"""Keeps the installation's secret key: made on first use, in a file only we can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from memoryhub.core.postgres import location

FILE_NAME = "secret.key"


def secret_key(folder: Path) -> str:
    """Return the secret key that lies in the data folder, making folder and key if they are missing."""
    path = folder / FILE_NAME
    if not path.exists():
        location.create_home(folder)
        _write_once(path, secrets.token_urlsafe(64))
    return path.read_text(encoding="utf-8")


def _write_once(path: Path, text: str) -> None:
    """Write the file unless another process is quicker; nobody ever sees it half written."""
    building = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    try:
        os.link(building, path)
    except FileExistsError:
        return
    finally:
        building.unlink()
