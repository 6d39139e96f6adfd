"""Visiting a web address: the name is resolved by us, judged, and the connection made to the very address that was
judged, for each redirect anew; time, size and redirects are bounded, also against those who drip or pack.
"""

from __future__ import annotations

import email.message
import email.utils
import re
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import httpcore
import httpx
from django.conf import settings

from memoryhub.core import clock, errors, text
from memoryhub.ingest import addresses, pinning, unzipping
from memoryhub.ingest.submission import LONGEST, MEDIA_TYPE

HEADERS = (("User-Agent", "Memoryhub"), ("Accept", "*/*"), ("Accept-Encoding", "gzip"), ("Connection", "close"))
REDIRECTS = frozenset({301, 302, 303, 307, 308})
GONE = frozenset({404, 410})
LATER = frozenset({408, 425, 429})
LONGEST_WAIT = 86_400
LONGEST_MEDIA_TYPE = 127
UNREACHED = "The address cannot be reached."


class FetchError(errors.InvalidInput):
    """What is at the address cannot be taken, for good; `code` says why: address_refused, too_large,
    too_many_redirects, not_found, fetch_refused, bad_content."""

    code = "bad_content"

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__("url", message, code=code, **details)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was at an address: the bytes, unpacked, and what the server says of them; empty where it says nothing."""

    data: bytes
    media_type: str
    file_name: str


def fetch(url: str) -> Fetched:
    """Get what is at a web address, in at most `fetch_seconds` in total.

    Raises `FetchError` for what stays so, `addresses.Refused` for where the hub does not go, and `errors.Unavailable`,
    with `retry_after` in seconds where the server says so, for what may pass.
    """
    limits = settings.MEMORYHUB_LIMITS
    deadline = time.monotonic() + limits["fetch_seconds"]
    here = _next_of(httpx.URL(url), "")
    for _ in range(limits["fetch_redirects"] + 1):
        with _visit(here, deadline) as response:
            headers = _headers_of(response)
            if response.status not in REDIRECTS:
                return _taken(here, response, headers, limits["fetch_bytes"])
            if not headers.get("location"):
                raise FetchError("fetch_refused", f"The address answers {response.status} without saying where to go.")
            here = _next_of(here, _utf8(headers["location"]))
    raise FetchError("too_many_redirects", f"The address leads on more than {limits['fetch_redirects']} times.")


def _next_of(here: httpx.URL, location: str) -> httpx.URL:
    try:
        return httpx.URL(addresses.check(str(here.join(location) if location else here)))
    except (errors.InvalidInput, httpx.InvalidURL, UnicodeError) as error:
        # Where to it leads is not told apart: it may have been found by trying.
        raise addresses.Refused() from error


@contextmanager
def _visit(url: httpx.URL, deadline: float) -> Iterator[httpcore.Response]:
    """One request, to an address that was judged; what breaks on the way is told as the module's errors."""
    found = pinning.resolve(addresses.host_of(url), addresses.port_of(url), deadline)
    addresses.admit(url, found)
    headers = [("Host", url.netloc.decode("ascii")), *HEADERS]
    is_answering = False
    with pinning.pool(found, deadline) as pool:
        try:
            with pool.stream("GET", str(url), headers=headers) as response:
                is_answering = True
                yield response
        except httpcore.TimeoutException as error:
            raise errors.Unavailable(pinning.UNANSWERED) from error
        except httpcore.ProtocolError as error:
            if error.__context__ is not None and not is_answering:
                raise FetchError("bad_content", "What is at the address does not speak HTTP.") from error
            raise errors.Unavailable("The answer of the address broke off.") from error
        except httpcore.NetworkError as error:
            if isinstance(error.__context__, ssl.SSLCertVerificationError):
                raise FetchError("fetch_refused", "The certificate of the address is not to be trusted.") from error
            raise errors.Unavailable(UNREACHED) from error


def _taken(url: httpx.URL, response: httpcore.Response, headers: Mapping[str, str], limit: int) -> Fetched:
    _refuse_status(response.status, headers)
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise _too_large(limit)
    try:
        data = unzipping.whole(response.iter_stream(), headers.get("content-encoding", ""), limit=limit)
    except unzipping.TooMuch as error:
        raise _too_large(limit) from error
    except unzipping.Broken as error:
        raise FetchError("bad_content", "The answer of the address is packed in a way that cannot be read.") from error
    if not data:
        raise FetchError("bad_content", "There is nothing at the address.")
    return Fetched(data, _media_type(headers), _file_name(url, headers))


def _refuse_status(status: int, headers: Mapping[str, str]) -> None:
    if 200 <= status < 300:
        return
    if status in GONE:
        raise FetchError("not_found", "There is no such page at the address.")
    if status in LATER or 500 <= status < 600:
        message = f"The address answers {status} for now."
        raise errors.Unavailable(message, retry_after=_retry_after(headers.get("retry-after", "")))
    raise FetchError("fetch_refused", f"The address answers {status}.")


def _too_large(limit: int) -> FetchError:
    return FetchError("too_large", f"What is at the address has more than {limit:,} bytes.", limit=limit)


def _headers_of(response: httpcore.Response) -> dict[str, str]:
    return {name.decode("ascii", "replace").lower(): value.decode("latin-1") for name, value in response.headers}


def _retry_after(value: str) -> float:
    """Seconds, from a number or a date; at most a day."""
    if value.strip().isdecimal():
        return float(min(int(value.strip()[:9]), LONGEST_WAIT))
    try:
        at = email.utils.parsedate_to_datetime(value)
        seconds = (at - clock.now()).total_seconds()
    except (ValueError, TypeError):
        return 0.0
    return min(max(seconds, 0.0), LONGEST_WAIT)


def _media_type(headers: Mapping[str, str]) -> str:
    given = " ".join(headers.get("content-type", "").split()).rstrip("; ")
    for value in (given, given.partition(";")[0].strip()):
        if len(value) <= LONGEST_MEDIA_TYPE and MEDIA_TYPE.fullmatch(value):
            return value
    return ""


def _file_name(url: httpx.URL, headers: Mapping[str, str]) -> str:
    """The name the server gives the file, or the last part of the path."""
    message = email.message.Message()
    message["Content-Disposition"] = re.sub(r"[\r\n]", " ", headers.get("content-disposition", ""))
    named = _utf8(message.get_filename() or "") or url.path
    name = " ".join(text.clean(PurePosixPath(named.replace("\\", "/")).name).split())
    return name[-LONGEST["name"] :]


def _utf8(value: str) -> str:
    """A header says in Latin-1 what many servers mean as UTF-8."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
