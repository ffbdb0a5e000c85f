"""Rematches: durable offers, answers in any order, the match that follows, and people who are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

import engine
from engine import events as e
from games import errors, tasks
from games.audit import check
from games.clock.control import control
from games.models import Game, OutboxEntry, Rematch
from games.services import erasure, rematches
from games.types import SeatKind, Status, Work
from players import blocks
from players.models import Notification, Player
from tests.games import matches, tables

if TYPE_CHECKING:
    from uuid import UUID

    from games.rematches import Offer
    from games.services.rematches import Links

pytestmark = pytest.mark.django_db
DAY = 86_400


def offer(game: UUID, player: UUID, **wish: Any) -> Links:
    return rematches.offer(game_id=game, player=player, **wish)


def decline(game: UUID, player: UUID) -> Links:
    return rematches.decline(game_id=game, player=player)


def seen(game: UUID, player: UUID | None = None) -> Offer:
    found = rematches.look(game_id=game, player=player).offer
    assert found is not None
    return found


def followed(game: UUID, player: UUID | None = None) -> UUID:
    found = seen(game, player).next_id
    assert found is not None
    return found


def kinds(player: UUID) -> list[str]:
    return list(Notification.objects.filter(player_id=player).order_by("number").values_list("kind", flat=True))


def people(count: int) -> list[UUID]:
    return [tables.person() for _ in range(count)]


# -- Offers and answers ------------------------------------------------------------------------------------------------


def test_the_match_begins_with_the_last_answer_in_whatever_order_they_come() -> None:
    ann, bob, cy = people(3)
    for order in ((ann, bob, cy), (cy, ann, bob), (bob, cy, ann)):
        game = matches.won_by(ann, bob, cy)
        for player in order[:-1]:
            assert offer(game, player).offer.state == "open"  # type: ignore[union-attr]
            tables.later(3 * DAY)
        offer(game, order[-1])
        found = tables.state_of(followed(game)).game
        assert [seat.player for seat in found.seats] == [ann, bob, cy]
        assert (found.status, found.rematch_of, seen(game).state) == (Status.RUNNING, game, "accepted")
        assert check.check_game(found.id) is None


def test_the_table_is_the_same_but_for_the_dealer() -> None:
    ann, bob = people(2)
    game = tables.lobby_of(ann, private=True, game="flip", scoring="winner_takes", target=300, jump_in=True).game.id
    tables.sit(game, bob, code=tables.code_of(game))
    tables.lobby.start(game_id=game, player=ann, command_id=tables.uuid4(), request_hash=tables.ASKED)
    matches.end(game, ann)
    Game.objects.filter(id=game).update(min_reliability=80)
    offer(game, ann)
    offer(game, bob)
    before, after = tables.state_of(game, ann).game, tables.state_of(followed(game, ann), ann).game
    changed = {name for name, value in after.options.items() if before.options[name] != value}
    assert changed <= {"dealer_selection"}
    for name in ("private", "spectators", "ruleset", "edition", "control", "min_reliability"):
        assert getattr(before, name) == getattr(after, name), name


def test_the_clock_and_the_bots_of_the_table_stay() -> None:
    ann, bob = people(2)
    limits = control(turn=3600, bank=7200, weekends=True)
    game = tables.timed(limits, ann, bob, bots=1)
    matches.abort(game)
    offer(game, bob)
    offer(game, ann)
    found = tables.state_of(followed(game)).game
    assert found.control == limits
    assert [seat.bot for seat in found.seats] == [None, None, "random"]
    assert found.deadline_at is not None or found.turn_seat == 2


def test_a_player_against_bots_plays_again_at_once() -> None:
    ann = tables.person()
    game = tables.with_bots(ann, 2, bot="sharp")
    matches.abort(game)
    assert offer(game, ann).offer.state == "accepted"  # type: ignore[union-attr]
    assert [seat.bot for seat in tables.state_of(followed(game)).game.seats] == [None, "sharp", "sharp"]


def test_accepting_again_changes_nothing() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    assert offer(game, ann).offer == offer(game, ann).offer
    offer(game, bob)
    first = followed(game)
    assert [offer(game, player).offer.next_id for player in (ann, bob, ann)] == [first] * 3  # type: ignore[union-attr]
    assert Rematch.objects.count() == 1


def test_a_process_killed_while_it_founds_the_match_leaves_the_offer_as_it_was() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann)
    games = Game.objects.count()
    with mock.patch.object(Rematch, "save", side_effect=RuntimeError("killed")), pytest.raises(RuntimeError):
        offer(game, bob)
    assert Game.objects.count() == games
    assert dict(seen(game).answers) == {0: "accepted", 1: "open"}
    offer(game, bob)
    assert Game.objects.filter(rematch_of=game).count() == 1


def test_whoever_resigned_is_asked_too() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    offer(game, bob)
    assert dict(seen(game).answers) == {0: "open", 1: "accepted", 2: "open"}


def test_only_players_of_a_match_that_is_over_offer_one() -> None:
    ann, bob, eve = people(3)
    running = tables.started(ann, bob)
    with pytest.raises(errors.GameNotFinished):
        offer(running, ann)
    with pytest.raises(errors.GameNotFinished):
        decline(running, ann)
    matches.end(running, ann)
    for act in (offer, decline):
        with pytest.raises(errors.NotSeated):
            act(running, eve)
    hidden = tables.lobby_of(ann, private=True).game.id
    with pytest.raises(errors.GameNotFound):
        offer(hidden, eve)


def test_others_are_told_of_an_offer_once_and_the_offering_player_is_not() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    offer(game, ann, best_of=3)
    offer(game, ann)
    offer(game, bob)
    assert [kinds(player).count("rematch_offered") for player in (ann, bob, cy)] == [0, 1, 1]
    told = Notification.objects.get(player_id=cy, kind="rematch_offered")
    assert (told.game_id, told.data["seat"], told.data["best_of"]) == (game, 0, 3)


def test_people_are_told_of_the_start_alone_and_not_of_each_seat() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann)
    offer(game, bob)
    new = followed(game)
    assert OutboxEntry.objects.filter(game_id=new, kind=Work.NOTIFY).count() == 1
    tasks.sweep()
    for player in (ann, bob):
        told = Notification.objects.filter(player_id=player, game_id=new).values_list("kind", flat=True)
        assert "started" in told
        assert "seat_taken" not in told


def test_one_answers_what_is_offered_and_nothing_else() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann, best_of=3)
    for other in ({"best_of": 1}, {"best_of": 7}, {"fill": "bots"}):
        with pytest.raises(errors.RematchDiffers):
            offer(game, bob, **other)
    assert seen(game).answers[1] == "open"
    offer(game, bob, best_of=3, fill="nobody")
    assert seen(game).state == "accepted"


# -- No, and too late --------------------------------------------------------------------------------------------------


def test_a_refusal_ends_the_offer_and_only_that_player_can_bring_it_back() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    offer(game, ann)
    decline(game, bob)
    assert (seen(game).state, seen(game).answers[1]) == ("declined", "declined")
    for player in (ann, cy):
        with pytest.raises(errors.RematchDeclined):
            offer(game, player)
    assert seen(game).answers[2] == "open"
    offer(game, bob)
    assert seen(game).state == "open"
    offer(game, cy)
    assert seen(game).state == "accepted"


def test_nobody_can_decline_what_has_begun() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann)
    offer(game, bob)
    with pytest.raises(errors.RematchBegun):
        decline(game, ann)


def test_declining_without_an_offer_makes_none() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    assert decline(game, ann).offer is None
    assert not Rematch.objects.exists()


def test_bots_take_the_seats_of_those_who_decline_while_two_people_are_left() -> None:
    ann, bob, cy, dan = people(4)
    game = matches.won_by(ann, bob, cy, dan)
    offer(game, ann, fill="bots")
    offer(game, dan)
    decline(game, bob)
    assert seen(game).state == "open"
    decline(game, cy)
    seats = tables.state_of(followed(game)).game.seats
    assert [seat.player for seat in seats] == [ann, None, None, dan]
    assert [seat.bot for seat in seats] == [None, "plain", "plain", None]
    assert decline(game, cy).offer == seen(game)  # repeated


def test_one_person_is_no_rematch_of_two() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann, fill="bots")
    decline(game, bob)
    assert seen(game).state == "declined"


def test_after_a_refusal_the_others_can_ask_for_bots() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    offer(game, ann)
    decline(game, bob)
    offer(game, cy, fill="bots")
    assert dict(seen(game).answers) == {0: "open", 1: "declined", 2: "accepted"}
    offer(game, ann)
    assert tables.state_of(followed(game)).game.seats[1].kind is SeatKind.BOT


def test_an_offer_expires_and_can_be_made_anew() -> None:
    ann, bob = people(2)
    game = matches.won_by(ann, bob)
    offer(game, ann, best_of=3)
    tables.later(14 * DAY + 1)
    assert seen(game).state == "expired"
    assert decline(game, bob).offer.state == "expired"  # type: ignore[union-attr]
    offer(game, bob)
    found = seen(game)
    assert (found.state, found.best_of, found.offered_by, dict(found.answers)) == (
        "open", 1, 1, {0: "open", 1: "accepted"},
    )  # fmt: skip


# -- People who are gone -----------------------------------------------------------------------------------------------


def test_a_player_who_leaves_the_service_declines() -> None:
    ann, bob, cy, dan = people(4)
    game = matches.won_by(ann, bob, cy, dan)
    strict = matches.won_by(ann, bob)
    offer(game, ann, fill="bots")
    offer(game, bob)
    offer(game, cy)
    offer(strict, ann)
    erasure.erase(dan)
    assert [seat.player for seat in tables.state_of(followed(game)).game.seats] == [ann, bob, cy, None]
    erasure.erase(bob)
    assert seen(strict).state == "declined"
    with pytest.raises(errors.PlayersGone):
        offer(strict, ann)


def test_without_a_player_who_is_gone_it_takes_bots() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    erasure.erase(cy)
    with pytest.raises(errors.PlayersGone):
        offer(game, ann)
    assert not Rematch.objects.exists()
    offer(game, ann, fill="bots")
    offer(game, bob)
    assert tables.state_of(followed(game)).game.seats[2].kind is SeatKind.BOT


def test_a_closed_account_does_not_play_again() -> None:
    ann, bob, cy = people(3)
    game = matches.won_by(ann, bob, cy)
    offer(game, bob, fill="bots")
    Player.objects.filter(id=bob).update(is_active=False)
    offer(game, ann)
    offer(game, cy)
    assert [seat.player for seat in tables.state_of(followed(game)).game.seats] == [ann, None, cy]


# -- Blocks ------------------------------------------------------------------------------------------------------------


def test_people_are_not_brought_together_with_whom_they_have_blocked_before_they_accept() -> None:
    ann, bob = people(2)
    game, other = matches.won_by(ann, bob), matches.won_by(ann, bob)
    offer(game, ann)
    blocks.block(player_id=ann, blocked_id=bob)
    with pytest.raises(errors.RematchDeclined):
        offer(game, bob)
    with pytest.raises(errors.BlockedPlayerThere):
        offer(other, ann)


def test_nor_with_whom_they_block_after_they_have_accepted() -> None:
    ann, bob, cy, dan = people(4)
    strict, filled = matches.won_by(ann, bob, cy, dan), matches.won_by(ann, bob, cy, dan)
    for game, fill in ((strict, "nobody"), (filled, "bots")):
        offer(game, bob, fill=fill)
        offer(game, ann)
        offer(game, cy)
    blocks.block(player_id=bob, blocked_id=ann)
    assert offer(strict, dan).offer.state == "declined"  # type: ignore[union-attr]
    assert not Game.objects.filter(rematch_of=strict).exists()
    offer(filled, dan)
    assert [seat.player for seat in tables.state_of(followed(filled)).game.seats] == [ann, None, cy, dan]


# -- The deal ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(engine.rulesets()))
def test_the_deal_goes_on_round_the_table_in_every_game(name: str) -> None:
    game, edition = engine.rulesets()[name]
    ann, bob, cy = people(3)
    played = matches.won_by(ann, bob, cy, game=game, edition=edition)
    for _ in range(3):
        last = tables.table_of(played).dealer
        for player in (ann, bob, cy):
            offer(played, player)
        played = followed(played)
        chosen = [event for event in tables.events_of(played) if isinstance(event, e.DealerChosen)]
        assert [event.seat for event in chosen] == [(last + 1) % 3]
        matches.end(played, bob)
