"""What a stranger learns: nothing. Every surface of a space answers as if the space, or the thing, did not exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from memoryhub.ledger import selectors as ledger
from tests.api.calls import Caller, signed_in, with_key
from tests.cast import Cast
from tests.surfaces import CASES, IN_SPACE, WIRE, Things, declared, nothing_of, things_of

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

WITH_IDS = [case for case in IN_SPACE if case.names_things]
WITH_IDS_IN_BODY = [case for case in IN_SPACE if case.body and WIRE.search(str(case.body(nothing_of("t"))))]
NOT_FOUND = b'{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found.","code":"not_found"}'


@pytest.fixture
def things(cast: Cast) -> Iterator[Things]:
    """What there is in Ada's space; whatever a stranger tries, its ledger does not move."""
    made = things_of(cast)
    before = ledger.revision_of(cast.space.pk)
    yield made
    assert ledger.revision_of(cast.space.pk) == before


def test_every_address_has_a_case() -> None:
    in_table = sorted((address, method) for address, method, _ in declared())
    assert sorted((case.address, case.method) for case in CASES) == in_table


@pytest.mark.parametrize("way", ["a key", "a session", "staff"])
def test_a_stranger_gets_the_answer_of_an_unknown_space(cast: Cast, things: Things, way: str) -> None:
    dora = {"a key": with_key(cast, "dora"), "a session": signed_in(cast.dora), "staff": signed_in(cast.sia)}[way]
    for case in IN_SPACE:
        answer = dora.perform(case, things)
        unknown = dora.perform(case, replace(things, tag="no-such-space"))
        assert (case, answer.status_code, answer.content) == (case, 404, NOT_FOUND)
        assert (case, unknown.content, told(unknown)) == (case, NOT_FOUND, told(answer))


def test_an_id_of_another_space_reads_like_an_unknown_and_like_a_malformed_one(cast: Cast, things: Things) -> None:
    dora, home = with_key(cast, "dora"), cast.elsewhere.tag
    for case in WITH_IDS:
        answers = (
            dora.perform(case, replace(things, tag=home)),
            dora.perform(case, nothing_of(home)),
            dora.call(case.method, WIRE.sub("not-an-id", case.path(nothing_of(home)), count=1)),
        )
        assert (case, [answer.content for answer in answers]) == (case, [NOT_FOUND] * 3)


def test_an_id_of_another_space_in_a_body_is_treated_as_an_unknown_one(cast: Cast, things: Things) -> None:
    dora, home = with_key(cast, "dora"), cast.elsewhere.tag
    assert WITH_IDS_IN_BODY
    for case in WITH_IDS_IN_BODY:
        foreign, unknown = dora.perform(case, replace(things, tag=home)), dora.perform(case, nothing_of(home))
        assert (case, foreign.status_code) == (case, unknown.status_code)
        assert WIRE.sub("ID", foreign.content.decode()) == WIRE.sub("ID", unknown.content.decode())


@pytest.mark.parametrize("credential", [None, "Bearer sm_wrong", "Bearer ", "Bearer caf\xe9", "Basic YTpi", "sm_wrong"])
def test_without_a_credential_nothing_is_answered(things: Things, credential: str | None) -> None:
    nobody = Caller({} if credential is None else {"Authorization": credential})
    for case in CASES:
        answer = nobody.perform(case, things)
        assert (case, answer.status_code, answer.json()["code"]) == (case, 401, "not_signed_in")
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="memoryhub"'


def told(response: Answer) -> list[tuple[str, str]]:
    """The headers; the order inside the security policy is nobody's."""
    return sorted((name, value) for name, value in response.items() if name != "Content-Security-Policy")
