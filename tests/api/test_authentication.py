"""Who calls, how that is checked, and how often they may."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.test import Client
from psycopg import errors as pg

from memoryhub.accounts import services as accounts
from memoryhub.accounts.models import ApiKey
from memoryhub.core import clock
from memoryhub.retrieval import search
from tests.api.calls import ROOT, Caller, done, refused, signed_in, with_key
from tests.cast import Cast


def test_a_session_reads_and_changes_nothing_without_its_token(cast: Cast) -> None:
    ada = signed_in(cast.ada, csrf=True)
    assert ada.get("spaces/atlas/").status_code == 200
    for answer in (
        ada.post("spaces/", {"tag": "garden"}),
        ada.patch("spaces/atlas/", {"name": "x"}),
        ada.post("spaces/atlas/search/", {"query": "x"}),
        ada.delete("api-keys/1111111111111111111111/"),
    ):
        assert "CSRF" in refused(answer, 403, "not_allowed")["detail"]
    ada.headers["X-CSRFToken"] = ada.client.get(ROOT + "docs/").cookies["csrftoken"].value
    assert ada.post("spaces/", {"tag": "garden"}).status_code == 201


def test_a_wrong_key_does_not_fall_back_to_the_session(cast: Cast) -> None:
    ada = signed_in(cast.ada)
    ada.headers["Authorization"] = "Bearer sm_wrong"
    refused(ada.get("spaces/atlas/"), 401, "not_signed_in")


def test_a_key_needs_no_token_and_is_the_program_not_the_person_of_the_session(cast: Cast) -> None:
    both = signed_in(cast.ada, csrf=True)
    both.headers["Authorization"] = f"Bearer {cast.key('chen', 'read').secret}"
    refused(both.post("spaces/atlas/memories/", {"text": "It rains."}), 403, "not_allowed")


def test_a_key_ends_with_its_time_its_revocation_and_its_owner(cast: Cast) -> None:
    expires = clock.now() + timedelta(hours=1)
    made = accounts.create_key(owner=cast.ada, name="k", scope="read", all_spaces=True, expires_at=expires)
    program = Caller({"Authorization": f"bearer {made.secret}"})
    assert program.get("spaces/").status_code == 200
    with clock.frozen(expires):
        refused(program.get("spaces/"), 401, "not_signed_in")
    cast.ada.is_active = False
    cast.ada.save()
    refused(program.get("spaces/"), 401, "not_signed_in")
    refused(signed_in(cast.ada).get("spaces/"), 401, "not_signed_in")


def test_the_use_of_a_key_is_noted_at_most_once_a_minute(cast: Cast) -> None:
    made = cast.key("ada", "read")
    program, began = Caller({"Authorization": f"Bearer {made.secret}"}), clock.now()
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        with clock.frozen(began + timedelta(seconds=seconds)):
            program.get("spaces/")
        assert ApiKey.objects.get(pk=made.key.pk).last_used_at == began + timedelta(seconds=noted)


@pytest.fixture
def _three_calls(settings: LazySettings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"key": "3/min"}}


@pytest.mark.usefixtures("_three_calls")
def test_a_key_that_calls_too_often_is_told_how_long_to_wait(cast: Cast) -> None:
    program, other = with_key(cast, "ada"), with_key(cast, "ada", "read")
    start = clock.now().replace(second=20, microsecond=0)
    with clock.frozen(start):
        assert [program.get("spaces/").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = program.get("spaces/")
        assert refused(answer, 429, "too_many_requests")["details"] == {"retry_after": 40}
        assert answer.headers["Retry-After"] == "40"
        assert other.get("spaces/").status_code == 200
        assert signed_in(cast.ada).get("spaces/").status_code == 200
    with clock.frozen(start + timedelta(seconds=40)):
        assert program.get("spaces/").status_code == 200


def test_a_lost_race_is_a_503_to_try_again(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*args: object) -> None:
        raise OperationalError from pg.DeadlockDetected()

    monkeypatch.setattr(search, "search", lose)
    answer = owner.post("spaces/atlas/search/", {"query": "x"})
    refused(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"


def test_an_unforeseen_error_is_for_the_log_and_not_for_the_caller(
    owner: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_(*args: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr(search, "search", break_)
    answer = owner.post("spaces/atlas/search/", {"query": "x"})
    refused(answer, 500, "internal")
    assert b"secret detail" not in answer.content
    assert "secret detail" in caplog.text
    with pytest.raises(KeyError):
        Caller(owner.headers, Client()).post("spaces/atlas/search/", {"query": "x"})


def test_answers_are_kept_by_nobody(owner: Caller) -> None:
    for path in ("spaces/", "spaces/atlas/memories/", "spaces/atlas/memories/1111111111111111111111/"):
        assert owner.get(path).headers["Cache-Control"] == "no-store"


def test_an_address_there_is_not_reads_like_an_unknown_id_for_every_method(owner: Caller) -> None:
    unknown = owner.get("spaces/atlas/memories/1111111111111111111111/").content
    for path in ("", "nowhere", "spaces", "spaces/atlas", "spaces/atlas/memories", "spaces/atlas/memories/x/"):
        for method in ("get", "post", "put", "patch", "delete"):
            answer = owner.call(method, path)
            refused(answer, 404, "not_found")
            assert answer.content == unknown


def test_a_method_an_address_does_not_have_is_a_405(owner: Caller) -> None:
    refused(owner.call("put", "spaces/atlas/"), 405, "method_not_allowed")
    refused(owner.call("options", "spaces/atlas/"), 405, "method_not_allowed")
    refused(owner.delete("spaces/atlas/"), 405, "method_not_allowed")


def test_head_is_get_without_a_body(owner: Caller) -> None:
    answer = owner.call("head", "spaces/atlas/memories/")
    assert (answer.status_code, answer.content) == (200, b"")
    refused(owner.get("spaces/atlas/memories/?x=1"), 400)
    assert owner.call("head", "spaces/atlas/memories/?x=1").status_code == 400


def test_answers_come_as_json_whatever_is_asked_for(owner: Caller) -> None:
    owner.headers["Accept"] = "text/html"
    assert done(owner.get("spaces/atlas/"))["tag"] == "atlas"
