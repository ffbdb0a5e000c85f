"""The checks and headers of every answer, through Django's whole stack."""

from time import thread_time
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.middleware.edge import edge


def test_a_live_process_says_so_without_the_database(client: Client) -> None:
    answer = client.get("/livez")
    assert answer.json() == {"status": "alive"}


@pytest.mark.parametrize("path", ["/livez", "/v1/rulesets", "/v1/nothing", "/docs", "/m/nothing"])
@pytest.mark.django_db
def test_every_answer_of_a_sandbox_says_that_it_is_one(client: Client, settings: Settings, path: str) -> None:
    for sandbox, said in ((True, "true"), (False, None)):
        settings.SANDBOX = sandbox
        assert client.get(path).headers.get("Flipside-Sandbox") == said


@pytest.mark.django_db
def test_a_migrated_service_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "database": "ok", "cache": "ok"})


@pytest.mark.django_db
def test_a_service_on_a_database_that_is_only_read_is_ready_for_looks_alone(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
    said = {"database": "read only", "cache": "ok"}
    commands, looks = client.get("/readyz"), client.get("/readyz/reads")
    assert (commands.status_code, commands.json()) == (503, {"status": "not ready", **said})
    assert (looks.status_code, looks.json()) == (200, {"status": "ready", **said})


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/readyz", "/readyz/reads"])
def test_a_service_without_its_tables_is_not_ready_for_anything(client: Client, path: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    answer = client.get(path)
    assert (answer.status_code, answer.json()["database"]) == (503, "not migrated")


@pytest.mark.django_db
def test_a_lost_broker_does_not_make_the_service_unready(client: Client, settings: Settings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["cache"]) == (200, "unreachable")


@pytest.mark.django_db
def test_production_on_a_forgetful_server_is_not_ready(client: Client, settings: Settings) -> None:
    settings.DURABLE_DATABASE = True
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) in {(503, "not durable"), (200, "ok")}


def test_nothing_is_kept_by_shared_caches_unless_its_view_says_so(client: Client) -> None:
    answer = client.get("/livez")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("host", ["", "elsewhere.example"])
def test_a_missing_or_foreign_host_is_a_problem(client: Client, host: str) -> None:
    answer = client.get("/livez", headers={"host": host}, SERVER_NAME="")
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_an_unknown_path_is_a_problem(client: Client) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.django_db
@pytest.mark.parametrize("end", ["", "/commands"])
def test_a_game_has_one_address_for_each_spelling_of_its_id_and_no_other(client: Client, end: str) -> None:
    name = str(uuid4())
    game = f"/v1/games/{name}"
    for address in (game, game.replace(name, name.upper())):
        found = client.get(address + end, {"nonsense": "1"})
        assert found.resolver_match.url_name == (end.strip("/") or "game")
        assert found.json()["code"] == ("method_not_allowed" if end else "bad_parameter")
        assert found.headers["X-Content-Type-Options"] == "nosniff"
    for near in (
        game.replace("-", ""),
        game.replace("/v1/", "/v1//"),
        f"{game}{end}/",
        f"{game}{end}%0A",
        f"{game}0{end}",
    ):
        assert client.get(near).json()["code"] == "not_found", near


def test_the_contract_is_served_as_committed(client: Client) -> None:
    answer = client.get("/openapi.yaml")
    assert answer.content.startswith(b"openapi: 3.1")
    assert answer.headers["Content-Type"] == "application/yaml"


@pytest.mark.django_db
def test_operators_have_a_door_with_sessions_of_its_own(client: Client) -> None:
    page = client.get("/admin/login/")
    assert page.status_code == 200
    assert "csrftoken" in page.cookies
    assert not client.get("/livez").cookies


@pytest.mark.django_db
def test_the_operators_door_refuses_a_form_from_elsewhere() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/admin/login/", {"username": "a", "password": "b"}).status_code == 403


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/games", "/v1/sign-in"])
def test_a_body_of_unknown_length_is_refused_on_every_route(client: Client, path: str) -> None:
    answer = client.post(path, headers={"Transfer-Encoding": "chunked"})
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


LONG = {
    "a form with a file": ("/oauth/authorize", "multipart/form-data; boundary=x"),
    "the button of a mail program": ("/m/unsubscribe/x", "multipart/form-data; boundary=x"),
    "a page of a link": ("/m/x", "application/x-www-form-urlencoded"),
    "a form of an app": ("/oauth/token", "application/x-www-form-urlencoded"),
    "the operators' door": ("/admin/login/", "multipart/form-data; boundary=x"),
    "the API": ("/v1/guests", "application/json"),
}


@pytest.mark.parametrize(("path", "media"), LONG.values(), ids=LONG.keys())
def test_a_body_that_nobody_needs_is_refused_before_any_of_it_is_read(client: Client, path: str, media: str) -> None:
    """Django has no limit for the files of a form: it writes all of them to the disk."""
    length = 64 * 1024 + 1
    answer = client.generic("POST", path, "unread", media, CONTENT_LENGTH=str(length))
    assert answer.status_code == 413
    assert answer.headers["Connection"] == "close"
    assert answer.wsgi_request.META["wsgi.input"].read(6) == b"unread"


@pytest.mark.django_db
def test_cookies_full_of_escapes_cost_nothing_and_hide_no_other(rf: RequestFactory) -> None:
    """Python took more than a second of its one thread to read such a cookie, wherever cookies are read at all."""
    heard: list[HttpRequest] = []

    def listen(request: HttpRequest) -> HttpResponse:
        heard.append(request)
        return HttpResponse()

    cookies = 'odd="' + "\\a" * 15_000 + '"; sessionid=abc; last=1'
    edge(listen)(rf.get("/oauth/authorize", headers={"cookie": cookies}))
    begun = thread_time()
    assert heard[0].COOKIES == {"sessionid": "abc", "last": "1"}
    assert thread_time() - begun < 0.2


@pytest.mark.django_db
def test_what_has_not_changed_keeps_its_type_and_its_styles(client: Client) -> None:
    """A browser replaces its stored headers by those of a 304: a reloaded page lost its styles."""
    page = client.get("/v1/rulesets/flip/rules", headers={"Accept": "text/html"})
    assert "style-src" in page["Content-Security-Policy"]
    again = client.get("/v1/rulesets/flip/rules", headers={"Accept": "text/html", "If-None-Match": page["ETag"]})
    assert again.status_code == 304
    for name, value in again.headers.items():
        assert page[name] == value or name == "X-Request-Id"
    assert not {"Content-Type", "Content-Security-Policy"} & set(again.headers)
