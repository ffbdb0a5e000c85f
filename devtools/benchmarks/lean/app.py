"""The leanest service, as a process of its own: `python -m devtools.benchmarks.lean.app PORT`, with DATABASE_URL.

A game is four hands of numbers; a move lays one on the pile and draws another.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Any

import django
import msgspec
import orjson
import psycopg
from django.conf import settings
from granian.constants import HTTPModes, Interfaces
from granian.server import Server
from psycopg.types.json import Jsonb, set_json_dumps, set_json_loads

from devtools.benchmarks.lean.database import APPEND, READ, SEATS, digest

settings.configure(
    SECRET_KEY="of-a-benchmark",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["*"],
    MIDDLEWARE=[],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()
set_json_loads(orjson.loads)
set_json_dumps(orjson.dumps)

from django.core.handlers.wsgi import WSGIHandler  # noqa: E402  these need the settings
from django.http import HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

if TYPE_CHECKING:
    from rest_framework.request import Request


class Lay(msgspec.Struct):
    """The body of a move: the index of the card in the hand, from 0."""

    card: int


_lay = msgspec.json.Decoder(Lay)


class _Own(threading.local):
    def __init__(self) -> None:
        self.connection = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, prepare_threshold=0)


_own = _Own()


class Game(APIView):
    """A look and a move."""

    def get(self, request: Request, game: int) -> HttpResponse:
        """Return the game."""
        seat, version, state = _read(request, game)
        return _view(state, version, seat)

    def post(self, request: Request, game: int) -> HttpResponse:
        """Make a move."""
        seat, version, state = _read(request, game)
        happened = _move(state, _lay.decode(request.body).card)
        written = [Jsonb(state), game, version, *map(Jsonb, happened)]
        if _own.connection.execute(APPEND, written).fetchone() is None:
            raise RuntimeError("somebody else has moved")
        return _view(state, version + len(happened), seat)


def _read(request: Request, game: int) -> Any:
    shown = request.META["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
    return _own.connection.execute(READ, [game, digest(shown)]).fetchone()


def _move(state: dict[str, Any], card: int) -> list[dict[str, int]]:
    seat, draw = state["turn"], state["draw"]
    hand = state["hands"][seat]
    laid, drawn = hand.pop(card), draw.pop(0)
    hand.append(drawn)
    draw.append(laid)
    state["pile"] = [*state["pile"][-3:], laid]
    state["turn"] = (seat + 1) % SEATS
    return [{"laid": laid}, {"drawn": drawn}]


def _view(state: dict[str, Any], version: int, seat: int) -> HttpResponse:
    counts = [len(hand) for hand in state["hands"]]
    hand = state["hands"][seat]
    legal = [{"card": number} for number in range(len(hand))]
    seen = {"version": version, "turn": state["turn"], "counts": counts, "pile": state["pile"], "hand": hand}
    body = orjson.dumps({**seen, "legal": legal})
    return HttpResponse(body, content_type="application/json", headers={"Content-Length": str(len(body))})


urlpatterns = [path("games/<int:game>", Game.as_view())]


def application() -> WSGIHandler:
    """Return the service."""
    return WSGIHandler()


if __name__ == "__main__":
    Server(
        "devtools.benchmarks.lean.app:application",
        "127.0.0.1",
        int(sys.argv[1]),
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=2,
        blocking_threads=4,
        blocking_threads_idle_timeout=600,
    ).serve(target_loader=application, wrap_loader=False)
