"""From what the service knows to what one viewer is shown.

Tables pass through `engine.view` and `engine.legal_commands` here, and leave by no other way; for events see
`games/wire/log.py`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

import engine
from common.http.etags import entity_tag, versioned_tag
from games.api import clocks
from games.errors import GameFinished, GameQuarantined, SeatHasResigned
from games.reads import lists, loan_offers
from games.reads.handles import handle_before
from games.services import closed_tables, loans
from games.services.commands import LENDERS
from games.types import SeatKind, Spectators, Status
from games.wire import log, option_names
from games.wire.accepted import CommandAccepted, GameCreated
from games.wire.commands import to_wire
from games.wire.games import Game, GamePage, GameSummary, Origin, Seat, TableSeat, Waiting
from games.wire.invitations import Invitation, InvitedTable
from games.wire.loans import Loan
from games.wire.rounds import RoundScore
from games.wire.states import State as PastTable
from games.wire.tables import table_view
from players import invitation_codes
from players.invitations import State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from games.reads.invitations import Invited
    from games.reads.one_game import PastState
    from games.types import Game as StoredGame
    from games.types import GameState, Outcome, SeatRecord
    from games.wire.games import ClockSummary
    from games.wire.since import SinceYouLooked
    from games.wire.words import SeatKindName, SpectatorsName, StatusName
    from players.models import Invitation as StoredInvitation

_STATUSES: dict[Status, StatusName] = {Status.LOBBY: "lobby", Status.RUNNING: "running", Status.FINISHED: "finished"}
_SPECTATORS: dict[Spectators, SpectatorsName] = {
    Spectators.NONE: "none",
    Spectators.DELAYED: "delayed",
    Spectators.OPEN: "open",
}
_KINDS: dict[SeatKind, SeatKindName] = {SeatKind.OPEN: "open", SeatKind.HUMAN: "human", SeatKind.BOT: "bot"}


def game(
    state: GameState,
    since: SinceYouLooked | UnsetType | None = UNSET,
    rounds: list[RoundScore] | UnsetType = UNSET,
) -> Game:
    """Return the game as `state.seat` (None: a spectator) may see it, with what else was asked for."""
    game, table, seat = state.game, state.table, state.seat
    moves = legal_commands(state)
    view = engine.view(table, seat, _hand_refusals(state))
    seats = [_table_seat(*both) for both in zip(game.seats, view.seats, strict=True)]
    return Game(
        **_facts(game, seat, seats, clocks.shown(state), can_act=bool(moves)),
        server_now=state.now,
        view=table_view(view),
        legal_commands=moves,
        table_commands=table_commands(state),
        since_you_looked=since,
        rounds=rounds,
    )


def rounds(ended: Sequence[engine.Event]) -> list[RoundScore]:
    """Return rounds that are over. Every field of their events is public."""
    told = (engine.redact(event, None) for event in ended)
    return [
        RoundScore(winner=one["winner"], side=one["side"], points=one["points"], totals=one["totals"]) for one in told
    ]


def _hand_refusals(state: GameState) -> list[engine.CardRefusal | None] | None:
    """Return why the cards of the asker's hand cannot be played, by card; None for spectators."""
    seat, table = state.seat, state.table
    if seat is None:
        return None
    refusal = _refusal_of_all(state.game, table, seat)
    return engine.hand_refusals(table, seat) if refusal is None else [refusal] * len(table.hands[seat])


def _refusal_of_all(game: StoredGame, table: engine.Table, seat: int) -> engine.CardRefusal | None:
    """Return why the service refuses every move of the seat, in the order of `games.services.commands`."""
    if game.is_quarantined:
        return engine.CardRefusal(code=GameQuarantined.code, paragraph=None)
    if seat in table.resigned:
        return engine.CardRefusal(code=SeatHasResigned.code, paragraph=None)
    if game.status is Status.FINISHED:
        return engine.CardRefusal(code=GameFinished.code, paragraph=GameFinished.paragraph)
    return None


def status(of: Status) -> StatusName:
    """Return the status by name."""
    return _STATUSES[of]


