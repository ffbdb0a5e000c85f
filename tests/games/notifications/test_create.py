"""The table of messages applied to real games: who is told what."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import engine
from games.notifications import calls_for_notifications, create_for_command
from games.notifications.kinds import ASKS, KINDS, MOVES_DEADLINE
from players.models import Delivery, Notification
from tests.games import tables, tampering
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID


pytestmark = pytest.mark.django_db(transaction=True)


def turn_of(game: UUID, *people: UUID) -> UUID:
    turn = tables.table_of(game).turn
    assert turn is not None
    return people[turn]


def test_the_start_is_told_to_all_but_who_started_and_the_first_to_move_hears_of_their_turn() -> None:
    ann, bob, cy = tables.person(), tables.person(), tables.person()
    game = tables.started(ann, bob, cy)
    notifications.told(game)
    first = turn_of(game, ann, bob, cy)
    assert "started" in notifications.kinds(bob)
    assert "started" in notifications.kinds(cy)
    assert "started" not in notifications.kinds(ann)
    for player in (bob, cy):
        assert ("your_turn" in notifications.kinds(player)) == (player == first)


def test_who_sits_down_and_leaves_is_told_to_the_others_while_bots_come_and_go_unheard() -> None:
    ann, bob, cy = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=4).game.id
    tables.sit(game, bob)
    tables.sit(game, cy)
    tables.lobby.leave_seat(game_id=game, player=bob, command_id=tables.uuid4(), request_hash=tables.ASKED)
    tables.lobby.add_bot(
        game_id=game, player=ann, seat=None, bot="random", command_id=tables.uuid4(), request_hash=tables.ASKED
    )
    for seq in notifications.ends(game):
        create_for_command(game, seq)
    assert notifications.kinds(ann) == ["seat_taken", "seat_taken", "seat_left"]
    assert notifications.kinds(bob) == []
    assert notifications.kinds(cy) == ["seat_left"]


def test_a_turn_is_told_to_whom_it_passes_and_not_to_who_passed_it() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = tables.version_of(game)
    for _ in range(6):
        seat, _ = tables.legal(game)
        mover = (ann, bob)[seat]
        outcome = tables.send(game, mover, engine.legal_commands(tables.table_of(game), seat)[-1])
        count = Notification.objects.filter(kind="your_turn").count()
        notifications.tell_worth(outcome)
        now = tables.table_of(game).turn
        passed = now is not None and now != seat
        assert Notification.objects.filter(kind="your_turn").count() == count + passed
        if passed:
            latest = Notification.objects.filter(kind="your_turn").latest("created_at")
            assert latest.player_id == (ann, bob)[now or 0]
            assert latest.data["version"] == outcome.game.version
            assert latest.data["chain"] == outcome.game.chain.hex()
    assert tables.version_of(game) > before


def test_bots_among_themselves_are_no_news() -> None:
    ann = tables.person()
    game = tables.with_bots(ann, 3)
    tables.let_bots_move(game)
    for seq in notifications.ends(game):
        create_for_command(game, seq)
    assert notifications.kinds(ann).count("your_turn") <= 1
    bots = tables.bots_only(3)
    for row in tables.rows_of(bots):
        event = engine.decode_event(row.type, row.schema_version, row.public, row.private)
        if row.type != 2:
            assert not calls_for_notifications([event], tables.table_of(bots))


def test_the_end_is_told_to_all_with_its_result() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, scoring="single_round")
    notifications.finish(game, ann, bob)
    notifications.told(game)
    table = tables.table_of(game)
    assert table.result is not None
    for player in (ann, bob):
        over = notifications.latest(player, "match_over")
        assert over.data["winners"] == list(table.result.winners)
        assert over.data["ranks"] == list(table.result.ranks)


@pytest.mark.usefixtures("mail")
def test_told_once_however_often_and_in_whatever_order() -> None:
    ann, bob, cy = tables.person(), tables.person(), tables.person()
    game = tables.started(ann, bob, cy, scoring="single_round")
    notifications.finish(game, ann, bob, cy)
    seqs = notifications.ends(game) * 3
    random.Random(7).shuffle(seqs)  # noqa: S311 - any order will do
    for seq in seqs:
        create_for_command(game, seq)
    ids = list(Notification.objects.values_list("player_id", "kind", "seq"))
    assert len(ids) == len(set(ids))
    for player in (ann, bob, cy):
        numbers = list(
            Notification.objects.filter(player_id=player).order_by("number").values_list("number", flat=True)
        )
        assert numbers == list(range(1, len(numbers) + 1))
        assert notifications.kinds(player).count("match_over") == 1
    carried = list(Delivery.objects.values_list("notification_id", "channel", "device"))
    assert len(carried) == len(set(carried))


def test_every_event_that_the_table_names_exists() -> None:
    tags = set(engine.TAGS.values())
    assert {tag for kind in KINDS for tag in kind.events} | ASKS | MOVES_DEADLINE <= tags
    for kind in KINDS:
        for tag in kind.events:
            event = next(cls for cls, name in engine.TAGS.items() if name == tag)
            names = {field.name for field in engine.FIELDS[event]}
            assert set(kind.facts) <= names, kind.name


def test_what_is_told_after_a_restore_is_no_repetition_of_what_the_lost_event_of_that_number_told() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    ids = []
    for _ in range(2):
        tables.send(game, turn_of(game, *people), engine.Resign())
        last = tables.version_of(game)
        notifications.told(game)
        ids.append({(one.seq, one.id) for one in Notification.objects.filter(game_id=game)})
        tampering.rewound(game)
        tables.raw("DELETE FROM players_notification WHERE game_id = %s AND seq > %s", game, tables.version_of(game))
        tables.raw("DELETE FROM outbox WHERE game_id = %s AND seq = %s", game, last)
    first, second = ({one for _, one in told} for told in ids)
    lost, anew = ({one for seq, one in told if seq > tables.version_of(game)} for told in ids)
    assert len(lost) == len(anew) > 0
    assert first & second == first - lost == second - anew
    assert not lost & anew
