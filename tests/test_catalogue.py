"""Every sentence of the hub has a Chinese one, and what is compiled is what is written."""

from __future__ import annotations

import gettext
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import catalogue

PO = catalogue.ROOT / catalogue.CATALOGUE
MO = PO.with_suffix(".mo")

needs_gettext = pytest.mark.skipif(bool(catalogue.missing_programs()), reason="GNU gettext is not installed.")


def messages(path: Path) -> dict[object, str]:
    """What a compiled catalogue holds, without its head."""
    with path.open("rb") as file:
        held: dict[object, str] = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
    held.pop("")
    return held


def identifiers(path: Path) -> list[str]:
    """The head lines of all entries of a catalogue: context and message, as written."""
    blocks = re.split(r"\n\n", path.read_text().strip())[1:]
    return sorted(re.sub(r"^#.*\n", "", block, flags=re.M).split("msgstr")[0] for block in blocks)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources in a folder of their own, with the catalogue extracted anew."""
    root = tmp_path_factory.mktemp("sources")
    command = ["git", "ls-files", "-co", "--exclude-standard", "manage.py", "memoryhub", "graph_ui", "templates"]
    listed = subprocess.run(command, cwd=catalogue.ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    for name in (line for line in listed if (catalogue.ROOT / line).is_file()):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(catalogue.ROOT / name, root / name)
    catalogue.extract(root)
    return root


@needs_gettext
def test_nothing_new_waits_to_be_extracted_and_nothing_old_is_left(copy: Path) -> None:
    assert identifiers(copy / catalogue.CATALOGUE) == identifiers(PO)


@needs_gettext
def test_every_string_is_translated_and_none_is_fuzzy(tmp_path: Path) -> None:
    counted = catalogue.compiled(PO, tmp_path / "django.mo")
    assert re.fullmatch(r"\d+ translated messages\.", counted), counted


@needs_gettext
def test_the_compiled_catalogue_says_what_the_written_one_says(tmp_path: Path) -> None:
    catalogue.compiled(PO, tmp_path / "django.mo")
    assert messages(MO) == messages(tmp_path / "django.mo")


def test_the_compiled_catalogue_comes_along() -> None:
    assert "记忆" in messages(MO).values()


def test_memory_is_never_the_memory_of_a_machine() -> None:
    assert [text for text in messages(MO).values() if "内存" in text] == []


def test_translations_keep_what_is_filled_in() -> None:
    """A placeholder that is missing or misspelt would be an error, or a hole in the sentence."""
    slot = re.compile(r"%\((\w+)\)|\{(\w+)\}|<(/?\w+)")
    differing = []
    for key, text in messages(MO).items():
        message = key[0] if isinstance(key, tuple) else str(key)
        message = message.split("\x04")[-1]
        if set(slot.findall(message)) != set(slot.findall(text)):
            differing.append((message, text))
    assert differing == []
