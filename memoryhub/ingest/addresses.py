"""Which web addresses the hub may visit: judged by their text when they are given, and by what their name resolves to
at each visit. Every refusal reads the same, so that nobody learns from it what there is on the hub's own network.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import httpx
from django.conf import settings

from memoryhub.core import errors

SCHEMES = {"http": 80, "https": 443}
PORTS = frozenset({80, 443, 8080, 8443})
MOST_PORT = 65_535
LONGEST = 2000
REFUSED = "This address cannot be visited from here."

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# The special-purpose registries of IANA (RFC 6890 and its successors), written out: what Python's `is_global` knows of
# them differs from version to version. 168.63.129.16 is the metadata service of a cloud, at a public address.
_CLOSED_4 = tuple(
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
    )
)  # fmt: skip
# Of IPv6 only global unicast is open, and of that not what tunnels to IPv4 (Teredo, 6to4) or stands in examples.
_OPEN_6 = ipaddress.IPv6Network("2000::/3")
_CLOSED_6 = tuple(ipaddress.IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
# Networks whose last 32 bits are an IPv4 address, which is the one that is reached: mapped, and NAT64.
_WRAPPING = tuple(ipaddress.IPv6Network(text) for text in ("::ffff:0:0/96", "64:ff9b::/96"))
# A name, or an address of either kind.
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+", re.IGNORECASE)
# What the resolver of the system takes for an IPv4 address: 127.1, 0x7f.0.0.1, 2130706433.
_NUMERIC = re.compile(r"(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+)){0,3}", re.IGNORECASE)


class Refused(errors.InvalidInput):
    """An address the hub does not visit."""

    code = "address_refused"

    def __init__(self) -> None:
        super().__init__("url", REFUSED, code=self.code)


@dataclass(frozen=True, slots=True)
class Listed:
    """Who may be visited though they are not public: `MEMORYHUB_FETCH_PRIVATE`."""

    names: frozenset[str]
    networks: tuple[Network, ...]

    @classmethod
    def of_settings(cls) -> Listed:
        """Names, addresses and networks, as they are set now."""
        names, networks = set(), []
        for entry in settings.MEMORYHUB_FETCH_PRIVATE:
            try:
                networks.append(ipaddress.ip_network(entry, strict=False))
            except ValueError:
                names.add(entry.lower().rstrip("."))
        return cls(frozenset(names), tuple(networks))

    def has(self, address: IP) -> bool:
        """Whether the address, or the one inside it, is listed."""
        forms = (address, _inner(address))
        return any(form.version == network.version and form in network for form in forms for network in self.networks)


def check(url: str) -> str:
    """The address in its one form, without its fragment.

    Raises `errors.InvalidInput` for `url` when its text alone tells that it is none to visit.
    """
    if not isinstance(url, str) or not url.strip():
        raise errors.InvalidInput("url", "url must be a web address.")
    if len(url) > LONGEST:
        _too_long()
    try:
        parsed = httpx.URL(url.strip()).copy_with(fragment=None)
        address, host = str(parsed), host_of(parsed)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise _unreadable() from error
    if parsed.scheme not in SCHEMES or not host:
        raise errors.InvalidInput("url", "url must begin with http:// or https:// and a host.")
    if parsed.userinfo:
        raise errors.InvalidInput("url", "url must not hold a user name or password.")
    if not _HOST.fullmatch(host) or parsed.port == 0 or port_of(parsed) > MOST_PORT:
        raise _unreadable()
    if len(address) > LONGEST:
        _too_long()
    _check_host(parsed)
    return address


def _too_long() -> NoReturn:
    raise errors.InvalidInput("url", f"url has more than {LONGEST:,} characters.")


def _unreadable() -> errors.InvalidInput:
    return errors.InvalidInput("url", "url is no web address that can be read.")


def _check_host(url: httpx.URL) -> None:
    listed = Listed.of_settings()
    name = _name_of(url)
    if name in listed.names:
        return
    address = literal(name)
    if address is not None:
        admit(url, [address])
    elif not listed.networks and (port_of(url) not in PORTS or f".{name}".endswith(".localhost")):
        raise Refused()


def admit(url: httpx.URL, addresses: Sequence[IP]) -> None:
    """Raise `Refused` unless each address the host has is public and the port a usual one, or it is listed.

    One bad address refuses all: a name that is public and private at once is made to deceive.
    """
    listed = Listed.of_settings()
    if _name_of(url) in listed.names:
        return
    usual = port_of(url) in PORTS
    if not addresses or not all(listed.has(each) or (usual and is_public(each)) for each in addresses):
        raise Refused()


def is_public(address: IP) -> bool:
    """Whether it is an address of the open internet, also where it wraps another."""
    inner = _inner(address)
    if isinstance(inner, ipaddress.IPv4Address):
        return not any(inner in network for network in _CLOSED_4)
    return inner in _OPEN_6 and not any(inner in network for network in _CLOSED_6)


def literal(host: str) -> IP | None:
    """The address a host is, in any of the forms that are no names; None for a name."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        pass
    if not _NUMERIC.fullmatch(host):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def port_of(url: httpx.URL) -> int:
    """The port, given or usual."""
    return url.port or SCHEMES[url.scheme]


def host_of(url: httpx.URL) -> str:
    """The host as the network takes it, in ASCII."""
    return url.raw_host.decode("ascii")


def _name_of(url: httpx.URL) -> str:
    return host_of(url).lower().rstrip(".")


def _inner(address: IP) -> IP:
    if isinstance(address, ipaddress.IPv6Address) and any(address in network for network in _WRAPPING):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address
