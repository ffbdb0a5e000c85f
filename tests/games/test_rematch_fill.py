"""Rematches that are filled from seeks: the table without those who do not play again, and how it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest import mock
from uuid import uuid4

import pytest

from games import clock as clocks
from games import errors, tasks
from games.audit import check
from games.matchmaking import job
from games.models import Game, Gathering, Rematch
from games.services import closed_tables, erasure, lobby, rematches
from games.types import SeatKind, Status
from players import blocks
from players.models import Notification
from tests.games import matches, tables
from tests.games.matchmaking.seekers import again, check_everybody, look, people_of, states

if TYPE_CHECKING:
    from uuid import UUID

    from games.rematches import Offer
    from games.services.rematches import Links

pytestmark = pytest.mark.django_db
DAY = 86_400
LIVE = clocks.PRESETS["live"].control


def over(*people: UUID, bots: int = 0, **options: Any) -> UUID:
    """Return a finished live match that the first of these people has won; bots sit after the people."""
    game = tables.timed(LIVE, *people, bots=bots, game="classic", **options)
    if bots:
        matches.abort(game)
    else:
        matches.end(game, people[0])
    return game


def offer(game: UUID, player: UUID, **wish: Any) -> Links:
    return rematches.offer(game_id=game, player=player, **wish)


def decline(game: UUID, player: UUID) -> Links:
    return rematches.decline(game_id=game, player=player)


def seen(game: UUID) -> Offer:
    found = rematches.look(game_id=game, player=None).offer
    assert found is not None
    return found


def followed(game: UUID) -> UUID:
    found = seen(game).next_id
    assert found is not None
    return found


def status(game: UUID) -> Status:
    return tables.state_of(game).game.status


def people(count: int) -> list[UUID]:
    return [tables.person() for _ in range(count)]


def test_the_seats_of_those_who_decline_are_filled_from_seeks_and_the_match_starts_by_itself() -> None:
    ann, bob, cy = people(3)
    game = over(ann, bob, cy)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    assert (seen(game).state, seen(game).next_id) == ("open", None)
    offer(game, cy)
    table = tables.state_of(followed(game)).game
    assert [seat.player for seat in table.seats] == [ann, None, cy]
    assert (seen(game).state, table.status, table.rematch_of) == ("accepted", Status.LOBBY, game)
    job.run()
    seeker = look(most_seats=3)
    assert states(seeker) == ["seated"]
    assert people_of(table.id) == [ann, seeker.seek.player_id, cy]
    assert status(table.id) is Status.RUNNING
    assert check.check_game(table.id) is None
    check_everybody()


def test_those_who_look_already_are_found() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    seeker = look()
    offer(game, ann, fill="seeks")
    decline(game, bob)
    job.run()
    assert states(seeker) == ["seated"]
    assert people_of(followed(game)) == [ann, seeker.seek.player_id]


def test_the_table_is_the_same_with_its_bots_and_the_deal_moves_on() -> None:
    ann, bob = people(2)
    game = over(ann, bob, bots=1, target=200)
    Game.objects.filter(id=game).update(min_reliability=80)
    last = tables.table_of(game).dealer
    offer(game, bob, fill="seeks")
    decline(game, ann)
    before, after = tables.state_of(game).game, tables.state_of(followed(game)).game
    changed = {name for name, value in after.options.items() if before.options[name] != value}
    assert changed <= {"dealer_selection"}
    for name in ("private", "spectators", "ruleset", "edition", "control", "min_reliability"):
        assert getattr(before, name) == getattr(after, name), name
    assert [(seat.kind, seat.player, seat.bot) for seat in after.seats] == [
        (SeatKind.OPEN, None, None),
        (SeatKind.HUMAN, bob, None),
        (SeatKind.BOT, None, "random"),
    ]
    look(most_seats=3, bots=True, options={"game": "classic", "target": 200})
    assert tables.table_of(after.id).dealer == (last + 1) % 3


def test_only_those_come_who_would_sit_down_at_such_a_table() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    blocked = tables.person()
    blocks.block(player_id=ann, blocked_id=blocked)
    look(blocked)
    look(options={"game": "classic", "target": 200})
    job.run()
    assert people_of(followed(game)) == [ann, None]


def test_whoever_declined_is_not_brought_back_but_may_sit_down() -> None:
    ann, bob, cy = people(3)
    game = over(ann, bob, cy)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    decline(game, cy)
    table = followed(game)
    seeker = look(bob, most_seats=3)
    job.run()
    assert states(seeker) == ["waiting"]
    assert again(seeker).people == 1
    tables.sit(table, bob)
    assert people_of(table) == [ann, bob, None]
    last = look(most_seats=3)
    assert people_of(table) == [ann, bob, last.seek.player_id]
    assert status(table) is Status.RUNNING


def test_if_nobody_is_missing_it_starts_at_once() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    offer(game, bob)
    assert people_of(followed(game)) == [ann, bob]
    assert status(followed(game)) is Status.RUNNING
    assert not Gathering.objects.exists()


def test_a_player_against_bots_plays_again_at_once() -> None:
    ann = tables.person()
    game = tables.with_bots(ann, 2)
    matches.abort(game)
    offer(game, ann, fill="seeks")
    assert status(followed(game)) is Status.RUNNING


def test_if_everybody_declines_there_is_no_table() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    decline(game, ann)
    assert seen(game).state == "open"  # Bob may want to play
    decline(game, bob)
    assert (seen(game).state, seen(game).next_id) == ("declined", None)
    assert not Game.objects.filter(rematch_of=game).exists()
    offer(game, ann)
    assert people_of(followed(game)) == [ann, None]


@pytest.mark.parametrize("first", ["nobody", "bots"])
def test_after_a_refusal_the_others_can_ask_for_seeks(first: Any) -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill=first)
    decline(game, bob)
    assert seen(game).state == "declined"
    offer(game, ann, fill="seeks")
    assert people_of(followed(game)) == [ann, None]


def test_without_a_player_who_is_gone_the_seat_is_filled() -> None:
    ann, bob, cy = people(3)
    gone, leaving = over(ann, bob), over(ann, cy)
    offer(leaving, ann, fill="seeks")
    for player in (bob, cy):
        erasure.erase(player)
    assert people_of(followed(leaving)) == [ann, None]
    offer(gone, ann, fill="seeks")
    assert people_of(followed(gone)) == [ann, None]


def test_whoever_blocks_another_after_they_accepted_is_replaced() -> None:
    ann, bob, cy = people(3)
    game = over(ann, bob, cy)
    offer(game, bob, fill="seeks")
    offer(game, ann)
    blocks.block(player_id=bob, blocked_id=ann)
    offer(game, cy)
    assert people_of(followed(game)) == [ann, None, cy]


def test_a_private_table_and_a_series_are_not_filled_from_seeks() -> None:
    ann, bob = people(2)
    hidden = tables.lobby_of(ann, private=True).game.id
    tables.sit(hidden, bob, code=tables.code_of(hidden))
    lobby.start(game_id=hidden, player=ann, command_id=uuid4(), request_hash=tables.ASKED)
    matches.end(hidden, ann)
    for game, wish in ((hidden, {}), (over(ann, bob), {"best_of": 3})):
        with pytest.raises(errors.BadSeek) as refusal:
            offer(game, ann, fill="seeks", **wish)
        assert refusal.value.fields["member"] == "fill"
    assert not Rematch.objects.exists()


def test_repeated_answers_found_no_second_table() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    table = followed(game)
    for _ in range(2):
        assert offer(game, ann, fill="seeks").offer == seen(game)
        assert decline(game, bob).offer == seen(game)
        assert offer(game, bob).offer == seen(game)
    with pytest.raises(errors.RematchBegun):
        decline(game, ann)
    assert followed(game) == table
    assert Game.objects.filter(rematch_of=game).count() == Gathering.objects.count() == 1


def test_a_process_killed_while_it_founds_the_table_leaves_the_offer_as_it_was() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    with mock.patch.object(Rematch, "save", side_effect=RuntimeError("killed")), pytest.raises(RuntimeError):
        decline(game, bob)
    assert dict(seen(game).answers) == {0: "accepted", 1: "open"}
    assert not Gathering.objects.exists()
    decline(game, bob)
    assert Game.objects.filter(rematch_of=game).count() == Gathering.objects.count() == 1


def test_a_table_that_nobody_joins_closes_like_every_open_table() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    table = followed(game)
    job.run()
    closes = closed_tables.closes_at(tables.state_of(table).game)
    assert closes is not None
    tables.later((closes - tables.state_of(table).now).total_seconds() + 1)
    assert table in closed_tables.due(10)
    closed_tables.carry_out(table)
    job.run()
    assert status(table) is Status.FINISHED
    assert not Gathering.objects.exists()
    assert followed(game) == table
    late = look()
    assert states(late) == ["waiting"]


def test_the_people_of_the_table_hear_of_its_start() -> None:
    ann, bob = people(2)
    game = over(ann, bob)
    offer(game, ann, fill="seeks")
    decline(game, bob)
    table = followed(game)
    look()
    tasks.sweep()
    told = set(Notification.objects.filter(player_id=ann, game_id=table).values_list("kind", flat=True))
    assert "started" in told
    assert "seat_taken" not in told
