"""Games: the list, a new table, one table."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import UNSET

import engine
from common.api.view import PRIVATE, answer, body_of
from common.http import errors as http_errors
from common.http.conditions import not_modified
from common.openapi.headers import (
    ACCEPT_LANGUAGE,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    LOCATION,
    reply_header,
)
from common.openapi.operation import operation
from common.translations import language_of
from games import errors, matchmaking
from games.api import clocks, present
from games.api.authentication import TokenWithGame, game_row
from games.api.cursors import sign, unsign
from games.api.since import since_you_looked
from games.api.views.base import GamesApiView, command_id_of, named, request_hash
from games.notifications import staleness
from games.reads import lists, since_looked
from games.reads.lists import GameFilter
from games.reads.rounds import rounds_of
from games.services import get_game, lobby
from games.types import Speed, Status
from games.wire import option_names
from games.wire.accepted import GameCreated
from games.wire.games import Game, GamePage
from games.wire.requests import GameQuery, GameRequest, GamesQuery, MyGamesQuery
from players.api.authentication import caller_id, player_id

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from games.types import GameState


class GamesView(GamesApiView):
    """The list of games, and the door to a new one."""

    query_type = GamesQuery
    body_type = GameRequest

    @operation(
        "list_games",
        tag="games",
        summary="List games",
        query=GamesQuery,
        answers={200: GamePage},
        refusals=[errors.BadCursor, http_errors.NotAuthenticated],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns public games, newest first.

        With `mine`, `my_turn` or `can_act` it returns games in which you play a seat, private ones included. `player`
        shows the public games of one player, or with `mine` those that you share with them. `suits_me` leaves out
        tables that ask for more reliability than yours, and those at which a player sits whom you have blocked.
        """
        query: GamesQuery = self.query
        viewer = caller_id(request)
        status = None if query.status is None else Status[query.status.upper()]
        where = GameFilter(
            status=status,
            mine=query.mine,
            my_turn=query.my_turn,
            can_act=query.can_act,
            open_seats=query.open_seats,
            substitute=query.substitute,
            ruleset=query.ruleset,
            edition=query.edition,
            speed=None if query.speed is None else Speed[query.speed.upper()],
            player=None if query.player is None else UUID(query.player),
            suits_me=query.suits_me,
        )
        if viewer is None and (where.is_own or where.suits_me):
            raise http_errors.NotAuthenticated
        scope = f"games|{viewer}|{where}"
        found = lists.list_games(viewer, where, _position(query.cursor, scope), query.limit)
        return answer(present.page(found, _next(found.next_cursor, scope)))

    @operation(
        "create_game",
        tag="games",
        summary="Create a table",
        body=GameRequest,
        answers={201: GameCreated},
        refusals=[
            *engine.RulesetError.__subclasses__(),
            errors.BadClock,
            errors.BadSeek,
            errors.SpectatorsAtPrivateTable,
            errors.TooUnreliable,
            errors.CommandIdReused,
        ],
        headers=[IDEMPOTENCY_KEY, ETAG, LOCATION],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a table and seats you on seat 0.

        Repeating the request with the same `command_id` returns the same table.
        """
        body = body_of(request, GameRequest)
        player = player_id(request)
        command_id = command_id_of(request, body.command_id)
        if body.open_to_seeks and body.private:
            raise errors.BadSeek(member="open_to_seeks", reason="only a public table can be filled from seeks")
        wish = lobby.TableWish(
            options=option_names.to_engine(body.options),
            seats=body.seats,
            private=body.private,
            spectators=body.spectators,
            entropy=body.entropy,
            clock=clocks.wished(body.clock),
            min_reliability=body.min_reliability,
        )
        with option_names.refused_by_wire_name():
            outcome = lobby.create_game(
                player=player,
                wish=wish,
                command_id=command_id,
                request_hash=request_hash("create", named(body, command_id)),
            )
        if body.open_to_seeks:
            matchmaking.open_to_seeks(outcome.game.id)
        headers = {**PRIVATE, "Location": f"/v1/games/{outcome.game.id}", "ETag": present.tag(outcome, player)}
        return answer(present.created(outcome, command_id), status=201, headers=headers)


class GameView(GamesApiView):
    """One game."""

    query_type = GameQuery

    authentication_classes = (TokenWithGame,)

    @operation(
        "read_game",
        tag="games",
        summary="Get a game",
        query=GameQuery,
        answers={200: Game, 304: None},
        refusals=[errors.GameNotFound, errors.NoSpectators, errors.GameQuarantined],
        headers=[IF_NONE_MATCH, ACCEPT_LANGUAGE, ETAG, reply_header("Content-Language", 200)],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the table as you may see it, and exactly the commands your seat may send now.

        Without a seat, what you see of a running match depends on the table's `spectators` setting. With `delayed` you
        see the game as it stood before the current round, with the version and chain of that moment. With `none` the
        request is refused until the match is over.
        """
        query: GameQuery = self.query
        viewer = caller_id(request)
        state = get_game.get_game(game_id, viewer, game_row(request))
        if query.include == "since_you_looked":
            return _with_news(request, state, viewer)
        headers = {**PRIVATE, "ETag": present.tag(state, viewer)}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        staleness.note_seen(state, viewer)
        rounds = UNSET if query.include is None else present.rounds(rounds_of(state))
        return answer(present.game(state, rounds=rounds), headers=headers)


def _with_news(request: Request, state: GameState, viewer: UUID | None) -> HttpResponse:
    """Return the game with what happened since its viewer looked, in the language they read."""
    news = None if viewer is None or state.seat is None else since_looked.since_looked(state, viewer)
    accepted = request.META.get("HTTP_ACCEPT_LANGUAGE")
    preferred = news.language if news is not None and accepted is None else ""
    language = language_of(preferred or None, accepted)
    headers = {
        **PRIVATE,
        "Vary": "Authorization, Accept-Language",
        "ETag": present.tag(state, viewer, language, None if news is None else news.after),
    }
    kept = not_modified(request, headers)
    if kept is not None:
        return kept
    staleness.note_seen(state, viewer)
    told = None if news is None else since_you_looked(state, news, language)
    return answer(present.game(state, told), headers={**headers, "Content-Language": language})


class MyGamesView(GamesApiView):
    """The caller's games."""

    query_type = MyGamesQuery
    anonymous_may_read = False

    @operation(
        "list_my_games",
        tag="games",
        summary="List your games by urgency",
        query=MyGamesQuery,
        answers={200: GamePage},
        refusals=[errors.BadCursor],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns your games: those in which you must act, most urgent first; then running, open and finished ones."""
        query: MyGamesQuery = self.query
        player = player_id(request)
        scope = f"me/games|{player}"
        found = lists.my_games(player, _position(query.cursor, scope), query.limit)
        return answer(present.page(found, _next(found.next_cursor, scope)))


def _position(cursor: str | None, scope: str) -> str | None:
    if cursor is None:
        return None
    position: str = unsign(cursor, scope=scope)[0]  # type: ignore[assignment]  # signed by us
    return position


def _next(position: str | None, scope: str) -> str | None:
    return None if position is None else sign([position], scope=scope)