def summary(item: lists.GameSummary) -> GameSummary:
    """Return the game as lists show it."""
    game, clock = item.game, clocks.summary(item.game.control)
    seats = [Seat(**seat_members(record)) for record in game.seats]
    facts = _facts(game, item.seat, seats, clock, can_act=item.can_act)
    return GameSummary(**facts, table=item.table)  # type: ignore[arg-type]  # stored in the form in which it is sent


def waiting(seats: Sequence[int], since: datetime | None) -> Waiting | None:
    """Return for whom a match waits; None if for nobody."""
    return Waiting(seats=list(seats), since=since) if seats and since is not None else None


def page(found: lists.Page, following: str | None) -> GamePage:
    """Return a page of games; `following` is the signed cursor of the next one."""
    return GamePage(games=[summary(item) for item in found.items], server_now=found.now, next=following)


def invitation(found: StoredInvitation, game: StoredGame | None, viewer: UUID | None) -> Invitation:
    """Return an invitation as `viewer` may see it. `game`: its table, None if the invitation is known to be open."""
    over = found.state == State.OPEN and game is not None and not game.has_room
    return Invitation(
        code=invitation_codes.written(found.code),
        link=invitation_codes.link(found.code),
        kind=found.kind,  # type: ignore[arg-type]  # the words of the model
        state="expired" if over else found.state,  # type: ignore[arg-type]
        player=found.wanted or None,
        email=(found.email or None) if viewer == found.player_id else None,
        invited_by=found.player.name,
        created_at=found.created_at,
        expires_at=found.expires_at,
    )


def invited_table(found: Invited, viewer: UUID | None) -> InvitedTable:
    """Return an invitation with its table, which has room."""
    state = found.state
    return InvitedTable(
        invitation=invitation(found.invitation, state.game, viewer),
        game=summary(lists.GameSummary(state.game, state.seat, can_act=False, table=None)),
    )


def loan(found: loans.Found) -> Loan:
    """Return the loan of a seat. Only its player sees the code of an offer, and whom they have named."""
    one, game = found.loan, found.game
    offered = one if one is not None and one.borrower is None else None
    mine = offered if found.is_lender else None
    return Loan(
        game=str(game.id),
        seat=found.seat,
        state="none" if one is None else "lent" if offered is None else "offered",
        hours=None if one is None else one.hours,
        ruleset=game.ruleset,
        edition=game.edition,
        lender=game.seats[found.seat].name,
        borrower=None if one is None or one.borrower is None else one.borrower.name,
        player=None if mine is None else mine.wanted or None,
        code=None if mine is None else invitation_codes.written(mine.code),
        link=None if mine is None else loan_offers.link(mine),
        lapses_at=None if offered is None else offered.lapses_at,
        lent_until=None if one is None else one.until_at,
    )


def legal_commands(state: GameState) -> list[dict[str, object]]:
    """Return what `state.seat` may send now, in the form in which it is sent."""
    seat = _accepted_seat(state)
    return [] if seat is None else [to_wire(command) for command in engine.legal_commands(state.table, seat)]


def table_commands(state: GameState) -> list[dict[str, object]]:
    """Return what `state.seat` may send besides moves."""
    seat = _accepted_seat(state)
    found = [] if seat is None else engine.table_commands(state.table, seat)
    return [to_wire(command) for command in found if not (state.game.borrowed and isinstance(command, LENDERS))]


def _accepted_seat(state: GameState) -> int | None:
    """Return the asker's seat; None if the service refuses all commands of theirs."""
    refused = state.game.is_quarantined or state.seat in state.table.resigned
    return None if refused else state.seat


def accepted(outcome: Outcome, command_id: UUID, *, minimal: bool = False) -> CommandAccepted:
    """Return the answer to a command, without the game if it is to be `minimal`."""
    return CommandAccepted(**_result(outcome, command_id), game=UNSET if minimal else game(outcome))


def created(outcome: Outcome, command_id: UUID) -> GameCreated:
    """Return the answer to a command that created a game."""
    return GameCreated(**_result(outcome, command_id), game=game(outcome))


