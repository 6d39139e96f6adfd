"""The rules of the house that a machine can read: sizes, docstrings, where writes stand, locks, documentation."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from memoryhub.ledger import verbs

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
SUBJECTS = "memory|relation|document|space|member|key|review|proposal|ledger"
WRITES = {
    "save",
    "create",
    "bulk_create",
    "update",
    "bulk_update",
    "delete",
    "get_or_create",
    "update_or_create",
    "select_for_update",
}


def tracked(*patterns: str) -> list[Path]:
    """Files git knows or would know, by pattern."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).is_file()]


def modules() -> list[Path]:
    """Python of the product and of its tests, migrations aside."""
    return [path for path in tracked("*.py") if "migrations" not in path.parts]


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_source_file_is_longer_than_400_lines() -> None:
    sources = [path for path in tracked("*.py", "*.js", "*.mjs", "*.css", "*.html") if "migrations" not in path.parts]
    lengths = {relative(path): len(path.read_text().splitlines()) for path in sources}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_functions_stay_readable() -> None:
    long = {}
    for path in modules():
        for node in functions(ast.parse(path.read_text())):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                long[f"{relative(path)}:{node.name}"] = length
    assert long == {}


def test_every_module_says_what_it_is_for() -> None:
    silent = [relative(path) for path in modules() if path.read_text().strip() and not doc_of(path)]
    assert silent == []


def doc_of(path: Path) -> str | None:
    return ast.get_docstring(ast.parse(path.read_text()))


def test_no_module_has_a_name_that_says_nothing() -> None:
    empty = {"utils", "helpers", "common", "manager", "managers", "base", "misc"}
    assert [relative(path) for path in modules() if path.stem in empty] == []


def test_surfaces_write_nothing_themselves() -> None:
    """Views, serializers, pages, consumers and commands call services; an ORM write there would skip the ledger."""
    surfaces = [
        *(ROOT / "memoryhub" / "api").rglob("*.py"),
        *(ROOT / "memoryhub" / "live").rglob("*.py"),
        *(ROOT / "memoryhub" / "management").rglob("*.py"),
        *(ROOT / "graph_ui").rglob("*.py"),
    ]
    found = []
    for path in surfaces:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
                owner = ast.unparse(node.func.value)
                if ".objects" in owner or owner in {"memory", "document", "space", "proposal", "row"}:
                    found.append(f"{relative(path)}:{node.lineno} {owner}.{node.func.attr}")
    assert found == []


def test_the_present_moment_comes_from_the_clock() -> None:
    pattern = re.compile(r"datetime\.now\(|timezone\.now\(|datetime\.utcnow\(|\bnow\(\)\s+AT TIME|CURRENT_TIMESTAMP")
    allowed = {"memoryhub/core/clock.py"}
    product = [path for path in modules() if path.parts[len(ROOT.parts)] in {"memoryhub", "graph_ui"}]
    assert [
        relative(path) for path in product if relative(path) not in allowed and pattern.search(path.read_text())
    ] == []


def test_text_is_read_and_written_as_utf_8_whatever_the_locale() -> None:
    product = [path for path in modules() if path.parts[len(ROOT.parts)] in {"memoryhub", "graph_ui"}]
    found = [
        f"{relative(path)}:{call.lineno} {ast.unparse(call.func)}"
        for path in product
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and _is_text_in_some_encoding(call)
    ]
    assert found == []


