"""The games of the matrix: one for each phase, public or private, made when it is first asked for.

All of `identities.SEATS` have a seat. The player on seat 3 leaves it before the match, or resigns when it begins.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import engine
from games.models import Game
from games.services import bots, lobby
from games.store import archiver, quarantine
from players import invitations
from players.invitations import Invited, Kind
from players.models import Invitation
from tests.authorisation.identities import SEATS
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.authorisation.identities import Identities

TARGET = {"finished": 1, "archived": 1}
LONG_AGO = -86_400
"""Seconds. The events of these games happened yesterday, so that no limit on frequency applies."""
TRIES = 60


class GameFactory:
    """Games by kind and phase, each made once; `made` counts them."""

    def __init__(self, identities: Identities) -> None:
        self.identities = identities
        self.made = 0
        self._games: dict[tuple[str, str], UUID] = {}

    def set_up(self) -> None:
        """Make the games that must always exist because lists contain them."""
        self.game("mine", private=False)
        self.game("theirs", private=False)
        self.game("mine", private=True)

    def game(self, phase: str, *, private: bool) -> UUID:
        """Return the game in this phase."""
        return self.table("private" if private else "public", phase)

    def table(self, kind: str, phase: str) -> UUID:
        """Return the game of this kind: public, private or closed."""
        key = kind, phase
        if key not in self._games:
            with tables.travelled(LONG_AGO):
                self._games[key] = self._make(kind, phase)
            self.made += 1
        return self._games[key]

    def _make(self, kind: str, phase: str) -> UUID:
        for _ in range(TRIES):
            game = self._seated(kind, TARGET.get(phase, 500))
            if getattr(self, f"_{phase}")(game):
                return game
        raise AssertionError(f"no table comes to be {phase}")

    def _player(self, name: str) -> UUID:
        return self.identities.people[name].id

    def _seated(self, kind: str, target: int) -> UUID:
        spectators = {"public": "open", "private": None, "closed": "none"}[kind]
        host = self._player("host")
        game: UUID = tables.lobby_of(
            host, 5, private=kind == "private", spectators=spectators, target=target, standing_orders=True
        ).game.id
        code = tables.code_of(game)
        invitations.make(
            game_id=game, player_id=host, invited=Invited(Kind.PLAYER, self.identities.people["invt"].name), language=""
        )
        Invitation.objects.filter(game_id=game, kind=Kind.PLAYER).update(invited_id=self._player("invt"), next_at=None)
        for name in list(SEATS)[1:]:
            tables.sit(game, self._player(name), SEATS[name], code)
        return game

    def _lobby(self, game: UUID) -> bool:
        lobby.leave_seat(game_id=game, player=self._player("exst"), command_id=uuid4(), request_hash=tables.ASKED)
        return True

    def _full(self, game: UUID) -> bool:
        self._lobby(game)
        lobby.add_bot(
            game_id=game, player=self._player("host"), seat=3, bot="random", command_id=uuid4(),
            request_hash=tables.ASKED,
        )  # fmt: skip
        return True

    def _started(self, game: UUID) -> None:
        lobby.start(game_id=game, player=self._player("host"), command_id=uuid4(), request_hash=tables.ASKED)
        tables.send(game, self._player("exst"), engine.Resign())
        bots.move_bot_seats(game)

    def _play(self, game: UUID, until: Callable[[engine.Table], bool]) -> bool:
        """Play like good bots until the condition holds; return False if the round ends before."""
        names, dice = list(SEATS), engine.Dice(game.bytes)
        bot = engine.bot("sharp")
        for _ in range(2_000):
            table = tables.table_of(game)
            if until(table):
                return True
            if table.is_over or table.turn is None:
                return False
            if table.turn == SEATS["exst"]:
                bots.move_bot_seats(game, limit=1)
                continue
            legal = engine.legal_commands(table, table.turn)
            choice = bot.choose(engine.view(table, table.turn), legal, dice.below)
            tables.send(game, self._player(names[table.turn]), choice)
        return False

    def _mine(self, game: UUID) -> bool:
        self._started(game)
        return self._play(game, lambda table: _may_draw(table, SEATS["host"]))

    def _theirs(self, game: UUID) -> bool:
        self._started(game)
        return self._play(game, lambda table: _may_draw(table, SEATS["oppo"]))

    def _challenge(self, game: UUID) -> bool:
        self._started(game)
        return self._play(game, lambda table: table.phase is engine.Phase.CHALLENGE and table.turn == SEATS["host"])

    def _between(self, game: UUID) -> bool:
        self._started(game)
        return self._play(game, lambda table: table.phase is engine.Phase.ROUND_OVER)

    def _finished(self, game: UUID) -> bool:
        self._started(game)
        self._play(game, lambda table: table.is_over)
        return tables.table_of(game).is_over

    def _aborted(self, game: UUID) -> bool:
        self._started(game)
        for name in ("host", "oppo", "opst", "leav"):
            if not tables.table_of(game).is_over:
                tables.send(game, self._player(name), engine.Vote("abort"))
        return tables.table_of(game).is_over

    def _held(self, game: UUID) -> bool:
        return self._mine(game) and quarantine.add(game, "for a test")

    def _archived(self, game: UUID) -> bool:
        self._finished(game)
        tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
        others = [other for (_, phase), other in self._games.items() if phase in {"finished", "aborted"}]
        # A pending piece of work keeps these games from being archived.
        Game.objects.filter(id__in=others).update(quarantined_at="2026-01-01T00:00Z")
        archiver.run(timedelta(0), 60)
        Game.objects.filter(id__in=others).update(quarantined_at=None)
        return not tables.raw("SELECT 1 FROM event WHERE game_id = %s", game)


def _may_draw(table: engine.Table, seat: int) -> bool:
    legal = engine.legal_commands(table, seat) if table.turn == seat else []
    return any(isinstance(command, engine.Draw) for command in legal)


def branchable(game: UUID) -> int:
    """Return a version of a finished game at which a turn begins."""
    events = tables.events_of(game)
    for version in range(len(events), 0, -1):
        try:
            engine.check_branchable(events, version)
        except engine.NotBranchable:
            continue
        return version
    raise AssertionError("no turn begins anywhere")
