"""What a handshake brings, read without any server."""

from __future__ import annotations

import pytest

from memoryhub.core import errors, ids
from memoryhub.live import bridge, door

SESSION = (b"cookie", b"theme=dark; sessionid=abc123")


def test_a_session_is_found_among_the_cookies() -> None:
    assert door.credential_of([SESSION]) == door.Credential(None, "abc123")


def test_a_bearer_key_is_the_only_credential_that_counts_where_one_is_sent() -> None:
    headers = [SESSION, (b"authorization", b"bearer  sm_key ")]
    assert door.credential_of(headers) == door.Credential("sm_key", None)


def test_an_authorization_of_another_kind_leaves_the_session_as_it_is() -> None:
    assert door.credential_of([(b"authorization", b"Basic YTpi"), SESSION]) == door.Credential(None, "abc123")


def test_a_handshake_may_bring_nothing() -> None:
    assert door.credential_of([(b"host", b"localhost")]) == door.Credential(None, None)


@pytest.mark.parametrize(
    ("query", "since"), [(b"", None), (b"other=1", None), (b"since=0", 0), (b"since=1&since=7", 7)]
)
def test_since_is_a_number_or_absent(query: bytes, since: int | None) -> None:
    assert door.since_of(query) == since


@pytest.mark.parametrize("query", [b"since=yesterday", b"since=", b"since=-1", b"since=1.0", b"since=%D9%A3"])
def test_a_broken_since_names_the_field(query: bytes) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        door.since_of(query)
    assert refused.value.field == "since"


def test_since_fits_the_column_it_is_compared_with() -> None:
    assert door.since_of(f"since={2**63 - 1}".encode()) == 2**63 - 1
    with pytest.raises(errors.InvalidInput):
        door.since_of(f"since={2**63}".encode())


def test_a_group_is_named_by_the_space_id_so_that_no_two_tags_share_one() -> None:
    """P-ISO-2: every derived name is injective, and fits what the channel layer takes."""
    space_id = ids.new()
    assert bridge.group_of(space_id) == space_id.hex
    assert len(space_id.hex) < 100
