"""Rematches: a match is offered again, its people answer when they come by, and the last yes founds the next match.

The row of the offer is locked while somebody answers, and the next match is founded in the transaction of the answer
that completes it: of two last answers at once one founds it, and a killed process leaves either both or neither.
A table whose free seats are filled from seeks is founded likewise, and the job of matchmaking goes on with it.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4, uuid5

from django.db import transaction

import engine
from common import clock
from games import errors, hints, rematches
from games.models import Rematch, Seat, Series
from games.notifications import create, quiet_hours
from games.notifications.snapshot import Snapshot
from games.reads import one_game
from games.rematches import FILLS, LASTS, bit, next_dealer, offer_of, seats_of
from games.services import lobby, nudges
from games.store import load
from games.types import SeatKind, Status
from players import blocks
from players.locks import keep_players
from players.notifications.inbox import News

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.rematches import Fill, Offer
    from games.types import Game, Outcome

logger = logging.getLogger(__name__)

SUBSTITUTE: Final = "plain"
"""The bot on the seat of a person who does not play again, at a table that had no bots."""


@dataclass(frozen=True, slots=True)
class Links:
    """A game with its offer, None if there was none. `seat` is the asker's."""

    game: Game
    seat: int | None
    offer: Offer | None


def look(*, game_id: UUID, player: UUID | None) -> Links:
    """Return a game and what has become of its rematch. Raises GameNotFound, GameQuarantined."""
    state = one_game.find_game(game_id, player)
    return Links(state.game, state.seat, rematches.find(state.game, state.now))


def offer(*, game_id: UUID, player: UUID, best_of: int | None = None, fill: Fill | None = None) -> Links:
    """Offer a rematch, or accept the one that is offered. The last answer founds the match. Safe to repeat.

    Raises GameNotFound, NotSeated, GameQuarantined, GameNotFinished, MatchNeverBegan, BadSeek, SeriesRunning,
    RematchDiffers, RematchDeclined, BlockedPlayerThere, PlayersGone, `engine.RulesetError`.
    """
    scene, seat = _finished(game_id, player)
    if fill == "seeks":
        _check_fillable(scene.game, best_of)
    # The latest match of a series that runs: the next one begins without an offer.
    if Series.objects.filter(game_id=game_id, ended_at__isnull=True).exists():
        raise errors.SeriesRunning
    with transaction.atomic():
        row, before = _locked(scene, seat)
        if before.state == "accepted":
            return Links(scene.game, seat, before)
        _check_blocks(scene, player)
        is_new = _accept(row, before, seat, best_of, fill)
        people = _mark_gone(scene, row)
        found = offer_of(row, scene.game, clock.now())
        if found.state == "declined":
            others = [other for other in people if other != seat]
            raise errors.RematchDeclined if row.declined & seats_of(others) else errors.PlayersGone
        found = _advance(scene, row, people)
        if is_new and found.state == "open":
            create.write(_news(scene, found), None)
    return Links(scene.game, seat, found)


def decline(*, game_id: UUID, player: UUID) -> Links:
    """Decline the offer, or take back that one has accepted it. Does nothing if none is open. Safe to repeat.

    Raises GameNotFound, NotSeated, GameQuarantined, GameNotFinished, MatchNeverBegan, RematchBegun,
    `engine.RulesetError`.
    """
    scene, seat = _finished(game_id, player)
    return Links(scene.game, seat, _decline(scene, seat))


def leave(player: UUID) -> None:
    """Decline the open offers for a player who leaves for good.

    If that fails the seat counts as one that has declined, as soon as it has no player.
    """
    waiting = Rematch.objects.filter(next_id__isnull=True, expires_at__gt=clock.now())
    theirs = Seat.objects.filter(player_id=player, game_id__in=waiting.values("game_id"))
    for game_id, seat in theirs.values_list("game_id", "seat_no"):
        try:
            state = load.load_game(game_id)
            if state is not None:
                _decline(Snapshot(state.game, state.table, state.now), seat)
        except Exception:
            logger.exception("game %s: a leaving player cannot decline its rematch", game_id)


