"""Branches of finished games: who may make them, how they begin, and that they are games like any other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

import engine
from engine.events import SeatEliminated
from games import errors
from games.audit import check
from games.reads import lists, one_game
from games.reads.lists import GameFilter
from games.services import branches, lobby
from games.services.branches import BranchWish
from games.types import Origin, SeatKind, Status
from tests.games import tables
from tests.games.audits import watch

if TYPE_CHECKING:
    from games.types import Outcome

pytestmark = pytest.mark.django_db


def shed(game: UUID, *people: UUID, turns: int | None = None) -> None:
    """Play on, cards first, to the end or for this many moves; then people agree to end the match."""
    left = 1_000 if turns is None else turns
    while left and not tables.table_of(game).is_over:
        left -= 1
        if tables.bots.move_bot_seats(game) or (table := tables.table_of(game)).is_over:
            continue
        assert table.turn is not None
        legal = engine.legal_commands(table, table.turn)
        plays = [command for command in legal if isinstance(command, engine.Play)]
        tables.send(game, people[table.turn], (plays or legal)[0])
    assert tables.table_of(game).is_over or turns is not None
    for seat, player in enumerate(people):
        if tables.table_of(game).has_vote(seat) and not tables.table_of(game).is_over:
            tables.send(game, player, engine.Vote("abort", yes=True))


def finished(*people: UUID, private: bool = False, moves: int = 10, **options: Any) -> UUID:
    """Return a finished game of these people; the first has seat 0."""
    options = {"game": "classic", "scoring": "single_round"} | options
    outcome = tables.lobby_of(people[0], seats=len(people), private=private, **options)
    game = outcome.game.id
    for player in people[1:]:
        tables.sit(game, player, code=tables.code_of(outcome.game.id))
    lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=tables.ASKED)
    shed(game, *people, turns=moves)
    return game


def turns(game: UUID) -> list[int]:
    """Return the versions at which a turn begins."""
    return [logged.seq for logged in tables.log_of(game) if isinstance(logged.event, engine.TurnStarted)]


def branch(player: UUID, origin: UUID, key: UUID | None = None, **wish: Any) -> Outcome:
    """Branch a game at the given version, by default at its third turn."""
    if "version" not in wish:
        wish["version"] = turns(origin)[2]
    wish = {"future": "same"} | wish
    return branches.create_branch(
        player=player, wish=BranchWish(origin=origin, **wish), command_id=key or uuid4(), request_hash=tables.ASKED
    )


def start(game: UUID, player: UUID) -> Outcome:
    return lobby.start(game_id=game, player=player, command_id=uuid4(), request_hash=tables.ASKED)


def hands(game: UUID, version: int | None = None) -> list[list[int]]:
    events = tables.events_of(game)
    return [list(hand) for hand in engine.replay(events[:version]).hands]


def test_a_branch_is_a_table_on_which_the_asker_has_their_old_seat() -> None:
    ann, bob, cy = (tables.person() for _ in range(3))
    origin = finished(ann, bob, cy)
    outcome = branch(bob, origin, clock=None)
    game = outcome.game
    assert (outcome.seat, game.status, game.private) == (1, Status.LOBBY, False)
    assert game.origin == Origin(origin, turns(origin)[2], "same")
    assert game.options == tables.state_of(origin).game.options
    assert [seat.kind for seat in game.seats] == [SeatKind.OPEN, SeatKind.HUMAN, SeatKind.OPEN]
    assert one_game.load_game(game.id, None).game.origin == game.origin


def test_friends_sit_down_and_play_goes_on_with_the_same_cards() -> None:
    ann, bob, cy = (tables.person() for _ in range(3))
    origin = finished(ann, bob, cy)
    version = turns(origin)[4]
    game = branch(ann, origin, version=version).game.id
    for player in (cy, bob):
        tables.sit(game, player)
    start(game, ann)
    assert hands(game) == hands(origin, version)
    shed(game, ann, cy, bob)
    assert tables.state_of(game).game.status is Status.FINISHED
    assert check.check_game(game) is None


def test_a_redealt_branch_shows_its_asker_the_same_hand_and_others_other_cards() -> None:
    ann, bob = tables.person(), tables.person()
    origin = finished(ann, bob)
    version = turns(origin)[2]
    game = branch(bob, origin, version=version, future="redealt", bots="random").game.id
    start(game, bob)
    began = next(n for n, event in enumerate(tables.events_of(game), 1) if isinstance(event, engine.TurnStarted))
    assert hands(game, began)[1] == hands(origin, version)[1]
    assert hands(game, began)[0] != hands(origin, version)[0]


def test_sharp_bots_take_all_other_seats_and_the_branch_is_played_to_its_end() -> None:
    ann, bob, cy = (tables.person() for _ in range(3))
    origin = finished(ann, bob, cy, game="flip")
    outcome = branch(cy, origin, bots="sharp", future="redealt")
    assert [(seat.kind, seat.bot) for seat in outcome.game.seats] == [
        (SeatKind.BOT, "sharp"),
        (SeatKind.BOT, "sharp"),
        (SeatKind.HUMAN, None),
    ]
    game = outcome.game.id
    start(game, cy)
    shed(game, ann, bob, cy)
    assert check.check_game(game) is None
    again = branch(cy, game, bots="sharp", version=turns(game)[-1]).game
    assert again.origin == Origin(game, turns(game)[-1], "same")
    start(again.id, cy)
    assert tables.table_of(again.id).round == 1


def test_branching_again_with_the_same_command_id_gives_the_same_table() -> None:
    ann, bob = tables.person(), tables.person()
    origin = finished(ann, bob)
    key = uuid4()
    first = branch(ann, origin, key, bots="random")
    assert replace(branch(ann, origin, key, bots="random"), replayed=False) == first
    with pytest.raises(errors.CommandIdReused):
        branches.create_branch(
            player=ann,
            wish=BranchWish(origin=origin, version=turns(origin)[0], future="same"),
            command_id=key,
            request_hash=bytes(32),
        )


def test_a_running_game_cannot_be_branched() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    with pytest.raises(errors.GameNotFinished):
        branch(ann, game, version=1)


def test_where_no_turn_begins_the_nearest_versions_are_named() -> None:
    ann, bob = tables.person(), tables.person()
    origin = finished(ann, bob)
    third = turns(origin)[2]
    with pytest.raises(errors.NotBranchable) as refused:
        branch(ann, origin, version=third + 1)
    assert refused.value.fields == {"version": third + 1, "nearest": turns(origin)[2:4]}
    with pytest.raises(errors.NotBranchable) as refused:
        branch(ann, origin, version=10**6)
    assert refused.value.fields["nearest"] == turns(origin)[-1:]


def test_a_private_game_is_branched_by_its_players_only_and_in_private() -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    origin = finished(ann, bob, private=True)
    with pytest.raises(errors.GameNotFound):
        branch(eve, origin, version=turns(origin)[0])
    outcome = branch(ann, origin)
    assert outcome.game.private
    with pytest.raises(errors.GameNotFound):
        tables.sit(outcome.game.id, bob)
    tables.sit(outcome.game.id, bob, code=tables.code_of(outcome.game.id))


def test_a_stranger_branches_a_public_game_from_any_seat() -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    origin = finished(ann, bob)
    assert branch(eve, origin).seat == 0
    assert branch(eve, origin, seat=1, private=True).seat == 1
    with pytest.raises(errors.NoSuchSeat):
        branch(eve, origin, seat=2)
    with pytest.raises(errors.UnknownBot):
        branch(eve, origin, bots="deep")


def test_a_branch_has_a_clock_of_its_own() -> None:
    ann, bob = tables.person(), tables.person()
    control = engine.ClockSet(3600, None, 0, None, None, False, "lenient", 3)  # noqa: FBT003
    origin = finished(ann, bob)
    game = branch(ann, origin, clock=control, private=True, bots="random").game.id
    started = start(game, ann)
    assert started.clock is not None
    assert started.table.clock == control


def test_the_time_limit_of_a_round_begins_anew() -> None:
    ann, bob = tables.person(), tables.person()
    origin = finished(ann, bob, time_limit=3600)
    game = branch(ann, origin).game.id
    tables.sit(game, bob)
    started = start(game, ann)
    assert started.game.deadline_at is not None
    assert (started.game.deadline_at - started.now).total_seconds() == 3600


def test_who_has_left_the_match_leaves_their_seat_to_a_bot() -> None:
    people = [tables.person() for _ in range(3)]
    seen: list[tuple[int, int]] = []
    while not seen:  # a match may also end with the round in which two leave
        origin = finished(*people, scoring="elimination", target=100, moves=300)
        events = tables.events_of(origin)
        left = [(n, event.seat) for n, event in enumerate(events, 1) if isinstance(event, SeatEliminated)]
        seen = [(turn, seat) for number, seat in left[:1] for turn in turns(origin) if turn > number]
    version, gone = seen[0]
    outcome = branch(people[gone], origin, version=version)
    seats = outcome.game.seats
    assert seats[gone].kind is SeatKind.BOT
    assert outcome.seat != gone
    with pytest.raises(engine.RuleViolation) as refused:
        branch(people[gone], origin, version=version, seat=gone)
    assert refused.value.code == "seat_not_open"
    other = next(player for seat, player in enumerate(people) if seat not in (gone, outcome.seat))
    tables.sit(outcome.game.id, other)
    start(outcome.game.id, people[gone])
    assert tables.table_of(outcome.game.id).out == (gone,)


@pytest.mark.parametrize(
    "change",
    ["origin_id = id", "origin_version = origin_version + 1", "origin_future = 'redealt'", "origin_id = NULL"],
)
def test_where_a_branch_began_is_what_its_log_says(change: str) -> None:
    tables.forget_logs()
    ann, bob = tables.person(), tables.person()
    game = branch(ann, finished(ann, bob)).game
    tables.raw(f"UPDATE game SET {change} WHERE id = %s", game.id)  # noqa: S608 - ours
    fault = check.check_game(game.id)
    assert fault
    assert fault.kind == "columns"
    watch()
    assert one_game.load_game(game.id, None).game.origin == game.origin
    assert check.check_game(game.id) is None


def test_lists_tell_where_a_branch_began() -> None:
    ann, bob = tables.person(), tables.person()
    origin = finished(ann, bob)
    branched = branch(ann, origin).game
    listed = {item.game.id: item.game.origin for item in lists.list_games(ann, GameFilter(), None, 20).items}
    assert listed == {branched.id: branched.origin, origin: None}
