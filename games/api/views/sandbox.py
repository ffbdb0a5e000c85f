"""The routes of a sandbox: players, mails and the clock. Mounted with SANDBOX only."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Any
from uuid import UUID

import engine
from common.api.view import PRIVATE, answer, body_of
from common.http.errors import MalformedBody, RouteNotFound
from common.openapi.headers import IDEMPOTENCY_KEY, LOCATION
from common.openapi.operation import operation
from games import errors
from games.api import clocks
from games.api.cursors import sign, unsign
from games.api.views.base import GamesApiView, command_id_of, named, request_hash
from games.sandbox import mails, mode, people, positions, report, time_travel
from games.wire import option_names
from games.wire import sandbox as wire
from players.api.authentication import player_id
from players.errors import InvalidName, InvalidPreference, NameTaken
from players.limits import ACCOUNT
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


class SandboxView(GamesApiView):
    """Base: demands a token with the scopes of the account."""

    rate_class = ACCOUNT
    read_scopes = (ACCOUNT_READ,)
    write_scopes = (ACCOUNT_WRITE,)
    anonymous_may_read = False


class SandboxPlayersView(SandboxView):
    """Throw-away players."""

    body_type = wire.SandboxPlayersRequest

    @operation(
        "create_sandbox_players",
        tag="sandbox",
        summary="Create throw-away players",
        body=wire.SandboxPlayersRequest,
        answers={201: wire.SandboxPlayers},
        refusals=[
            RouteNotFound,
            errors.NotASandbox,
            errors.TooManySandboxPlayers,
            InvalidName,
            NameTaken,
            InvalidPreference,
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates up to ten players at once, with tokens.

        After seven days of real time they are erased with all their data.

        Only in a sandbox.
        """
        body = body_of(request, wire.SandboxPlayersRequest)
        mode.demand()
        wishes = [people.Wish(one.name, one.language or "", one.time_zone) for one in body.players]
        made = [
            wire.SandboxPlayer(id=str(one.id), name=one.name, email=one.email, token=one.token, until=one.until)
            for one in people.make(maker=player_id(request), wishes=wishes)
        ]
        return answer(wire.SandboxPlayers(players=made), status=201)


