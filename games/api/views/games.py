"""Games: the list, a new table, one table."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import engine
from common.api.view import PRIVATE, answer, body_of
from common.http import errors as http_errors
from common.http.conditions import not_modified
from common.openapi.headers import ETAG, IDEMPOTENCY_KEY, IF_NONE_MATCH, LOCATION
from common.openapi.operation import operation
from games import errors
from games.api import clocks, present
from games.api.authentication import TokenWithGame, game_row
from games.api.cursors import sign, unsign
from games.api.views.base import GamesApiView, command_id_of, named, request_hash
from games.notifications import staleness
from games.reads import lists
from games.reads.lists import GameFilter
from games.services import get_game, lobby
from games.types import Speed, Status
from games.wire.accepted import GameCreated
from games.wire.games import Game, GamePage
from games.wire.requests import GameRequest, GamesQuery, MyGamesQuery
from players.api.authentication import caller_id, player_id

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


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

        With `mine`, `my_turn` or `can_act` it returns games in which you have a seat, private ones included. `player`
        shows the public games of one player, or with `mine` those that you share with them.
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
            ruleset=query.ruleset,
            edition=query.edition,
            speed=None if query.speed is None else Speed[query.speed.upper()],
            player=None if query.player is None else UUID(query.player),
        )
        if viewer is None and where.is_own:
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
            errors.SpectatorsAtPrivateTable,
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
        wish = lobby.TableWish(
            options=body.options,
            seats=body.seats,
            private=body.private,
            spectators=body.spectators,
            entropy=body.entropy,
            clock=clocks.wished(body.clock),
        )
        outcome = lobby.create_game(
            player=player,
            wish=wish,
            command_id=command_id,
            request_hash=request_hash("create", named(body, command_id)),
        )
        headers = {**PRIVATE, "Location": f"/v1/games/{outcome.game.id}", "ETag": present.tag(outcome, player)}
        return answer(present.created(outcome, command_id), status=201, headers=headers)


class GameView(GamesApiView):
    """One game."""

    authentication_classes = (TokenWithGame,)

    @operation(
        "read_game",
        tag="games",
        summary="Get a game",
        answers={200: Game, 304: None},
        refusals=[errors.GameNotFound, errors.NoSpectators, errors.GameQuarantined],
        headers=[IF_NONE_MATCH, ETAG],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the table as you may see it, and exactly the commands your seat may send now.

        Without a seat, what you see of a running match depends on the table's `spectators` setting. With `delayed` you
        see the game as it stood before the current round, with the version and chain of that moment. With `none` the
        request is refused until the match is over.
        """
        viewer = caller_id(request)
        state = get_game.get_game(game_id, viewer, game_row(request))
        tag = present.tag(state, viewer)
        headers = {**PRIVATE, "ETag": tag}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        staleness.note_seen(state, viewer)
        return answer(present.game(state), headers=headers)


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
