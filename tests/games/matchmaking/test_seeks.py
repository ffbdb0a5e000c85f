"""Seekers come together, are called, confirm and play: one after the other."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

import engine
from games import clock as clocks
from games import errors, matchmaking
from games.matchmaking import job
from games.models import Gathering, Seek
from games.services import lobby
from games.services.lobby import TableWish
from games.types import SeatKind, Status
from players import blocks
from players.models import Notification, Player
from tests.games import tables
from tests.games.matchmaking.seekers import again, cancel, check_everybody, confirm, look, people_of, states

pytestmark = pytest.mark.django_db

DAY = clocks.PRESETS["day"].control
MINUTE = 60.0
HOUR = 60 * MINUTE


def told(player: Any) -> list[str]:
    return list(Notification.objects.filter(player_id=player).order_by("number").values_list("kind", flat=True))


def hosted(seats: int = 3, *, control: Any = None, **options: Any) -> Any:
    """Return the host and the game of a public table that is filled from seeks; a live one by default."""
    host = tables.person()
    wish = TableWish(
        options={"game": "classic", **options}, seats=seats, clock=control or clocks.PRESETS["live"].control
    )
    game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=tables.ASKED).game.id
    matchmaking.open_to_seeks(game)
    return host, game


def test_two_who_look_for_the_same_now_play_at_once() -> None:
    first, second = look(), look()
    assert states(first, second) == ["seated", "seated"]
    game = again(first).seek.game_id
    assert set(people_of(game)) == {first.seek.player_id, second.seek.player_id}
    state = tables.state_of(game)
    assert (state.game.status, state.game.private, state.game.control) == (
        Status.RUNNING,
        False,
        clocks.PRESETS["live"].control,
    )
    assert Gathering.objects.count() == 0
    check_everybody()


def test_the_match_has_the_options_that_they_look_for() -> None:
    wish: dict[str, Any] = {"options": {"game": "flip", "edition": "marvel", "target": 200}, "clock": None}
    first, second = look(**wish), look(**wish)
    state = tables.state_of(again(second).seek.game_id)
    assert (state.game.ruleset, state.game.edition, state.game.options["target"]) == ("flip", "marvel", 200)
    assert state.game.control is None
    assert again(first).seek.game_id == state.game.id


@pytest.mark.parametrize(
    "other",
    [
        {"options": {"game": "flip"}},
        {"options": {"game": "classic", "target": 200}},
        {"clock": DAY},
        {"clock": clocks.PRESETS["blitz"].control},
        {"clock": None},
        {"least_seats": 3, "most_seats": 4},
    ],
)
def test_those_who_look_for_something_else_wait_apart(other: dict[str, Any]) -> None:
    seen = look(), look(**other)
    assert states(*seen) == ["waiting", "waiting"]
    assert [again(one).people for one in seen] == [1, 1]


def test_open_house_rules_take_any_options_of_the_ruleset_and_speed() -> None:
    fixed = look(options={"game": "classic", "target": 200}, clock=clocks.PRESETS["blitz"].control)
    slow, flip = look(open_rules=True, clock=DAY), look(open_rules=True, options={"game": "flip"})
    assert states(fixed, slow, flip) == ["waiting"] * 3
    is_open = look(open_rules=True)
    game = tables.state_of(again(is_open).seek.game_id).game
    assert (game.options["target"], game.control) == (200, clocks.PRESETS["blitz"].control)
    assert states(fixed, slow, flip) == ["seated", "waiting", "waiting"]


def test_a_match_waits_until_the_table_is_full_and_then_takes_fewer() -> None:
    seen = [look(least_seats=3, most_seats=5) for _ in range(3)]
    assert states(*seen) == ["waiting"] * 3
    assert again(seen[0]).people == 3
    tables.later(2 * MINUTE)
    assert job.run() == 1
    assert states(*seen) == ["called"] * 3
    assert [told(one.seek.player_id) for one in seen] == [["muster"]] * 3
    for one in seen:
        confirm(one)
    assert len(people_of(again(seen[0]).seek.game_id)) == 3
    check_everybody()


def test_bots_take_seats_only_after_a_time_and_if_all_welcome_them() -> None:
    with_bots = [look(bots=True, least_seats=4, most_seats=4, options={"game": "flip"}) for _ in range(2)]
    without = [look(bots=welcome, least_seats=4, most_seats=4) for welcome in (True, False)]
    tables.later(2 * MINUTE)
    job.run()
    assert states(*with_bots, *without) == ["called", "called", "waiting", "waiting"]
    for one in with_bots:
        confirm(one)
    seats = tables.state_of(again(with_bots[0]).seek.game_id).game.seats
    assert sorted(seat.kind for seat in seats) == [SeatKind.HUMAN] * 2 + [SeatKind.BOT] * 2


def test_one_person_who_welcomes_bots_plays_with_bots() -> None:
    seen = look(bots=True)
    tables.later(2 * MINUTE)
    job.run()
    confirm(seen)
    assert people_of(again(seen).seek.game_id).count(None) == 1


def test_with_a_day_for_a_turn_people_who_come_hours_later_are_met_before_bots() -> None:
    early = look(clock=DAY, bots=True)
    tables.later(5 * HOUR)
    job.run()
    assert states(early) == ["waiting"]
    late = look(clock=DAY, bots=True)
    confirm(early)
    assert set(people_of(again(early).seek.game_id)) == {early.seek.player_id, late.seek.player_id}
    alone = look(clock=DAY, bots=True)
    tables.later(7 * HOUR)
    job.run()
    confirm(alone)
    assert people_of(again(alone).seek.game_id).count(None) == 1


def test_who_does_not_confirm_is_replaced_and_the_others_keep_their_place() -> None:
    absent, there = look(clock=DAY, most_seats=3, least_seats=3), look(clock=DAY, most_seats=3, least_seats=3)
    tables.later(HOUR)
    third = look(clock=DAY, most_seats=3, least_seats=3)
    assert states(absent, there, third) == ["called"] * 3
    assert (told(absent.seek.player_id), told(third.seek.player_id)) == (["muster"], [])
    assert confirm(there).has_confirmed
    assert again(there).confirmed == 2
    tables.later(13 * HOUR)
    job.run()
    assert states(absent, there, third) == ["missed", "waiting", "waiting"]
    assert told(absent.seek.player_id) == ["muster", "seek_missed"]
    assert again(there).people == 2
    fourth = look(clock=DAY, most_seats=3, least_seats=3)
    assert states(there, third, fourth) == ["seated"] * 3
    check_everybody()


def test_the_matchmaking_job_is_quiet_when_nothing_is_due() -> None:
    look()
    assert job.run() == 0


def test_a_seek_expires_and_its_player_is_told() -> None:
    seen = look()
    tables.later(HOUR)
    job.run()
    assert states(seen) == ["expired"]
    assert told(seen.seek.player_id) == ["seek_expired"]
    assert Gathering.objects.count() == 0
    assert states(look(), seen) == ["waiting", "expired"]


def test_a_cancelled_seek_leaves_the_others_waiting_and_cancelling_again_changes_nothing() -> None:
    first, second = look(most_seats=3, least_seats=3), look(most_seats=3, least_seats=3)
    cancel(first)
    cancel(first)
    assert states(first, second) == ["cancelled", "waiting"]
    assert again(second).people == 1
    third, fourth = look(most_seats=3, least_seats=3), look(most_seats=3, least_seats=3)
    assert states(second, third, fourth) == ["seated"] * 3


def test_cancelling_while_called_calls_the_others_off_until_somebody_comes() -> None:
    seen = [look(clock=DAY, bots=True, least_seats=2, most_seats=5) for _ in range(3)]
    tables.later(7 * HOUR)
    job.run()
    assert states(*seen) == ["called"] * 3
    cancel(seen[0])
    # Two of them are enough, and they are called anew.
    assert states(*seen) == ["cancelled", "called", "called"]
    confirm(seen[1])
    confirm(seen[2])
    assert states(*seen) == ["cancelled", "seated", "seated"]


def test_there_is_nothing_to_confirm_before_the_call_and_after_it() -> None:
    seen = look()
    with pytest.raises(errors.SeekNotCalled):
        confirm(seen)
    look()
    assert confirm(seen).is_seated
    other = look()
    cancel(other)
    with pytest.raises(errors.SeekNotCalled):
        confirm(other)


def test_a_confirmation_that_comes_too_late_does_not_count() -> None:
    seen = [look(bots=True, least_seats=3, most_seats=3) for _ in range(2)]
    tables.later(2 * MINUTE)
    job.run()
    confirm(seen[0])
    tables.later(2 * MINUTE)
    with pytest.raises(errors.SeekNotCalled):
        confirm(seen[1])
    assert states(seen[1]) == ["missed"]


def test_a_seated_player_looks_no_longer_for_this_ruleset_at_this_speed() -> None:
    player = tables.person()
    same = look(player, options={"game": "classic", "target": 200})
    slow, flip = look(player, clock=DAY), look(player, options={"game": "flip"})
    seated = look(player)
    look()
    assert states(seated, same, slow, flip) == ["seated", "cancelled", "waiting", "waiting"]


def test_a_player_never_plays_with_themselves() -> None:
    player = tables.person()
    seen = look(player), look(player)
    assert states(*seen) == ["waiting", "waiting"]
    other = look()
    assert states(other) == ["seated"]
    assert sorted(states(*seen)) == ["cancelled", "seated"]


def test_a_player_has_at_most_five_seeks_and_the_same_request_is_one() -> None:
    player, command_id = tables.person(), uuid4()
    wishes = [{"options": {"game": "classic", "target": target}} for target in (100, 200, 300, 400, 600)]
    first = look(player, command_id=command_id, **wishes[0])
    assert look(player, command_id=command_id, **wishes[0]).seek.id == first.seek.id
    with pytest.raises(errors.CommandIdReused):
        look(player, command_id=command_id, asked=bytes(31) + b"x", **wishes[0])
    rest = [look(player, **wish) for wish in wishes[1:]]
    with pytest.raises(errors.TooManySeeks):
        look(player)
    cancel(rest[0])
    assert states(look(player)) == ["waiting"]


def test_reliability_is_asked_both_ways_and_newcomers_are_let_in() -> None:
    late, punctual = tables.person(), tables.person()
    tables.give_turns(late, (40, 20))
    tables.give_turns(punctual, (40, 40))
    strict = look(min_reliability=90)
    refused = look(late)
    assert states(strict, refused) == ["waiting", "waiting"]
    assert states(look(punctual, min_reliability=60), strict) == ["seated", "seated"]
    newcomer = look(min_reliability=60)
    assert states(newcomer, refused) == ["waiting", "waiting"]
    assert states(look()) == ["seated"]


def test_who_asks_for_reliable_people_is_not_led_to_a_table_of_others() -> None:
    late, _ = hosted(3)
    tables.give_turns(late, (40, 20))
    seen = [look(min_reliability=90, least_seats=3, most_seats=3) for _ in range(2)]
    assert states(*seen) == ["waiting", "waiting"]
    newcomer, other = hosted(3)
    assert [again(one).seek.game_id for one in seen] == [other, other]
    assert set(people_of(other)) == {newcomer, *(one.seek.player_id for one in seen)}


def test_nobody_is_seated_with_somebody_whom_they_blocked() -> None:
    one, other = tables.person(), tables.person()
    blocks.block(player_id=other, blocked_id=one)
    seen = look(one), look(other)
    assert states(*seen) == ["waiting", "waiting"]
    look()
    look()
    assert states(*seen) == ["seated", "seated"]
    assert again(seen[0]).seek.game_id != again(seen[1]).seek.game_id


def test_who_is_blocked_while_they_wait_together_waits_apart() -> None:
    seen = look(least_seats=3, most_seats=3), look(least_seats=3, most_seats=3)
    assert again(seen[0]).people == 2
    blocks.block(player_id=seen[0].seek.player_id, blocked_id=seen[1].seek.player_id)
    third = look(least_seats=3, most_seats=3)
    assert states(*seen, third) == ["waiting"] * 3
    assert [again(one).people for one in (*seen, third)] == [2, 1, 2]


def test_an_open_table_is_filled_from_seeks_and_starts_by_itself() -> None:
    host, game = hosted(3)
    first, second = look(most_seats=4), look(most_seats=4)
    assert states(first, second) == ["seated", "seated"]
    assert set(people_of(game)) == {host, first.seek.player_id, second.seek.player_id}
    assert tables.state_of(game).game.status is Status.RUNNING
    assert Gathering.objects.count() == 0


def test_people_who_wait_already_come_to_a_table_that_opens() -> None:
    waiting = [look(most_seats=4, least_seats=3) for _ in range(2)]
    _, game = hosted(3)
    assert [again(one).seek.game_id for one in waiting] == [game, game]


def test_a_table_with_other_settings_a_bot_or_a_host_who_removed_them_takes_nobody() -> None:
    hosted(2, target=200)
    host, with_bot = hosted(3)
    lobby.add_bot(game_id=with_bot, player=host, seat=None, bot="plain", command_id=uuid4(), request_hash=tables.ASKED)
    removed = tables.person()
    host, game = hosted(2)
    tables.sit(game, removed)
    lobby.remove(game_id=game, player=host, seat=1, command_id=uuid4(), request_hash=tables.ASKED)
    assert states(look(removed, most_seats=3)) == ["waiting"]
    assert again(look(bots=True, least_seats=3, most_seats=3)).seek.game_id == with_bot


def test_a_seat_that_somebody_takes_themselves_is_not_promised_to_a_seeker() -> None:
    _, game = hosted(4, control=DAY)
    seen = [look(clock=DAY, most_seats=4) for _ in range(2)]
    assert [again(one).people for one in seen] == [3, 3]
    for _ in range(3):
        tables.sit(game, tables.person())
    tables.later(HOUR / 2)
    job.run()
    assert tables.state_of(game).game.status is Status.LOBBY  # it is full, and its host starts it
    # Without the table the two are enough for each other.
    assert states(*seen) == ["waiting", "waiting"]
    assert [again(one).people for one in seen] == [2, 2]


def test_a_private_table_is_not_filled_from_seeks() -> None:
    host = tables.person()
    game = tables.lobby_of(host, private=True, game="classic").game.id
    matchmaking.open_to_seeks(game)
    assert Gathering.objects.count() == 0


def test_a_table_that_was_opened_to_seeks_and_started_by_its_host_is_forgotten() -> None:
    host, game = hosted(2)
    tables.sit(game, tables.person())
    lobby.start(game_id=game, player=host, command_id=uuid4(), request_hash=tables.ASKED)
    job.run()
    assert Gathering.objects.count() == 0


def test_a_match_that_cannot_be_founded_is_tried_again_and_stops_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lobby.found_match

    def fail(*_arguments: Any) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(lobby, "found_match", fail)
    seen = look(), look()
    assert states(*seen) == ["called", "called"]
    monkeypatch.setattr(lobby, "found_match", found)
    assert job.run() == 0
    tables.later(MINUTE / 2 + 1)
    assert job.run() == 1
    assert states(*seen) == ["seated", "seated"]
    check_everybody()


def test_a_table_that_refuses_its_seekers_is_filled_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any) -> None:
        raise errors.RemovedFromTable

    monkeypatch.setattr(lobby, "start_by_itself", refuse)
    _, game = hosted(2)
    seen = look()
    assert states(seen) == ["waiting"]
    monkeypatch.undo()
    job.run()
    assert states(look(), seen) == ["seated", "seated"]
    assert again(seen).seek.game_id != game


def test_a_closed_account_is_not_waited_for() -> None:
    seen = look()
    Player.objects.filter(id=seen.seek.player_id).update(is_active=False)
    assert states(look()) == ["waiting"]
    assert Seek.objects.get(id=seen.seek.id).state == "cancelled"


def test_the_log_of_such_a_match_verifies() -> None:
    first, _ = look(), look()
    game = again(first).seek.game_id
    assert game is not None
    people = [player for player in people_of(game) if player is not None]
    tables.play_well(game, *people)
    from games.audit import check  # noqa: PLC0415 - only here

    assert check.check_game(game) is None


def test_impossible_wishes_are_refused() -> None:
    with pytest.raises(errors.BadSeek):
        look(least_seats=4, most_seats=3)
    with pytest.raises(engine.RulesetError):
        look(options={"game": "classic", "teams": 2}, least_seats=3, most_seats=3)
    with pytest.raises(engine.RulesetError):
        look(options={"game": "classic", "nonsense": True})
    assert Seek.objects.count() == 0