def found_next(game: Game, table: engine.Table, people: Mapping[int, UUID], series_id: UUID | None = None) -> Outcome:
    """Found and start the match after `game`: the same table, the deal one seat further, bots where nobody is left.

    `people` are by seat, and locked by `keep_players`. Call it in a transaction. Raises `engine.RulesetError`.
    """
    named = next((seat.bot for seat in game.seats if seat.bot), SUBSTITUTE)
    bots = {seat.seat: seat.bot or named for seat in game.seats if seat.seat not in people}
    return lobby.found_match(_setup_after(game, table, bots, series_id), people, know_each_other=True)


def _found_table(game: Game, table: engine.Table, people: Mapping[int, UUID]) -> Outcome:
    """Found the table after `game` like `found_next`, where the seats without people or bots are filled from seeks."""
    bots = {seat.seat: seat.bot for seat in game.seats if seat.bot}
    return lobby.found_table_for_seeks(_setup_after(game, table, bots), people)


def _setup_after(
    game: Game, table: engine.Table, bots: Mapping[int, str], series_id: UUID | None = None
) -> lobby.Setup:
    """Return the table of the match after `game`. Raises `engine.RulesetError`."""
    options = {**game.option_set.changed, **next_dealer(table)}
    rules = engine.resolve(options)
    engine.check_table(rules, len(game.seats))
    return lobby.Setup(
        opening=lambda commitment: engine.new_match(
            options, seats=len(game.seats), commitment=commitment, clock=game.control
        ),
        private=game.private,
        spectators=game.spectators,
        game=game.ruleset,
        edition=game.edition,
        options_json=json.dumps(dict(rules.spec.options)),
        clock=game.control,
        seats=len(game.seats),
        min_reliability=game.min_reliability,
        bots=bots,
        rematch_of=game.id,
        series_id=series_id,
    )


def people_here(game: Game) -> dict[int, UUID]:
    """Return the people of a match by seat, and lock their accounts. Those who have left the service are not there."""
    seats = {one.seat: one.player for one in game.seats if one.kind is SeatKind.HUMAN and one.player is not None}
    here = keep_players(seats.values())
    return {seat: player for seat, player in seats.items() if player in here}


def unwilling(people: Mapping[int, UUID]) -> set[int]:
    """Return the seats of those people who have blocked another one of them."""
    pairs = {player for pair in blocks.among(people.values()) for player in pair}
    found = {
        one.blocker_id
        for player in pairs
        for one in blocks.between(player, [other for other in people.values() if other != player])
    }
    return {seat for seat, player in people.items() if player in found}


def _finished(game_id: UUID, player: UUID) -> tuple[Snapshot, int]:
    scene, seat = nudges.scene_of(game_id, player)
    if scene.game.status is not Status.FINISHED:
        raise errors.GameNotFinished
    if scene.table.result is not None and scene.table.result.cause == "closed":
        raise errors.MatchNeverBegan
    return scene, seat


def _check_fillable(game: Game, best_of: int | None) -> None:
    """Raise BadSeek if people who look for a match cannot have a seat in the next one."""
    if game.private:
        raise errors.BadSeek(member="fill", reason="only a public table can be filled from seeks")
    if best_of not in {None, 1}:
        raise errors.BadSeek(member="fill", reason="a series cannot be filled from seeks, only a single match")


def _check_blocks(scene: Snapshot, player: UUID) -> None:
    """Raise BlockedPlayerThere or RematchDeclined if a block keeps the player from the others."""
    found = blocks.between(player, [other for other in scene.people.values() if other != player])
    if any(one.blocker_id == player for one in found):
        raise errors.BlockedPlayerThere
    if found:
        raise errors.RematchDeclined


def _locked(scene: Snapshot, seat: int) -> tuple[Rematch, Offer]:
    """Return the row of the match, locked, and the offer in it. A new row has no answers yet."""
    new = Rematch(game_id=scene.game.id)
    _open(new, seat, 1, "nobody")
    Rematch.objects.bulk_create([new], ignore_conflicts=True)
    row = Rematch.objects.select_for_update().filter(game_id=scene.game.id).first()
    if row is None:
        raise errors.StoreBusy
    return row, offer_of(row, scene.game, clock.now())