def _is_text_in_some_encoding(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    named = {word.arg: word.value for word in call.keywords}
    if "encoding" in named:
        return False
    if name in {"read_text", "write_text"}:
        return True
    modes = [one.value for one in (*call.args, *named.values()) if isinstance(one, ast.Constant)]
    if name in {"open", "fdopen"} and ast.unparse(call.func) not in {"os.open", "_open"}:
        return any(mode in {"r", "w", "a", "x", "r+", "w+"} for mode in modes)
    return name in {"run", "Popen", "check_output"} and ("text" in named or "universal_newlines" in named)


def test_ids_are_made_in_one_place() -> None:
    pattern = re.compile(r"uuid4\(|uuid7\(|uuid1\(")
    product = [path for path in modules() if path.parts[len(ROOT.parts)] in {"memoryhub", "graph_ui"}]
    assert [relative(path) for path in product if pattern.search(path.read_text())] == []


def test_templates_have_no_inline_script_style_or_handler() -> None:
    script = r"<script(?![^>]*\bsrc=)(?![^>]*application/json)"
    pattern = re.compile(script + r"|\sstyle=|\son[a-z]+=|hx-on|javascript:", re.IGNORECASE)
    assert [relative(path) for path in tracked("templates/*.html") if pattern.search(path.read_text())] == []


def test_every_registered_verb_has_a_sentence() -> None:
    assert verbs.names()
    assert [name for name in verbs.names() if "%(actor)s" not in str(verbs.get(name).sentence)] == []


def test_every_verb_that_is_written_is_registered() -> None:
    written = set()
    for path in modules():
        if path.parts[len(ROOT.parts)] == "memoryhub":
            written |= set(re.findall(rf'^[A-Z_]+ = "((?:{SUBJECTS})\.[a-z_]+)"$', path.read_text(), re.MULTILINE))
    assert written - set(verbs.names()) == set()


def test_the_lock_file_and_the_constraints_name_the_same_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pinned = {re.sub(r"\s", "", line) for line in project["tool"]["uv"]["constraint-dependencies"]}
    locked = set(re.findall(r"^[A-Za-z0-9_.\[\]-]+==[^\s\\]+(?: ; [^\\\n]+)?", lock_text(), re.MULTILINE))
    assert {re.sub(r"\s", "", pin) for pin in locked} == pinned


def test_direct_dependencies_are_pinned_to_the_locked_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    locked = dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s\\;]+)", lock_text(), re.MULTILINE))
    for requirement in direct:
        match = re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[[^\]]+\])?==(\S+)", requirement)
        assert match, f"{requirement} is not an exact pin"
        assert locked[match[1]] == match[2]


def test_every_locked_version_has_hashes() -> None:
    blocks = re.split(r"\n(?=\S)", lock_text().strip())
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def lock_text() -> str:
    return (ROOT / "requirements.lock").read_text()


def test_no_tracked_file_names_a_registry() -> None:
    hosts = ["pypi" + ".org", "python" + "hosted.org", "registry." + "npmjs.org", "deb." + "debian.org"]
    found = []
    for path in tracked():
        body = path.read_bytes()
        found += [f"{relative(path)}: {host}" for host in hosts if host.encode() in body]
    assert found == []


def test_nothing_built_is_tracked() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    assert [name for name in listed if re.match(r"uv\.lock|static/(dist|node_modules)/|.*\.pyc$", name)] == []


def test_the_readme_names_every_setting_and_command() -> None:
    readme = (ROOT / "README.md").read_text()
    product = [path for path in modules() if path.parts[len(ROOT.parts)] in {"memoryhub", "graph_ui"}]
    text = "\n".join(path.read_text() for path in product)
    settings = set(re.findall(r'"((?:MEMORYHUB|OPENAI|DATABASE|REDIS)_[A-Z_]+)"', text))
    internal = set(re.findall(r"# internal: ([A-Z_]+)", text))
    ours = {name for name, app in get_commands().items() if app == "memoryhub"}
    assert sorted(name for name in settings - internal if f"`{name}`" not in readme) == []
    assert sorted(name for name in ours if f"`{name}" not in readme) == []


@pytest.mark.skipif(not os.environ.get("MEMORYHUB_SHARED"), reason="MEMORYHUB_SHARED names no folder")
def test_no_text_of_the_shared_folder_is_copied() -> None:
    """Benchmark data has a licence that keeps it out of the product."""
    conversation = Path(os.environ["MEMORYHUB_SHARED"], "data", "locomo-dev.json").read_text()
    lines = set(re.findall(r'"text": "([^"]{60,})"', conversation))
    body = "\n".join(path.read_text(errors="ignore") for path in tracked("*.py", "*.json", "*.txt", "*.md"))
    assert [line for line in lines if line in body] == []