class SandboxGamesView(SandboxView):
    """Chosen positions."""

    body_type = wire.SandboxGameRequest

    @operation(
        "create_sandbox_game",
        tag="sandbox",
        summary="Start a match from a position",
        body=wire.SandboxGameRequest,
        answers={201: wire.SandboxGame},
        refusals=[
            RouteNotFound,
            errors.NotASandbox,
            errors.NotYourPlayer,
            errors.BadPosition,
            engine.BadNotation,
            *engine.RulesetError.__subclasses__(),
            errors.UnknownBot,
            errors.BadClock,
            errors.CommandIdReused,
        ],
        headers=[IDEMPOTENCY_KEY, LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Starts a private match from a position, played by your throw-away players and bots. Only in a sandbox.

        It behaves like any other game. Its origin, an id of zeros, marks it as chosen.
        """
        body = body_of(request, wire.SandboxGameRequest)
        mode.demand()
        command_id = command_id_of(request, body.command_id)
        wish = positions.Wish(
            position=body.position,
            options=option_names.to_engine(body.options),
            seats=[_seated(place, one) for place, one in enumerate(body.seats)],
            clock=clocks.wished(body.clock),
        )
        with option_names.refused_by_wire_name():
            outcome = positions.deal(
                maker=player_id(request),
                wish=wish,
                command_id=command_id,
                request_hash=request_hash("sandbox game", named(body, command_id)),
            )
        game = str(outcome.game.id)
        return answer(wire.SandboxGame(game=game), status=201, headers={**PRIVATE, "Location": f"/v1/games/{game}"})


class SandboxMailsView(SandboxView):
    """What throw-away players got by mail."""

    query_type = wire.SandboxMailsQuery

    @operation(
        "list_sandbox_mails",
        tag="sandbox",
        summary="Read the mails of your throw-away players",
        query=wire.SandboxMailsQuery,
        answers={200: wire.SandboxMails},
        refusals=[RouteNotFound, errors.NotASandbox, errors.NotYourPlayer, errors.BadCursor],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the mails that the service would have sent to your throw-away players, oldest first.

        Only in a sandbox.
        """
        query: wire.SandboxMailsQuery = self.query
        mode.demand()
        caller = player_id(request)
        players = people.of(caller)
        only = None if query.player is None else UUID(query.player)
        if only is not None:
            people.demand(caller, [only])
            players = {only}
        scope = f"sandbox/mails|{caller}|{only}"
        after: Any = 0 if query.cursor is None else unsign(query.cursor, scope=scope)[0]
        found = mails.read(players, after, query.limit)
        shown = [
            wire.SandboxMail(
                player=str(one.player), sent_at=one.sent_at, subject=one.subject, text=one.text, html=one.html
            )
            for one in found
        ]
        return answer(wire.SandboxMails(mails=shown, next=sign([found[-1].number if found else after], scope=scope)))


class SandboxClockView(SandboxView):
    """The clock."""

    @operation(
        "read_sandbox_clock",
        tag="sandbox",
        summary="Get the clock of the sandbox",
        answers={200: wire.SandboxClock},
        refusals=[RouteNotFound, errors.NotASandbox],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the time by which the sandbox decides everything. Only in a sandbox."""
        reading = time_travel.read()
        return answer(wire.SandboxClock(now=reading.now, ahead=int(reading.ahead.total_seconds())))


class SandboxAdvanceView(SandboxView):
    """Moving the clock."""

    body_type = wire.AdvanceRequest

    @operation(
        "advance_sandbox_clock",
        tag="sandbox",
        summary="Move the clock on",
        body=wire.AdvanceRequest,
        answers={200: wire.ClockAdvance},
        refusals=[RouteNotFound, errors.NotASandbox, errors.ClockBusy, errors.ClockTooFar],
    )
    def post(self, request: Request) -> HttpResponse:
        """Moves the clock of the whole sandbox forward. Whatever falls due on the way is done at its time.

        All users of the sandbox share one clock, and it never goes back. A request works for some seconds. If `left` is
        not 0, send that number as the next request: the clock does not pass a deadline that is not settled. Only in a
        sandbox.
        """
        body = body_of(request, wire.AdvanceRequest)
        by = timedelta(days=body.days, seconds=body.seconds)
        if not timedelta(0) < by <= timedelta(days=31):
            raise MalformedBody("The clock is moved by more than nothing and at most 31 days.")
        journey = time_travel.advance(by)
        news = report.between(journey.since, journey.now, people.of(player_id(request)))
        return answer(_shown(journey, news))


def _seated(place: int, seat: wire.SandboxSeat) -> UUID | str:
    """Return who is to sit there. Raises MalformedBody."""
    if seat.player is not None and seat.bot is None:
        return UUID(seat.player)
    if seat.bot is not None and seat.player is None:
        return seat.bot
    raise MalformedBody("On every seat sits a player or a bot: name one of them.", member=("seats", place))


def _shown(journey: time_travel.Journey, news: report.Report) -> wire.ClockAdvance:
    return wire.ClockAdvance(
        since=journey.since,
        now=journey.now,
        left=ceil(journey.left.total_seconds()),
        steps=journey.steps,
        games=[
            wire.GameNews(
                game=str(one.game),
                events=[wire.EventCount(type=kind, count=count) for kind, count in one.events],
            )
            for one in news.games
        ],
        messages=[wire.MessageCount(channel=channel, kind=kind, count=count) for channel, kind, count in news.messages],
        webhook_calls=[
            wire.CallCount(webhook=str(one.webhook), type=one.type, sent=one.sent, pending=one.pending, dead=one.dead)
            for one in news.calls
        ],
    )
