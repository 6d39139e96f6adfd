"""The OpenAPI document: valid, complete, and true of what the API answers to anything a program may send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memoryhub.wsgi import application
from tests.api.calls import ROOT, Caller, done
from tests.cast import Cast
from tests.surfaces import Things, declared

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 6


@pytest.fixture
def document(owner: Caller) -> dict[str, Any]:
    """The document."""
    return done(owner.get("openapi.json"))


def test_it_is_valid_and_the_same_in_both_forms_and_for_everybody(document: dict[str, Any]) -> None:
    validate_schema(document)  # type: ignore[no-untyped-call]  # untyped there
    assert document["openapi"] == "3.1.0"
    assert yaml.safe_load(Caller().get("openapi.yaml").content) == document


def test_it_names_every_method_once(document: dict[str, Any]) -> None:
    described = [(path, method) for path, methods in document["paths"].items() for method in methods]
    assert len(described) == len(list(declared()))
    names = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))
    assert all(operation["summary"] for methods in document["paths"].values() for operation in methods.values())


def test_it_says_how_to_sign_in(document: dict[str, Any]) -> None:
    assert set(document["components"]["securitySchemes"]) == {"apiKey", "session"}
    for methods in document["paths"].values():
        for operation in methods.values():
            assert {"apiKey": []} in operation["security"]
            assert "application/problem+json" in operation["responses"]["4XX"]["content"]


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """As Django's own test client does: the end of a request does not end the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_one_connection")
def test_whatever_fits_the_document_is_answered_as_it_says_and_nothing_breaks(cast: Cast, things: Things) -> None:
    schema = schemathesis.openapi.from_wsgi(f"{ROOT}openapi.json", application)
    headers = {"Authorization": f"Bearer {cast.key('ada', 'admin').secret}"}
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        _try(result.ok(), headers, things)


def _try(operation: Any, headers: dict[str, str], things: Things) -> None:
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        case.path_parameters.update({name: _there(name, things) for name in case.path_parameters})
        with transaction.atomic():
            case.call_and_validate(headers=headers, checks=CHECKS)
            transaction.set_rollback(True)

    run()


def _there(name: str, things: Things) -> str:
    """Something that exists, so that the call gets past the door."""
    known = {
        "tag": things.tag,
        "person_id": things.member,
        "memory_id": things.memory,
        "node_id": things.memory,
        "document_id": things.document,
        "relation_id": things.relation,
        "entry_id": things.entry,
        "key_id": things.key,
        "subject": "memory",
        "subject_id": things.pending,
    }
    return known[name]
