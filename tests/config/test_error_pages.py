"""Every error has our own form: a problem, or a small page where readers are people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.test import Client
from django.urls import URLResolver, get_resolver

from players.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND")
DIALECTS = ("/oauth/token", "/oauth/revoke", "/oauth/introspect", "/.well-known/")
"""Addresses for libraries that do not know problems: errors are JSON all the same."""
PAGES = ("/m/", "/oauth/authorize", "/admin/")
"""Addresses for people."""
IDS = {"uuid": "0190f3c2-1111-4222-8333-444455556666", "digit": "1", "version": "3", "int": "1", "path": "x/y"}
FILES = ("/static/admin/css/base.css", "/static/nothing.css", "/static/")
BY_DJANGO = ("Page not found", "Forbidden (403)", "Not Found</h1>", "Server Error (500)", "DEBUG", "Traceback")


def addresses() -> list[str]:
    """Return one address of every route, with and without a slash at the end, and one without a route."""
    found = {f"/{one}" for one in _routes(get_resolver(), "")}
    # Of the tables in the admin, all of which have the same pages, one.
    found = {path for path in found if not re.match(r"/admin/\w+/(?!player/)\w+/", path)}
    found |= {"/", "/nowhere", "/v1/", "/v1/nowhere", "/admin", "/admin/nowhere", "/admin/players/", *FILES}
    return sorted({*found, *(path.rstrip("/") if path.endswith("/") else f"{path}/" for path in found)})


def _routes(resolver: Any, before: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        written = re.sub(r"[\^$]", "", str(entry.pattern))
        route = before + re.sub(r"<(?:(\w+):)?\w+>", lambda found: IDS.get(found[1] or "", "x"), written)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, route)
        elif "(" not in route:
            yield route


@pytest.fixture(params=[False, True], ids=["", "debugged"])
def _debugged(request: pytest.FixtureRequest, settings: Settings) -> None:
    settings.DEBUG = request.param


@pytest.fixture
def operator() -> Client:
    """Return the client of an operator who may see everything in the admin."""
    olga = Player.objects.create(name="Olga", is_staff=True, is_superuser=True)
    client = Client(raise_request_exception=False)
    client.force_login(olga, "django.contrib.auth.backends.ModelBackend")
    return client


def heard(client: Client, method: str, path: str, **headers: str) -> HttpResponse:
    """Return the whole answer."""
    answer = client.generic(method, path, headers=headers)
    if answer.streaming:
        answer.getvalue()
    return answer


def wrongs(path: str, method: str, answer: HttpResponse) -> Iterator[str]:
    """Yield the faults of an answer that is an error."""
    if answer.status_code < 400:
        return
    where = f"{method} {path}: {answer.status_code} {answer.get('Content-Type')}"
    body = b"" if answer.streaming else answer.content
    kind = answer.get("Content-Type", "").partition(";")[0]
    if path.startswith(PAGES):
        wanted = {"text/html", "application/problem+json"} if path.startswith("/oauth") else {"text/html"}
        if kind == "text/html" and (method != "HEAD") and (b"Flipside" not in body or b"<h1" not in body):
            yield f"{where}: is no page of ours"
    else:
        wanted = (
            {"application/json", "application/problem+json"}
            if path.startswith(DIALECTS)
            else {"application/problem+json"}
        )
    if kind not in wanted:
        yield f"{where}: comes as {kind}"
    if method != "HEAD" and not body:
        yield f"{where}: says nothing"
    if answer.status_code == 405 and not answer.get("Allow"):
        yield f"{where}: does not say what is allowed"
    if any(words.encode() in body for words in BY_DJANGO):
        yield f"{where}: {body[:80]!r}"


@pytest.mark.parametrize(("method", "debug"), [*((method, False) for method in METHODS), ("GET", True), ("POST", True)])
def test_every_route_refuses_in_our_words_whatever_the_method(
    operator: Client, settings: Settings, method: str, *, debug: bool
) -> None:
    settings.DEBUG = debug
    faults = []
    for path in addresses():
        answer = heard(operator, method, path)
        faults += wrongs(path, method, answer)
        assert answer.status_code < 500, path
    assert faults == []


@pytest.mark.parametrize(
    "path",
    [
        "/livez",
        "/readyz",
        "/readyz/reads",
        "/metrics",
        "/openapi.yaml",
        "/verify",
        "/verify/",
        "/verify/page.js",
        "/static/admin/css/base.css",
        "/docs",
        "/docs/errors",
        "/docs/errors/not_found",
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_what_is_only_to_be_looked_at_says_so(client: Client, path: str, method: str) -> None:
    answer = heard(client, method, path)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert set(answer["Allow"].split(", ")) - {"OPTIONS"} == {"GET", "HEAD"}


@pytest.mark.parametrize(
    "path", ["/livez", "/metrics", "/openapi.yaml", "/verify/", "/static/admin/css/base.css", "/docs"]
)
def test_a_look_without_the_body_is_a_look(client: Client, path: str) -> None:
    assert heard(client, "HEAD", path).status_code == heard(client, "GET", path).status_code == 200


def test_a_part_of_a_file_is_not_served_and_is_no_error(client: Client) -> None:
    for part in ("bytes=0-9", "bytes=9-1", "bytes=999999999-", "bytes=x", "lines=1-2"):
        assert heard(client, "GET", "/static/admin/css/base.css", Range=part).status_code == 200


@pytest.mark.usefixtures("_debugged")
@pytest.mark.parametrize(
    ("error", "status"), [(PermissionDenied, 403), (SuspiciousOperation, 400), (RuntimeError, 500), (KeyError, 500)]
)
@pytest.mark.parametrize(
    "path",
    ["/livez", "/v1/games", "/openapi.yaml", "/oauth/token", "/.well-known/oauth-authorization-server", "/admin/"],
)
def test_a_view_that_fails_fails_in_our_words(
    operator: Client,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    status: int,
    path: str,
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise error("SECRET words")

    monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", fail)
    answer = operator.get(path)
    assert answer.status_code == status
    assert b"SECRET" not in answer.content
    assert list(wrongs(path.replace("/oauth/token", "/v1/x"), "GET", answer)) == []


@pytest.mark.usefixtures("_debugged")
def test_a_form_of_the_admin_from_elsewhere_is_refused_with_a_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert list(wrongs("/admin/login/", "POST", answer)) == []


@pytest.mark.usefixtures("_debugged")
@pytest.mark.parametrize("path", ["/livez", "/v1/games", "/admin/"])
def test_a_host_of_somebody_else_is_refused_in_our_words(path: str) -> None:
    answer = Client(headers={"host": "elsewhere.example"}).get(path)
    assert answer.status_code == 400
    assert list(wrongs(path, "GET", answer)) == []
    assert b"elsewhere" not in answer.content


@pytest.mark.usefixtures("_debugged")
@pytest.mark.parametrize("path", ["/m/unsubscribe/x", "/m/stay/x", "/m/x", "/oauth/authorize"])
def test_a_form_that_cannot_be_read_meets_a_page_where_people_are(
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise SuspiciousOperation("SECRET words")

    for place in (
        "games.pages.unsubscribe.unsubscribe_links.read",
        "games.pages.keep_account.leaving_links.read",
        "games.pages.views.visit",
        "players.oauth.requests.read",
    ):
        monkeypatch.setattr(place, fail)
    answer = Client().post(path)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")
    assert list(wrongs(path, "POST", answer)) == []
