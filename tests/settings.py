"""Settings of the test run: a throw-away PostgreSQL cluster and data folder, and the deterministic embedder."""

from __future__ import annotations

import atexit
import os
import tempfile
from contextlib import ExitStack

_stack = ExitStack()
atexit.register(_stack.close)
_home = _stack.enter_context(tempfile.TemporaryDirectory(prefix="memoryhub-test-"))
for _name in [name for name in os.environ if name.startswith(("MEMORYHUB_", "OPENAI_"))]:
    if _name not in {"MEMORYHUB_REQUIRE_BROWSER", "MEMORYHUB_SHARED"}:
        del os.environ[_name]
os.environ["MEMORYHUB_HOME"] = _home
os.environ["MEMORYHUB_EMBEDDER"] = "fake"
os.environ["MEMORYHUB_API_RATE"] = "100000/min"

from memoryhub.core.postgres import Cluster  # noqa: E402 - the environment comes first

_cluster = _stack.enter_context(Cluster.temporary())
os.environ["DATABASE_URL"] = _cluster.conninfo()

from memoryhub.settings import *  # noqa: E402, F403 - Django's way to build on settings
from memoryhub.settings import DATABASES  # noqa: E402

# Tests hold connections of many threads; a pool of their own would outlive the test database.
DATABASES["default"]["OPTIONS"].pop("pool")
# The quick one first; the other is what the hub's own processes know.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