def _open(row: Rematch, seat: int, best_of: int | None, fill: Fill | None) -> None:
    row.offered_by, row.best_of, row.fill = seat, best_of or 1, fill or "nobody"
    row.offered_at = clock.now()
    row.expires_at = row.offered_at + LASTS


def _accept(row: Rematch, before: Offer, seat: int, best_of: int | None, fill: Fill | None) -> bool:
    """Add the answer of a seat. Returns whether this is a new offer. Raises `RematchDiffers`."""
    is_first = not row.accepted | row.declined
    is_other = before.state == "declined" and FILLS.index(fill or "nobody") > FILLS.index(before.fill)
    is_new = is_first or is_other or before.state == "expired"
    if is_new:
        _open(row, seat, best_of, fill)
        row.accepted = 0
        row.declined = row.declined if is_other else 0
    elif best_of not in {None, row.best_of} or fill not in {None, row.fill}:
        raise errors.RematchDiffers(best_of=row.best_of, fill=row.fill)
    row.accepted |= bit(seat)
    row.declined &= ~bit(seat)
    return is_new


def _decline(scene: Snapshot, seat: int) -> Offer | None:
    with transaction.atomic():
        row = Rematch.objects.select_for_update().filter(game_id=scene.game.id).first()
        if row is None:
            return None
        before = offer_of(row, scene.game, clock.now())
        if before.state == "accepted" and before.answers.get(seat) == "accepted":
            raise errors.RematchBegun
        if before.state in {"accepted", "expired"}:
            return before
        row.declined |= bit(seat)
        row.accepted &= ~bit(seat)
        return _advance(scene, row, _mark_gone(scene, row))


def _mark_gone(scene: Snapshot, row: Rematch) -> dict[int, UUID]:
    """Count people whose account is closed as ones who have declined. Returns the others as `people_here`."""
    people = people_here(scene.game)
    row.declined |= seats_of(one.seat for one in scene.game.seats if one.player is not None and one.seat not in people)
    row.accepted &= ~row.declined
    return people


def _advance(scene: Snapshot, row: Rematch, people: Mapping[int, UUID]) -> Offer:
    """Found the next match if nobody's answer is missing, save the row, and return the offer in it."""
    found = offer_of(row, scene.game, clock.now())
    if found.is_complete:
        # Somebody may have blocked another since they accepted.
        row.declined |= seats_of(unwilling({seat: people[seat] for seat in found.players}))
        row.accepted &= ~row.declined
        found = offer_of(row, scene.game, clock.now())
    if found.is_complete:
        playing = {seat: people[seat] for seat in found.players}
        series = Series(id=uuid4(), best_of=row.best_of, fill=row.fill, begun_at=clock.now())
        is_series = row.best_of > 1
        is_missing = found.fill == "seeks" and len(playing) < len(found.answers)
        if is_missing:
            outcome = _found_table(scene.game, scene.table, playing)
        else:
            outcome = found_next(scene.game, scene.table, playing, series.id if is_series else None)
        row.next_id = series.game_id = outcome.game.id
        if is_series:
            series.save(force_insert=True)
        found = offer_of(row, scene.game, clock.now())
    row.save(force_update=True)
    for player in scene.people.values():
        transaction.on_commit(partial(hints.told, player))
    return found


def _news(scene: Snapshot, found: Offer) -> Iterator[News]:
    """Yield the news of an offer for everybody who has not answered it."""
    for seat, player in scene.people.items():
        if not found.asks(seat):
            continue
        yield News(
            id=uuid5(create.NEWS, f"{scene.game.id}/rematch {found.offered_at.isoformat()}/{player}"),
            player_id=player,
            kind="rematch_offered",
            game_id=scene.game.id,
            seq=scene.game.version,
            data={
                "you": seat,
                "seat": found.offered_by,
                "best_of": found.best_of,
                "fill": found.fill,
                "until": quiet_hours.written(found.expires_at),
            },
            expires_at=found.expires_at,
        )
