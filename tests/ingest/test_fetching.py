"""Fetching from servers that behave, that do not, and that would have us go where we should not."""

from __future__ import annotations

import gzip
import shutil
import socket
import ssl
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from memoryhub.core import errors
from memoryhub.ingest import addresses, fetching, pinning
from tests.ingest.pages import Site, Write, answer, site

LOOPBACK = override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.1"])
MEGABYTE = 2**20


@pytest.fixture
def web() -> Iterator[Site]:
    """A site whose address is listed."""
    with LOOPBACK, site() as made:
        yield made


def within(**limits: float) -> override_settings:
    return override_settings(MEMORYHUB_LIMITS={**settings.MEMORYHUB_LIMITS, **limits})


def refused(url: str) -> str:
    with pytest.raises(fetching.FetchError) as told:
        fetching.fetch(url)
    assert told.value.field == "url"
    return told.value.code


def put_off(url: str) -> errors.Unavailable:
    with pytest.raises(errors.Unavailable) as told:
        fetching.fetch(url)
    return told.value


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Names resolve to each of these in turn, the last for good; returns the names asked for."""
    left, asked, real = list(answers), [], socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        if addresses.literal(str(host)) is not None:
            return real(host, port, *args, **kwargs)
        asked.append(str(host))
        found = left.pop(0) if len(left) > 1 else left[0]
        return [row for address in found for row in real(address, port, *args, **kwargs)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_a_page_comes_with_its_bytes_type_and_name(web: Site) -> None:
    url = web.has("/notes/Depot%20plan.txt", "Ożarów opens at six.".encode("iso-8859-2"), 'text/plain; charset="l2"')
    found = fetching.fetch(url)
    assert found.data.decode("iso-8859-2") == "Ożarów opens at six."
    assert (found.media_type, found.file_name) == ('text/plain; charset="l2"', "Depot plan.txt")
    ((_, headers),) = web.asked
    assert headers == {
        "host": f"127.0.0.1:{web.port}",
        "user-agent": "Memoryhub",
        "accept": "*/*",
        "accept-encoding": "gzip",
        "connection": "close",
    }


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ("", ""),
        ("nonsense", ""),
        ("text/html;;", "text/html"),
        ("text/html; charset", "text/html"),
        ("text/html; charset=" + "x" * 200, "text/html"),
        ("TEXT/HTML; Charset=UTF-8", "TEXT/HTML; Charset=UTF-8"),
        ("text/\xff", ""),
    ],
)
def test_a_type_that_is_none_is_left_out(web: Site, header: str, kept: str) -> None:
    assert fetching.fetch(web.has("/a", "x", header)).media_type == kept


@pytest.mark.parametrize(
    ("header", "kept"),
    [
        ("", "page"),
        ('attachment; filename="report.pdf"', "report.pdf"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename="C:\\\\x\\\\plan.docx"', "plan.docx"),
        ("attachment; filename*=UTF-8''%C5%81%C3%B3d%C5%BA.txt", "Łódź.txt"),
        ('attachment; filename="Łódź.txt"'.encode().decode("latin-1"), "Łódź.txt"),
        ("attachment; filename*=no-charset''%41.txt", "A.txt"),
        ("attachment", "page"),
    ],
)
def test_a_name_is_a_name_and_no_path(web: Site, header: str, kept: str) -> None:
    url = web.has("/deep/page", "x", **{"Content-Disposition": header})
    assert fetching.fetch(url).file_name == kept


def test_redirects_are_followed_each_from_where_it_was(web: Site) -> None:
    web.has("/deep/end", "Here.")
    web.leads("/2", "deep/end#part", 308)
    web.leads("/1", f"//127.0.0.1:{web.port}/2", 307)
    assert fetching.fetch(web.leads("/0", "/1", 301)).data == b"Here."
    assert web.visits == ["/0", "/1", "/2", "/deep/end"]
    assert all("referer" not in headers and "cookie" not in headers for _, headers in web.asked)


def test_five_redirects_are_enough(web: Site) -> None:
    web.has("/end", "Here.")
    for number in range(6):
        web.leads(f"/{number}", f"/{number + 1}" if number < 5 else "/end")
    assert fetching.fetch(web.at("/1")).data == b"Here."
    assert refused(web.at("/0")) == "too_many_redirects"
    assert refused(web.leads("/round", "/round")) == "too_many_redirects"


def test_a_redirect_to_nowhere_is_no_page(web: Site) -> None:
    assert refused(web.leads("/0", "")) == "fetch_refused"


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.2:{port}/secret", "http://[::1]:{port}/secret",
        "http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/", "http://2130706434/", "http://0x7f000002/",
        "http://10.0.0.1/", "//192.168.0.1/x", "file:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1/",
        "http://ada:pw@127.0.0.1:{port}/secret", "http://[::ffff:127.0.0.2]:{port}/secret", "http://[",
    ],
)  # fmt: skip
def test_a_redirect_leads_nowhere_one_may_not_go_and_all_refusals_read_the_same(web: Site, location: str) -> None:
    web.has("/secret", "The vault is open.")
    url = web.leads("/0", location.format(port=web.port))
    with pytest.raises(addresses.Refused) as told:
        fetching.fetch(url)
    assert (told.value.code, told.value.message) == ("address_refused", addresses.REFUSED)
    assert web.visits == ["/0"]


def test_without_being_listed_loopback_is_refused_before_anything_is_sent() -> None:
    with site() as web, pytest.raises(addresses.Refused):
        fetching.fetch(web.at("/"))
    assert web.asked == []


def test_a_name_that_leads_inside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for found in (["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["169.254.169.254"]):
        resolving(monkeypatch, found)
        with pytest.raises(addresses.Refused):
            fetching.fetch("http://inside.example/")


def test_a_name_that_resolves_to_something_else_after_the_check_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.1"]), site() as web:
        asked = resolving(monkeypatch, ["127.0.0.1"], ["127.0.0.2"])
        web.has("/", "Here.")
        assert fetching.fetch(web.at("/", host="rebinding.example")).data == b"Here."
        assert asked == ["rebinding.example"]
        assert web.asked[0][1]["host"] == f"rebinding.example:{web.port}"
        # Each redirect is looked up, and judged, anew.
        web.leads("/again", web.at("/", host="rebinding.example"))
        with pytest.raises(addresses.Refused):
            fetching.fetch(web.at("/again"))
        assert web.visits == ["/", "/again"]


def test_the_next_address_of_a_name_is_tried_when_the_first_does_not_take_a_connection(
    web: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with override_settings(MEMORYHUB_FETCH_PRIVATE=["127.0.0.0/8"]):
        resolving(monkeypatch, ["127.0.0.77", "127.0.0.1"])
        web.has("/", "Here.")
        assert fetching.fetch(web.at("/", host="two.example")).data == b"Here."


def test_a_name_nobody_knows_may_be_known_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*args: Any, **kwargs: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    put_off("http://nowhere.example/")


def test_a_resolver_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*args: Any, **kwargs: Any) -> Any:
        time.sleep(3)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    begun = time.monotonic()
    with within(fetch_seconds=0.2):
        assert put_off("http://slow.example/").message == pinning.UNANSWERED
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("part", ["status", "header", "body", "chunks", "nothing", "redirects"])
def test_all_of_it_has_to_be_over_in_time_however_it_drips(web: Site, part: str) -> None:
    begin = {
        "status": b"",
        "header": b"HTTP/1.1 200 OK\r\n",
        "body": b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n",
    }
    begin["chunks"] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    drop = {"status": b"H", "header": b"X-Slow: 1\r\n", "body": b"x", "chunks": b"1\r\nx\r\n"}

    def drip(write: Write) -> None:
        write(begin.get(part, b""))
        for _ in range(100):
            time.sleep(0.1)
            write(drop.get(part, b""))

    def lead_on(write: Write) -> None:
        time.sleep(0.2)
        write(answer(b"", {"Location": "/"}, 302))

    web.pages["/"] = lead_on if part == "redirects" else drip
    begun = time.monotonic()
    with within(fetch_seconds=0.6, fetch_redirects=50):
        put_off(web.at("/"))
    assert time.monotonic() - begun < 3


def test_two_gigabytes_are_refused_by_their_announcement(web: Site) -> None:
    url = web.has("/", "x", **{"Content-Length": str(2 * 2**30)})
    begun = time.monotonic()
    assert refused(url) == "too_large"
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("way", ["chunked", "until the end"])
def test_a_body_that_never_ends_is_left_at_the_limit(web: Site, way: str) -> None:
    written = 0

    def pour(write: Write) -> None:
        nonlocal written
        chunked = way == "chunked"
        write(b"HTTP/1.1 200 OK\r\n" + (b"Transfer-Encoding: chunked\r\n\r\n" if chunked else b"\r\n"))
        for _ in range(200):
            write(b"%x\r\n%b\r\n" % (MEGABYTE, b"x" * MEGABYTE) if chunked else b"x" * MEGABYTE)
            written += 1

    web.pages["/"] = pour
    assert refused(web.at("/")) == "too_large"
    assert written < 30


def test_a_bomb_is_left_before_it_goes_off(web: Site) -> None:
    packer = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    bomb = b"".join(packer.compress(bytes(MEGABYTE)) for _ in range(100)) + packer.flush()
    assert len(bomb) < 2 * MEGABYTE
    assert refused(web.has("/", bomb, **{"Content-Encoding": "gzip"})) == "too_large"


def test_what_is_packed_is_unpacked_also_in_parts(web: Site) -> None:
    parts = gzip.compress(b"One. ") + gzip.compress(b"Two.")
    assert fetching.fetch(web.has("/", parts, **{"Content-Encoding": "GZIP"})).data == b"One. Two."
    assert fetching.fetch(web.has("/", b"Plain.", **{"Content-Encoding": "identity"})).data == b"Plain."


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"not packed", "gzip"),
        (gzip.compress(b"cut off" * 100, mtime=0)[:-9], "gzip"),
        (b"x", "br"),
        (b"x", "zstd"),
        (gzip.compress(gzip.compress(b"twice", mtime=0), mtime=0), "gzip, gzip"),
        (b"", ""),
        (b"", "gzip"),
    ],
)
def test_a_body_that_cannot_be_had_is_bad_content(web: Site, body: bytes, encoding: str) -> None:
    assert refused(web.has("/", body, **{"Content-Encoding": encoding})) == "bad_content"


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, "not_found"), (410, "not_found"), (401, "fetch_refused"), (403, "fetch_refused"), (451, "fetch_refused"),
     (999, "fetch_refused"),
     (300, "fetch_refused"), (304, "fetch_refused"), (204, "bad_content")],
)  # fmt: skip
def test_an_answer_for_good_has_its_code(web: Site, status: int, code: str) -> None:
    web.pages["/"] = answer(b"" if status in {204, 304} else b"A long text about nothing.", status=status)
    assert refused(web.at("/")) == code


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 599])
def test_an_answer_for_now_may_be_another_one_later(web: Site, status: int) -> None:
    web.pages["/"] = answer(b"Busy.", status=status)
    assert put_off(web.at("/")).details["retry_after"] == 0


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [("120", 120, 120), ("Fri, 01 Jan 2100 00:00:00 GMT", 86_400, 86_400), ("Mon, 01 Jan 2001 00:00:00 GMT", 0, 0),
     ("99999999999999", 86_400, 86_400), ("soon", 0, 0), ("-5", 0, 0), ("Fri, 01 Jan 2100 00:00:00 -0000", 0, 86_400)],
)  # fmt: skip
def test_how_long_to_wait_is_what_the_server_asks(web: Site, header: str, least: int, most: int) -> None:
    web.pages["/"] = answer(b"", {"Retry-After": header}, 429)
    assert least <= put_off(web.at("/")).details["retry_after"] <= most


def test_a_body_shorter_than_said_broke_off_and_what_comes_after_the_said_length_is_not_the_page(web: Site) -> None:
    put_off(web.has("/", "half", **{"Content-Length": "8"}))
    assert fetching.fetch(web.has("/", "a page and more", **{"Content-Length": "6"})).data == b"a page"


@pytest.mark.parametrize("length", ["-1", "many", "1, 2"])
def test_a_length_that_is_none_is_no_http(web: Site, length: str) -> None:
    assert refused(web.has("/", "x", **{"Content-Length": length})) == "bad_content"


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9\r\n\r\n", b"HTTP/x.9 200\r\n\r\n", b"\x00" * 200 + b"\r\n\r\n"])
def test_what_speaks_no_http_is_bad_content(web: Site, said: bytes) -> None:
    web.pages["/"] = said
    assert refused(web.at("/")) == "bad_content"


def test_headers_without_an_end_are_left(web: Site) -> None:
    web.pages["/"] = b"HTTP/1.1 200 OK\r\n" + b"X-More: and more\r\n" * 20_000
    assert refused(web.at("/")) == "bad_content"


def test_a_server_that_hangs_up_or_is_not_there_may_be_there_later(web: Site) -> None:
    web.pages["/"] = b""
    put_off(web.at("/"))
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        put_off(f"http://127.0.0.1:{nobody.getsockname()[1]}/")


def test_neither_proxies_nor_cookies_of_the_environment_count(web: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    web.pages["/"] = answer(b"", {"Location": "/next", "Set-Cookie": "a=b"}, 302)
    web.has("/next", "Here.")
    assert fetching.fetch(web.at("/")).data == b"Here."
    assert "cookie" not in web.asked[1][1]


@pytest.fixture
def certified(tmp_path: Path) -> ssl.SSLContext:
    """A certificate for depot.example and nothing else, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not there")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-keyout", key, "-out", certificate, "-subj", "/CN=depot", "-addext", "subjectAltName=DNS:depot.example"],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_over_tls_the_certificate_has_to_be_that_of_the_name_whatever_the_address(
    certified: ssl.SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, ["127.0.0.1"])
    trusting = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
    with LOOPBACK, site(tls=certified) as web:
        web.has("/", "Here.")
        assert refused(web.at("/", host="depot.example")) == "fetch_refused"
        monkeypatch.setattr(pinning, "_certificates", lambda: trusting)
        assert fetching.fetch(web.at("/", host="depot.example")).data == b"Here."
        assert refused(web.at("/", host="other.example")) == "fetch_refused"
        assert refused(web.at("/")) == "fetch_refused"
