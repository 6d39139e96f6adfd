"""Which web addresses may be visited."""

from __future__ import annotations

import ipaddress

import httpx
import pytest
from django.test import override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryhub.core import errors
from memoryhub.ingest import addresses

PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]
CLOSED = [
    "0.0.0.1", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16",
    "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:7f00:1::", "2001:db8::1",
    "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "::ffff:0:127.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_the_open_internet_is_open(address: str) -> None:
    assert addresses.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", CLOSED)
def test_everything_else_is_closed_also_where_it_is_wrapped(address: str) -> None:
    assert not addresses.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        *(f"http://{f'[{address}]' if ':' in address else address}/" for address in CLOSED),
        "http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/", "http://127.1/", "http://0/", "http://127.1./",
        "http://localhost/", "https://LOCALHOST./", "http://app.localhost/", "http://example.org:22/",
        "http://example.org:6379/", "http://[::ffff:7f00:1]:8080/",
    ],
)  # fmt: skip
def test_what_the_text_alone_tells_is_refused_in_the_same_words(url: str) -> None:
    with pytest.raises(errors.InvalidInput) as refused:
        addresses.check(url)
    told = refused.value
    assert (told.field, told.code, told.message) == ("url", "address_refused", addresses.REFUSED)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "must be a web address"),
        ("file:///etc/passwd", "http"),
        ("ftp://example.org/", "http"),
        ("gopher://example.org/", "http"),
        ("javascript:alert(1)", "http"),
        ("example.org", "http"),
        ("http://", "http"),
        ("http:///path", "http"),
        ("http://ada@example.org/", "user name or password"),
        ("http://ada:secret@example.org/", "user name or password"),
        ("http://good.example\\@127.0.0.1/", "user name or password"),
        ("http://exa\nmple.org/", "no web address"),
        ("http://example.org:99999999/", "no web address"),
        ("http://[::1/", "no web address"),
        ("http://[fe80::1%25eth0]/", "no web address"),
        ("http://%31%32%37.0.0.1/", "no web address"),
        ("http://0177.0.0.1/", "no web address"),
        ("http://example.org:0/", "no web address"),
        ("http://example.org/" + "a" * 2000, "2,000 characters"),
        ("http://example.org/" + "ä" * 700, "2,000 characters"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(url: str, says: str) -> None:
    with pytest.raises(errors.InvalidInput, match=says) as refused:
        addresses.check(url)
    assert (refused.value.field, refused.value.code) == ("url", "invalid_input")


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("HTTP://Example.ORG:80/a#part", "http://example.org/a"),
        ("https://example.org:443", "https://example.org"),
        ("http://bücher.example/Straße?q=ü", "http://xn--bcher-kva.example/Stra%C3%9Fe?q=%C3%BC"),
        (" https://example.org:8443/a/../b ", "https://example.org:8443/b"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://[2606:4700::1111]:8080/", "http://[2606:4700::1111]:8080/"),
    ],
)
def test_an_address_has_one_form(url: str, form: str) -> None:
    assert addresses.check(url) == form
    assert addresses.check(form) == form


@override_settings(MEMORYHUB_FETCH_PRIVATE=["wiki.intranet", "127.0.0.1", "10.1.0.0/16", "fd12::/64"])
def test_what_is_listed_may_be_visited_at_any_port_and_nothing_beside_it() -> None:
    for open_now in ("http://wiki.intranet:9000/", "http://127.0.0.1:9000/", "http://10.1.2.3/", "http://[fd12::1]/"):
        addresses.check(open_now)
    for closed in ("http://10.2.0.1/", "http://127.0.0.2/", "http://[fd13::1]/", "http://[::1]/"):
        with pytest.raises(addresses.Refused):
            addresses.check(closed)
    with pytest.raises(addresses.Refused):
        addresses.admit(httpx.URL("http://other.intranet/"), [ipaddress.ip_address("192.168.0.1")])
    addresses.admit(httpx.URL("http://wiki.intranet/"), [ipaddress.ip_address("192.168.0.1")])
    addresses.admit(httpx.URL("http://any.example:9000/"), [ipaddress.ip_address("::ffff:127.0.0.1")])


def test_a_name_that_is_public_and_private_at_once_is_refused() -> None:
    both = [ipaddress.ip_address("8.8.8.8"), ipaddress.ip_address("10.0.0.1")]
    addresses.admit(httpx.URL("http://example.org/"), both[:1])
    for found in (both, both[::-1], []):
        with pytest.raises(addresses.Refused):
            addresses.admit(httpx.URL("http://example.org/"), found)
    with pytest.raises(addresses.Refused):
        addresses.admit(httpx.URL("http://example.org:81/"), both[:1])


PIECES = [
    "http://", "https://", "//", "/", "@", ":", "[", "]", "%", "%00", "%2e", "\\", "#", "?", "..", "localhost", "0x7f",
    "127.0.0.1", "::1", "fe80::1%25x", "example.org", "ü", "中", "\ud800", "\x00", "\n", " ", "\uff11", "。", "xn--",
    "xn--a", "a" * 64, ".", "-", ":80", ":65536", ":-1", "\u202e", "&", "=", "ß", "İ", "\u00ad",
]  # fmt: skip


@settings(max_examples=400, derandomize=True, database=None, deadline=None)
@given(
    st.sampled_from(["", "http://", "https://"]), st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=8)
)
def test_whatever_is_given_is_an_address_in_its_one_form_or_refused(scheme: str, pieces: list[str]) -> None:
    try:
        form = addresses.check(scheme + "".join(pieces))
    except errors.InvalidInput:
        return
    assert addresses.check(form) == form
    assert form.isascii()
