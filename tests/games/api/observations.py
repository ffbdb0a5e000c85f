"""Everything that can be observed of a game from outside: the answers to a viewer, and what operators read."""

from __future__ import annotations

import json
import logging
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from uuid import UUID, uuid5

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

import engine
from tests.contract.client import ContractClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from django.test import Client

FACES = ("R1", "R5", "Y0", "Y+1", "GS", "G7", "BR", "B9", "RF", "W", "W2", "p1", "wc")
ONCE = {"recorded_at", "updated_at", "since", "chain", "private_commitment"}
"""Members that differ for each new event: its time, also as `since`, and keyed hashes over it. A retry or a read
repeats them."""
FORM_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
"""Members that are masked anew in every page of the admin."""
NOW = re.compile(rb'"(server_now|exported_at)":"[^"]*"')
"""The time of the answer."""
PLACE = re.compile(rb'"cursor":"[^"]*"|id: [^\n]*')
"""The cursor of the stream of all games, which contains a time."""
MINIMAL = {"Prefer": "return=minimal"}
STREAMS = ("/stream", "/stream?after=1")


ENGINE = str(Path(engine.__file__).parent)


class Heard(NamedTuple):
    """The observable parts of one answer, its cost, and the log lines written meanwhile.

    `steps`: calls of engine functions. A viewer who asks often enough can measure by the time whether their number
    depends on other hands.
    """

    route: str
    status: int
    headers: dict[str, str]
    body: bytes
    statements: int
    steps: int
    said: tuple[str, ...]


class Steps:
    """Counts the calls of engine functions while it is entered."""

    def __init__(self) -> None:
        self.count = 0

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        self.count += event == "call" and frame.f_code.co_filename.startswith(ENGINE)

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)


class Listener(logging.Handler):
    """Collects the log records while it is entered."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line, and the traceback under it."""
        self.lines.append(self.format(record))

    def __enter__(self) -> Self:
        self.before = logging.root.level
        logging.root.setLevel(logging.INFO)
        logging.root.addHandler(self)
        return self

    def __exit__(self, *_error: object) -> None:
        logging.root.removeHandler(self)
        logging.root.setLevel(self.before)


def hear(client: Client, game: str, seats: int, others: Sequence[Client]) -> list[Heard]:
    """Make every request there is, after the others looked; roll back what an accepted command changed.

    By then the caches about options are filled, so that these take no further steps.
    """
    for other in others:
        for route in ("", "/events", "/rules"):
            other.get(f"/v1/games/{game}{route}")
    questions = _questions(client, game, seats) if isinstance(client, ContractClient) else _operators(client, game)
    return [_heard(route, ask) for route, ask in questions]


def _heard(route: str, ask: Callable[[], Any]) -> Heard:
    with transaction.atomic(), CaptureQueriesContext(connection) as statements, Listener() as listener:
        with Steps() as steps:
            answer = ask()
        transaction.set_rollback(True)
    if route.startswith("/v1/me/stream"):
        answer.content = PLACE.sub(b"", answer.content)
    body, headers = NOW.sub(b'"now":0', FORM_TOKEN.sub(b"", answer.content)), dict(answer.headers)
    del headers["X-Request-Id"]
    headers.pop("Expires", None)  # the time, in pages of the admin
    if "/commands" in route and answer.status_code == 200:
        headers.pop("ETag")
        told = json.loads(body)
        if any(entry["event"]["type"] == "flipped" for entry in told["events"]):
            told = "The fronts are seen by all from now on, so that the worlds may part."
        body = json.dumps(_without_once(told)).encode()
        headers["Content-Length"] = str(len(body))
    return Heard(route, answer.status_code, headers, body, len(statements), steps.count, tuple(listener.lines))


def _operators(client: Client, game: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    for path in ("/admin/games/game/", f"/admin/games/game/{game}/change/", f"/admin/games/game/{game}/history/"):
        yield path, partial(client.get, path)


def _questions(client: Any, game: str, seats: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    path = f"/v1/games/{game}"
    for route in ("/v1/games", "/v1/games?limit=1", "/v1/me/games", path, f"{path}/events", f"{path}/events?limit=3"):
        yield route, partial(client.get, route)
    last = client.get(path).json().get("version", 1)  # a viewer who gets no game still sends the requests
    past = [f"{path}/states/{version}" for version in range(last + 2)]
    for route in (
        *past,
        f"{past[last]}?as=open",
        f"{past[last]}?as=1",
        f"{path}?include=rounds",
        f"{path}/events?as=open",
        f"{path}/transcript",
        f"{path}/record",
        f"{path}/rules",
        f"{path}/invitations",
        f"{path}/orders",
        f"{path}/automatic-moves",
        "/v1/anchors",
        "/v1/me/export",
        "/v1/me/notifications",
        "/v1/me/vacation",
        "/v1/me/webhooks",
    ):
        yield route, partial(client.get, route)
    for route in ("/v1/me/stream", *(f"{path}{stream}" for stream in STREAMS)):
        yield route, partial(client.get, route)
    yield f"HEAD {path}", partial(client.head, path)
    yield f"OPTIONS {path}", partial(client.options, path)
    for route in (f"{path}/seats", f"{path}/bots", f"{path}/start"):
        yield route, partial(client.send, route)
    yield f"{path}/branches", partial(client.send, f"{path}/branches", {"version": last})
    yield f"{path}/invitations", partial(client.send, f"{path}/invitations", {"player": "Nobody"})
    yield f"{path}/orders/dry-run", partial(client.send, f"{path}/orders/dry-run", {"drawn_card": "keep"})
    asked: list[dict[str, object]] = [{"type": word} for word in ("draw", "pass", "accept", "challenge", "uno")]
    asked += [{"type": "catch", "seat": seat} for seat in range(seats)]
    asked += [{"type": "color", "color": color} for color in ("R", "p")]
    asked += [{"type": "play", "card": face} for face in FACES]
    asked += [{"type": "play", "card": "W", "color": "R"}, {"type": "play", "card": "R5", "handle": 3}]
    asked += [{"type": "vote", "motion": motion} for motion in ("abort", "pause")]
    asked += [{"type": word} for word in ("resign", "take_back", "doubt", "ask", "decline", "take")]
    for command, version in [*((command, None) for command in asked), (asked[0], 1), (asked[0], 9)]:
        name = json.dumps([command, version])
        body = {"command_id": str(uuid5(UUID(game), name)), "command": command, "expected_version": version}
        yield f"{path}/commands {name}", partial(client.send, f"{path}/commands", body)
        if command["type"] in {"draw", "play"}:
            yield f"{path}/commands {name}, minimal", partial(client.send, f"{path}/commands", body, headers=MINIMAL)


def _without_once(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_once(inner) for key, inner in value.items() if key not in ONCE}
    return [_without_once(inner) for inner in value] if isinstance(value, list) else value
