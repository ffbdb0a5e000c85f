"""The guarantees for clients that send commands: applied once, in order, and answered truthfully."""

from dataclasses import replace
from uuid import uuid4

import pytest

import engine
from games import errors
from games.reads import one_game
from games.services import commands
from games.services.envelope import Actor, Decision, Envelope
from games.store import append, load
from games.types import Status
from tests.games import tables

pytestmark = pytest.mark.django_db


def test_an_accepted_command_moves_the_game_on() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = tables.version_of(game)
    seat, command = tables.legal(game)
    outcome = tables.send(game, (ann, bob)[seat], command)
    assert outcome.game.version == before + len(outcome.events) == tables.version_of(game)
    assert [logged.seq for logged in outcome.events] == list(range(before + 1, outcome.game.version + 1))
    assert (outcome.seat, outcome.replayed) == (seat, False)
    assert outcome.events[-1].chain == outcome.game.chain


def test_the_answer_shows_the_same_game_as_a_read_after_it() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    outcome = tables.send(game, (ann, bob)[seat], command)
    state = one_game.load_game(game, (ann, bob)[seat])
    assert outcome.game == state.game
    assert outcome.table == state.table
    assert outcome.seat == state.seat


def test_a_retry_gets_the_same_answer() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    first = tables.send(game, (ann, bob)[seat], command, key)
    again = tables.send(game, (ann, bob)[seat], command, key)
    assert again.replayed
    assert replace(again, replayed=False) == first


def test_a_retry_gets_the_same_answer_though_the_game_has_moved_on() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    version = tables.version_of(game)
    first = tables.send(game, (ann, bob)[seat], command, key, version)
    for _ in range(5):
        turn, next_command = tables.legal(game)
        tables.send(game, (ann, bob)[turn], next_command)
    moved_on = tables.version_of(game)
    again = tables.send(game, (ann, bob)[seat], command, key, version)
    assert again.replayed
    assert replace(again, replayed=False) == first
    assert tables.version_of(game) == moved_on


def test_a_retry_after_the_end_of_the_match_still_gets_its_answer() -> None:
    ann = tables.person()
    game = tables.with_bots(ann, scoring="single_round")
    key = uuid4()
    while not (table := tables.table_of(game)).is_over:
        if table.turn == 0 and table.phase is not engine.Phase.ROUND_OVER:
            command = engine.legal_commands(table, 0)[0]
            last = tables.send(game, ann, command, key := uuid4())
        tables.let_bots_move(game)
    again = tables.send(game, ann, command, key)
    assert replace(again, replayed=False) == last


def test_the_same_id_with_another_command_is_refused() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    tables.send(game, (ann, bob)[seat], command, key)
    version = tables.version_of(game)
    with pytest.raises(errors.CommandIdReused):
        tables.send(game, (ann, bob)[seat], engine.Pass(), key)
    assert tables.version_of(game) == version


def test_nobody_gets_the_answer_to_the_command_of_another() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    tables.send(game, (ann, bob)[seat], command, key)
    with pytest.raises(errors.CommandIdReused):
        tables.send(game, (ann, bob)[1 - seat], command, key)


def test_a_stale_version_is_refused_with_the_events_missed() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seen = tables.version_of(game)
    seat, command = tables.legal(game)
    first = tables.send(game, (ann, bob)[seat], command)
    turn, next_command = tables.legal(game)
    with pytest.raises(errors.StaleVersion) as refusal:
        tables.send(game, (ann, bob)[turn], next_command, expected_version=seen)
    assert refusal.value.fields == {"current_version": first.game.version}
    assert tuple(refusal.value.missed) == first.events
    assert refusal.value.state.seat == turn
    assert tables.version_of(game) == first.game.version


def test_a_version_from_the_future_is_stale_too() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    with pytest.raises(errors.StaleVersion) as refusal:
        tables.send(game, (ann, bob)[seat], command, expected_version=tables.version_of(game) + 1)
    assert refusal.value.missed == []


def test_a_command_against_the_rules_changes_nothing() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = (tables.rows_of(game), tables.table_of(game))
    seat, command = tables.legal(game)
    with pytest.raises(engine.RuleViolation) as refusal:
        tables.send(game, (ann, bob)[1 - seat], command)
    assert refusal.value.code == "not_your_turn"
    assert (tables.rows_of(game), tables.table_of(game)) == before


