"""The checks before Django: no request of a client passes them as an error of the service."""

from __future__ import annotations

import encodings
import json
import pkgutil
from encodings.aliases import aliases
from typing import TYPE_CHECKING

import pytest

from tests.config import apps
from tests.config.apps import Asked, Heard

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

pytestmark = pytest.mark.django_db

APPS = pytest.mark.parametrize("ask", [apps.web, apps.asgi, apps.streams], ids=["web", "asgi", "streams"])
# Every name by which Python knows a codec: of texts, of bytes, and of neither.
NAMES = {*aliases, *aliases.values(), *(module.name for module in pkgutil.iter_modules(encodings.__path__))}
CODECS = sorted({*NAMES, *(name.replace("_", "-") for name in NAMES)})
READ = {"utf-8", "utf8", "us-ascii", "iso-8859-1"}
"""The charsets of forms and JSON."""


def typed(media: bytes, path: bytes = b"/livez", query: bytes = b"a=1") -> Asked:
    return Asked("GET", path, query, (("content-type", media),))


def is_problem(heard: Heard, status: int, code: str) -> bool:
    """Tell whether this is the refusal, complete, with the headers of every answer."""
    assert heard.status == status, (heard.status, heard.body[:200])
    assert heard.headers["content-type"] == "application/problem+json"
    assert heard.headers["content-length"] == str(len(heard.body))
    assert heard.headers["x-content-type-options"] == "nosniff"
    assert heard.headers["cache-control"] in {"no-store", "private, no-store"}
    return bool(json.loads(heard.body)["code"] == code)


@APPS
@pytest.mark.parametrize("form", ["text/plain; charset=%s", 'application/json;CharSet="%s"'])
def test_no_codec_of_python_reads_a_query(ask: Callable[[Asked], Heard], form: str) -> None:
    for name in CODECS:
        heard = ask(typed((form % name).encode()))
        if name in READ:
            assert heard.status == 200, name
        else:
            assert is_problem(heard, 415, "unsupported_media_type"), name


UNREADABLE = {
    "a charset nobody knows": b"text/plain; charset=nonsense",
    "no charset": b"text/plain; charset=",
    "a charset that is no ASCII": b"text/plain; charset=\xe9\xff",
    "a charset of 60 kB": b"text/plain; charset=" + b"a" * 60_000,
    "a charset in other quotes": b"text/plain; charset='hex'",
    "two charsets": b"text/plain; charset=utf-8; charset=hex",
    "two types": b"text/plain; charset=hex, application/json; charset=utf-8",
    "a charset in parts": b"text/plain; charset*0*=hex''x; charset*1=y",
    "a charset with a language": b"text/plain; charset*=hex'en'x",
    "a name in a charset nobody knows": b"text/plain; name*=nonsense''x",
    "a part of 5,000 digits": b"text/plain; name*" + b"9" * 5000 + b"=x",
    "a quote without end": b'text/plain; charset="utf-8',
    "a quote of semicolons without end": b'text/plain; x="' + b";" * 30_000,
    "20,000 parameters": b"text/plain" + b";a=b" * 20_000,
    "a space before the sign": b"text/plain; charset =hex",
    "a parameter without a name": b"text/plain; =hex",
}


@APPS
@pytest.mark.parametrize("media", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_says_of_itself_nothing_that_can_be_read_is_not_read(ask: Callable[[Asked], Heard], media: bytes) -> None:
    assert is_problem(ask(typed(media)), 415, "unsupported_media_type")
    assert is_problem(
        ask(typed(media, b"/v1/games/0190f3c2-1111-4222-8333-444455556666/events")), 415, "unsupported_media_type"
    )


READABLE = {
    "JSON": b"application/json",
    "JSON in UTF-8": b"application/json; charset=utf-8",
    "as RFC 9110 writes it": b'text/html;Charset="utf-8"',
    "a form of Java": b"application/x-www-form-urlencoded; charset=ISO-8859-1",
    "a form in ASCII": b"application/x-www-form-urlencoded; charset=US-ASCII",
    "a form with a file": b'multipart/form-data; boundary="==x y=="',
    "a browser's form": b"multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
    "an empty parameter": b"application/json; ;",
    "another parameter": b'application/json;profile="a;b\\"c"; v=1',
    "nothing": b"",
    "no type": b"json",
}


@APPS
@pytest.mark.parametrize("media", READABLE.values(), ids=READABLE.keys())
def test_what_clients_really_send_is_no_reason_to_refuse_a_look(ask: Callable[[Asked], Heard], media: bytes) -> None:
    assert ask(typed(media)).status == 200


@APPS
def test_a_name_that_no_codec_has_is_not_remembered(ask: Callable[[Asked], Heard]) -> None:
    """Python caches each name that it looked up: a client could fill the memory of the process."""
    ask(typed(b"text/plain"))
    before = len(encodings._cache)  # type: ignore[attr-defined]  # where it keeps them
    for number in range(50):
        for media in (b"a/b; charset=unknown-%d", b"a/b; charset*=unknown-%d''x", b"a/b; name*=unknown-%d''x"):
            ask(typed(media % number))
    assert len(encodings._cache) == before  # type: ignore[attr-defined]  # as above


@pytest.mark.parametrize(
    ("ask", "place"),
    [
        (apps.web, "django.core.handlers.wsgi.WSGIRequest.__init__"),
        (apps.asgi, "django.core.handlers.asgi.ASGIHandler.handle"),
        (apps.streams, "django.core.handlers.asgi.ASGIRequest.__init__"),
    ],
    ids=["web", "asgi", "streams"],
)
def test_what_nobody_foresaw_is_answered_logged_and_counted(
    ask: Callable[[Asked], Heard],
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    client: Client,
) -> None:
    before = failures(client)
    # Before Django has a request, where no middleware catches errors.
    monkeypatch.setattr(place, break_down)
    heard = ask(Asked(path=b"/v1/games/0190f3c2-1111-4222-8333-444455556666/stream"))
    monkeypatch.undo()
    assert is_problem(heard, 500, "internal_error")
    assert heard.headers["access-control-allow-origin"] == "*"
    assert "nobody foresaw this" in caplog.text
    assert failures(client) == before + 1


NUL = {
    "a cookie of a session": (b"/admin/", "cookie", b'sessionid="\\000aaaaaaaa"'),
    "a cookie of the page on which apps are let in": (
        b"/oauth/authorize",
        "cookie",
        b'flipside_consent="\\000aaaaaaaa"',
    ),
    "a token of the API": (b"/v1/me", "authorization", b"Bearer \0aaaaaaaa"),
}


@APPS
@pytest.mark.parametrize(("path", "name", "value"), NUL.values(), ids=NUL.keys())
def test_what_no_database_stores_is_nobodys_secret(
    ask: Callable[[Asked], Heard], path: bytes, name: str, value: bytes
) -> None:
    assert ask(Asked("GET", path, b"", ((name, value),))).status < 500


def test_a_failure_within_a_view_is_counted_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = failures(client)
    monkeypatch.setattr("config.observability.health._answer", break_down)
    client.raise_request_exception = False
    assert client.get("/readyz").status_code == 500
    assert failures(client) == before + 1


def break_down(*_args: object, **_kwargs: object) -> None:
    raise RuntimeError("nobody foresaw this")


def failures(client: Client) -> float:
    """Return the metric of errors of the service."""
    lines = client.get("/metrics").content.decode().splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith("flipside_internal_errors_total ")]
    return float(value)
