"""Every answer has the id of its request, and so has every log line that is written for it."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from threading import Thread
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from django.test import Client

from common.http import request_ids
from config.middleware.entrance import Entrance
from config.observability.logging import logging_config
from tests.config import apps
from tests.config.apps import Asked, Heard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db

APPS = pytest.mark.parametrize("ask", [apps.web, apps.asgi, apps.streams], ids=["web", "asgi", "streams"])
MADE = re.compile("[0-9a-f]{32}")
ANSWERS = {
    "a probe": (200, Asked()),
    "an unknown path": (404, Asked(path=b"/nowhere")),
    "a charset nobody knows": (415, Asked(headers=(("content-type", b"text/plain; charset=hex"),))),
    "a chunked body": (411, Asked("POST", b"/v1/guests", headers=(("transfer-encoding", b"chunked"),))),
    "a foreign host": (400, Asked(headers=(("host", b"elsewhere.example"),))),
}
PLAIN = [
    b"7",
    b"0190f3c2-1111-7222-8333-444455556666",
    b"Root=1-67891233-abcdef012345678912345678",
    b"a.b_c:d/e+f=",
    b"x" * 128,
]
HOSTILE = [
    b"",
    b" ",
    b"x" * 129,
    b"x" * 20_000,
    b"two words",
    b"a,b",
    b'a"b',
    b"a'b",
    b"<b>",
    b"a\tb",
    b"a\r\nSet-Cookie: x=1",
    b"a\n",
    b'a\n{"event": "forged"}',
    b"\x1b[2J",
    b"a\x00",
    b"\xe9",
    "ï".encode(),
    b"${jndi:ldap://x}",
    b"%0d%0a",
]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Yield what is logged, as lines of JSON in the form of production."""
    for ask in (apps.web, apps.asgi, apps.streams):
        ask(Asked())  # the first request configures logging
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    config = logging_config("json", "INFO")["formatters"]["line"]
    handler.setFormatter(config.pop("()")(**config))
    logging.root.addHandler(handler)
    yield written
    logging.root.removeHandler(handler)


def asked_with(given: bytes, path: bytes = b"/livez") -> Asked:
    return Asked(path=path, headers=(("x-request-id", given),))


@APPS
@pytest.mark.parametrize(("status", "asked"), ANSWERS.values(), ids=ANSWERS.keys())
def test_an_answer_has_a_new_id(ask: Callable[[Asked], Heard], status: int, asked: Asked) -> None:
    first, second = ask(asked), ask(asked)
    ids = {one.headers["x-request-id"] for one in (first, second)}
    assert first.status in {status, 404}  # the streams process has no other routes
    assert len(ids) == 2
    assert all(MADE.fullmatch(one) for one in ids)


@APPS
@pytest.mark.parametrize("given", PLAIN)
def test_a_plain_id_of_the_client_is_kept(ask: Callable[[Asked], Heard], given: bytes) -> None:
    for _, asked in ANSWERS.values():
        heard = ask(asked._replace(headers=(*asked.headers, ("x-request-id", given))))
        assert heard.headers["x-request-id"] == given.decode()


@APPS
@pytest.mark.parametrize("given", HOSTILE)
def test_anything_else_is_replaced(ask: Callable[[Asked], Heard], given: bytes) -> None:
    assert MADE.fullmatch(ask(asked_with(given)).headers["x-request-id"])


@APPS
def test_two_ids_in_one_request_are_none(ask: Callable[[Asked], Heard]) -> None:
    heard = ask(Asked(headers=(("x-request-id", b"one"), ("x-request-id", b"two"))))
    assert MADE.fullmatch(heard.headers["x-request-id"])


VIEW = "config.observability.health.JsonResponse"
EDGE = "config.middleware.edge._refusal"
DJANGO = "django.core.handlers.base.BaseHandler.get_response"


@pytest.mark.parametrize(
    ("ask", "broken"),
    [
        *((ask, place) for ask in (apps.web, apps.asgi, apps.streams) for place in (VIEW, EDGE)),
        *((ask, DJANGO) for ask in (apps.web, apps.streams)),
    ],
)
def test_an_internal_error_is_answered_and_logged_under_the_id(
    ask: Callable[[Asked], Heard], broken: str, log: io.StringIO
) -> None:
    ask(asked_with(b"earlier"))  # of the same thread
    with mock.patch(broken, side_effect=RuntimeError("broken")):
        heard = ask(asked_with(b"mine"))
    assert (heard.status, heard.headers["x-request-id"]) == (500, "mine")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    failed = [line for line in lines if line["level"] == "error"]
    assert failed
    assert {line["request_id"] for line in failed} == {"mine"}


@APPS
@pytest.mark.parametrize("given", HOSTILE)
def test_a_hostile_id_gets_into_no_log_line(ask: Callable[[Asked], Heard], given: bytes, log: io.StringIO) -> None:
    with mock.patch(VIEW, side_effect=RuntimeError("broken")):
        ask(asked_with(given))
    lines = log.getvalue().splitlines()
    assert lines
    assert all(MADE.fullmatch(json.loads(line)["request_id"]) for line in lines)


def test_a_line_that_no_request_caused_has_no_id(log: io.StringIO) -> None:
    Client().get("/livez", headers={"X-Request-Id": "mine"})
    worker = Thread(target=logging.getLogger("games").error, args=("by the worker",))
    worker.start()
    worker.join()
    (line,) = (json.loads(line) for line in log.getvalue().splitlines() if "by the worker" in line)
    assert "request_id" not in line


def test_concurrent_requests_keep_their_ids_apart() -> None:
    async def application(_scope: object, _receive: object, send: Any) -> None:
        await asyncio.sleep(0)  # lets the other request begin
        current = request_ids.current.get() or ""
        await send({"type": "http.response.start", "status": 200, "headers": [(b"current", current.encode())]})

    async def ask(given: bytes) -> list[tuple[bytes, bytes]]:
        heard: list[Any] = []

        async def send(message: Any) -> None:
            heard.extend(message["headers"])

        scope = {"type": "http", "path": "/", "query_string": b"", "headers": [(b"x-request-id", given)]}
        await Entrance(application)(scope, None, send)
        return heard

    async def both() -> Any:
        return await asyncio.gather(ask(b"one"), ask(b"two"))

    assert asyncio.run(both()) == [[(b"current", name), (b"x-request-id", name)] for name in (b"one", b"two")]


def test_other_sites_may_send_and_read_it() -> None:
    asking = {"origin": "https://cards.example", "access-control-request-method": "POST"}
    answer = Client().options("/v1/games", headers=asking)
    assert "X-Request-Id" in answer["Access-Control-Allow-Headers"].split(", ")
    assert answer["Access-Control-Expose-Headers"] == "*"
    assert MADE.fullmatch(answer["X-Request-Id"])