def test_a_refused_command_may_be_sent_again_under_its_id() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    with pytest.raises(engine.RuleViolation):
        tables.send(game, (ann, bob)[1 - seat], command, key)
    tables.send(game, (ann, bob)[seat], command)
    turn, next_command = tables.legal(game)
    assert not tables.send(game, (ann, bob)[turn], next_command, key if turn != seat else None).replayed


def test_a_finished_game_takes_no_command_and_has_told_its_seed() -> None:
    ann = tables.person()
    game = tables.with_bots(ann, bot="sharp", scoring="single_round")
    tables.play_well(game, ann)
    with pytest.raises(errors.GameFinished):
        tables.send(game, ann, engine.Draw())
    state = one_game.load_game(game, ann)
    assert state.game.status is Status.FINISHED
    assert tables.raw("SELECT FROM game_secret WHERE game_id = %s", game) == []
    end = one_game.events_after(game, ann, state.game.version - 1, 10).events[0].event
    assert isinstance(end, engine.MatchEnded)
    created = one_game.events_after(game, ann, 0, 1).events[0].event
    chance = engine.Chance(game.bytes, bytes.fromhex(end.seed or ""))
    assert chance.commitment.hex() == getattr(created, "commitment", None)


def test_an_unknown_game_and_a_strangers_private_game_are_the_same_nothing() -> None:
    ann, stranger = tables.person(), tables.person()
    private = tables.lobby_of(ann, private=True).game.id
    for game in (uuid4(), private):
        with pytest.raises(errors.GameNotFound):
            tables.send(game, stranger, engine.Draw())
        with pytest.raises(errors.GameNotFound):
            one_game.load_game(game, stranger)
        with pytest.raises(errors.GameNotFound):
            one_game.load_game(game, None)
        with pytest.raises(errors.GameNotFound):
            one_game.events_after(game, stranger, 0, 10)
        with pytest.raises(errors.GameNotFound):
            tables.sit(game, stranger)
        with pytest.raises(errors.GameNotFound):
            tables.sit(game, stranger, seat=99, code="guess")


def test_a_strangers_probe_for_command_ids_of_a_private_game_tells_nothing() -> None:
    ann, stranger = tables.person(), tables.person()
    private = tables.lobby_of(ann, private=True)
    with pytest.raises(errors.GameNotFound):
        tables.send(private.game.id, stranger, engine.Draw(), private.events[0].command_id)


def test_a_spectator_has_no_seat_to_act_for() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.started(ann, bob)
    with pytest.raises(errors.NotSeated):
        tables.send(game, eve, tables.legal(game)[1])


def test_a_command_without_events_cannot_be_recorded() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    request = Envelope(game, Actor(ann), uuid4(), tables.ASKED)
    loaded = load.load_for_command(game, ann, request.command_id)
    assert loaded is not None
    with pytest.raises(ValueError, match="at least one event"):
        commands.record(request, loaded, Decision(0, 0, engine.Draw()), [], commands.chance(loaded))


def test_deleting_the_cached_state_changes_nothing_a_player_could_notice() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = one_game.load_game(game, ann)
    assert append.drop_caches() >= 1
    assert replace(one_game.load_game(game, ann), now=before.now) == before
    seat, command = tables.legal(game)
    assert tables.send(game, (ann, bob)[seat], command).game.version > before.game.version


@pytest.mark.parametrize("stamp", ["state_format", "engine_version"])
def test_a_cache_written_by_other_code_is_not_read(stamp: str) -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = one_game.load_game(game, ann)
    tables.raw(f"UPDATE game SET {stamp} = {stamp} + 1, state_cache = 'nonsense' WHERE id = %s", game)  # noqa: S608
    assert replace(one_game.load_game(game, ann), now=before.now) == before


def test_a_game_whose_log_has_a_hole_does_not_go_on() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    with tables.unguarded():
        tables.raw("DELETE FROM event WHERE game_id = %s AND seq = 3", game)
    append.drop_caches()
    with pytest.raises(errors.LogCorrupt):
        one_game.load_game(game, ann)


def test_the_clock_of_a_game_never_runs_backwards() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    tables.raw("UPDATE game SET updated_at = now() + interval '1 hour' WHERE id = %s", game)
    seat, command = tables.legal(game)
    first = tables.send(game, (ann, bob)[seat], command)
    seat, command = tables.legal(game)
    second = tables.send(game, (ann, bob)[seat], command)
    assert second.game.updated_at >= first.game.updated_at