def state(past: PastState, game_id: UUID) -> PastTable:
    """Return the table as `past.viewer` knew it."""
    is_open = past.viewer == engine.OPEN
    view = engine.view(past.table, None if is_open else past.viewer)
    return PastTable(
        id=str(game_id),
        version=past.table.version,
        chain=past.chain.hex(),
        recorded_at=past.recorded_at,
        first_seq=past.first_seq,
        last_seq=past.last_seq,
        seen_by="open" if is_open else past.viewer,
        turn=view.turn,
        seats=view.seats,
        view=table_view(view),
        open=engine.open_table(past.table) if is_open else None,
    )


def tag_of_past(past: PastState, game_id: UUID, viewer: UUID | None) -> str:
    """Return the entity tag of `state(past)` for `viewer`."""
    return entity_tag(viewer, "state", past.viewer, game_id, past.table.version, past.chain, engine.ENGINE_VERSION)


def tag(state: GameState, viewer: UUID | None, *also: object) -> str:
    """Return the entity tag of `game(state)` for `viewer`, without making the view. `also`: what more it depends on."""
    game = state.game
    shown = [[seat.seat, seat.kind, seat.player, seat.name, seat.bot, seat.lent_until] for seat in game.seats]
    return versioned_tag(
        game.version,
        (viewer, game.id),
        game.chain,
        game.status,
        state.seat,
        game.deadline_at,
        game.is_quarantined,
        shown,
        engine.ENGINE_VERSION,
        *also,
    )


def _result(outcome: Outcome, command_id: UUID) -> dict[str, Any]:
    return {
        "command_id": str(command_id),
        "replayed": outcome.replayed,
        "events": log.entries(
            outcome.events,
            outcome.game.status,
            outcome.seat,
            outcome.table.hands_shown_to(outcome.seat),
            since=outcome.game.since(outcome.seat),
            backs_open=outcome.table.backs_open,
            first_handle=partial(handle_before, outcome, outcome.events),
        ),
        "version": outcome.game.version,
        "chain": outcome.game.chain.hex(),
    }


def _facts(
    game: StoredGame, seat: int | None, seats: Sequence[Seat], clock: ClockSummary | None, *, can_act: bool
) -> dict[str, Any]:
    return {
        "id": str(game.id),
        "status": _STATUSES[game.status],
        "private": game.private,
        "spectators": _SPECTATORS[game.spectators],
        "min_reliability": game.min_reliability,
        "ruleset": game.ruleset,
        "edition": game.edition,
        "options": option_names.to_wire(game.option_set.changed),
        "seats": seats,
        "open_seats": game.open_seats,
        "host": game.host,
        "clock": clock,
        "turn": game.turn_seat,
        "waiting": waiting(game.waits_for, game.asked_at),
        "your_seat": seat,
        "your_turn": seat is not None and seat == game.turn_seat,
        "can_act": can_act,
        "vacant_seats": list(game.vacant),
        "version": game.version,
        "chain": game.chain.hex(),
        "deadline_at": game.deadline_at,
        "quarantined": game.is_quarantined,
        "origin": None
        if game.origin is None
        else Origin(game=str(game.origin.game), version=game.origin.version, future=game.origin.future),
        "rematch_of": None if game.rematch_of is None else str(game.rematch_of),
        "series": None if game.series_id is None else str(game.series_id),
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "closes_at": closed_tables.closes_at(game),
    }


def seat_members(record: SeatRecord) -> dict[str, Any]:
    """Return the members of a seat and its player."""
    player = None if record.player is None else str(record.player)
    return {
        "seat": record.seat,
        "kind": _KINDS[record.kind],
        "player_id": player,
        "name": record.name,
        "bot": record.bot,
        "lent_until": record.lent_until,
    }


def _table_seat(record: SeatRecord, seen: engine.SeatView) -> TableSeat:
    return TableSeat(
        **seat_members(record),
        cards=seen.cards,
        backs=seen.backs,
        fronts=seen.fronts if isinstance(seen, engine.PartnerView) else UNSET,
        uno=seen.uno,  # type: ignore[arg-type]  # one of the engine's words
        score=seen.score,
        out=seen.out,
        team=seen.team,
        autopilot=seen.autopilot,
        resigned=seen.resigned,
    )
