"""Time-outs, autopilot, votes, pauses and resignations: who is notified, and when the message is outdated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import engine
from games.clock.control import control
from games.notifications import create, create_for_command, send, snapshot
from games.services import commands, worker
from players.models import Notification, Reminder
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = 3600


def at_table(count: int = 2, *, turn: int | None = None, after: int = 3) -> tuple[UUID, list[UUID]]:
    """Return a started game of this many people, with a clock if `turn` (seconds) is given."""
    people = [tables.person() for _ in range(count)]
    if turn is None:
        return tables.started(*people), people
    return tables.timed(control(turn=turn, autopilot_after=after), *people), people


def on_turn(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


def do(game: UUID, player: UUID, command: engine.Command) -> None:
    """Send a command and create its notifications."""
    tables.send(game, player, command)
    worker.run_outbox(game)


def test_who_is_late_is_told_so_and_the_next_one_has_their_turn() -> None:
    game, people = at_table(turn=HOUR)
    worker.run_outbox(game)
    late = on_turn(game)
    with tables.travelled(HOUR + 1):
        commands.settle(game)
        worker.run_outbox(game)
    told = notifications.latest(people[late], "timed_out")
    assert told.data["seat"] == late
    assert told.data["due_at"].endswith("Z")
    assert "timed_out" not in notifications.kinds(people[1 - late])
    assert notifications.kinds(people[on_turn(game)])[-1] in {"your_turn", "timed_out"}


def test_a_seat_on_autopilot_is_news_to_all_and_is_asked_and_reminded_of_nothing() -> None:
    game, people = at_table(3, turn=HOUR, after=1)
    late = on_turn(game)
    with tables.travelled(HOUR + 1):
        commands.settle(game)
        worker.run_outbox(game)
        tables.let_bots_move(game)
    for seat, player in enumerate(people):
        told = notifications.latest(player, "autopilot")
        assert (told.data["seat"], told.data["reason"], told.data["you"]) == (late, "timeouts", seat)
    for seq in notifications.ends(game):
        create_for_command(game, seq)
    latest = Notification.objects.filter(kind="your_turn").order_by("-seq").first()
    assert latest is None or latest.player_id != people[late]
    assert not Reminder.objects.filter(player_id=people[late]).exists()


@pytest.mark.parametrize("how", ["resigned", "timed out"])
def test_whom_the_service_plays_for_is_not_told_that_it_is_their_turn(how: str) -> None:
    game, people = at_table(3, turn=HOUR, after=1)
    if how == "resigned":
        away = (on_turn(game) + 1) % 3
        do(game, people[away], engine.Resign())
    else:
        away = on_turn(game)
        tables.later(HOUR + 1)
        commands.settle(game)
    assert tables.table_of(game).autopilot == (away,)
    tables.let_bots_move(game)
    while (turn := on_turn(game)) != away:
        outcome = tables.send(game, people[turn], tables.legal(game)[1])
    assert "your_turn" not in notifications.kinds(people[away])
    notifications.tell_worth(outcome)  # before the worker has moved for it
    assert "your_turn" not in notifications.kinds(people[away])
    assert not Reminder.objects.filter(player_id=people[away]).exists()


def test_a_seat_handed_back_is_news_to_the_others_unless_they_want_it_by_mail_too(mail: HttpChannel) -> None:
    game, people = at_table(3, turn=HOUR, after=1)
    late = on_turn(game)
    with tables.travelled(HOUR + 1):
        commands.settle(game)
        worker.run_outbox(game)
        send.send_due(mail.name)
        do(game, people[late], engine.TakeBack())
    assert "handed_back" not in notifications.kinds(people[late])
    for seat in {0, 1, 2} - {late}:
        assert notifications.latest(people[seat], "handed_back").data["seat"] == late
        assert not [state for state in notifications.states(people[seat]) if state[0] == "handed_back"]


def test_a_resignation_is_told_to_the_others_and_the_match_goes_on_or_ends_with_a_result() -> None:
    game, people = at_table(3)
    do(game, people[0], engine.Resign())
    assert "resigned" not in notifications.kinds(people[0])
    assert notifications.latest(people[1], "resigned").data == {"you": 1, "seat": 0}
    do(game, people[1], engine.Resign())
    over = notifications.latest(people[2], "match_over")
    assert (over.data["winners"], over.data["cause"]) == ([2], "resigned")
    assert all("match_over" in notifications.kinds(player) for player in people)


def test_a_vote_is_put_to_the_others_until_it_is_decided(mail: HttpChannel, sink: Sink) -> None:
    game, people = at_table(3)
    do(game, people[0], engine.Vote("abort"))
    assert [player for player in people if "abort_asked" in notifications.kinds(player)] == people[1:]
    do(game, people[1], engine.Vote("abort"))
    assert Notification.objects.filter(player_id=people[0], kind="abort_asked").count() == 1
    do(game, people[2], engine.Vote("abort"))
    assert all(notifications.kinds(player)[-1] == "aborted" for player in people)
    assert all("match_over" not in notifications.kinds(player) for player in people)
    notifications.all_due()
    send.send_due(mail.name)
    for player in people:
        assert sink.kinds(player) == ["aborted"]
        assert not [one for one in notifications.states(player) if one[0] == "abort_asked" and one[1] != "dropped"]


def test_a_pause_is_told_and_stops_the_reminders() -> None:
    game, people = at_table(turn=12 * HOUR)
    worker.run_outbox(game)
    assert Reminder.objects.filter(game_id=game).exists()
    do(game, people[0], engine.Vote("pause"))
    do(game, people[1], engine.Vote("pause"))
    assert "paused" in notifications.kinds(people[0])
    assert "paused" not in notifications.kinds(people[1])
    assert not Reminder.objects.filter(game_id=game).exists()
    do(game, people[0], engine.Resume())
    assert "resumed" in notifications.kinds(people[1])
    assert Reminder.objects.filter(game_id=game).exists()


@pytest.mark.parametrize(
    ("tag", "fields", "kind", "concerned"),
    [
        ("uno_caught", (0, 2), "caught", 0),
        ("challenge_decided", (0, 2, True), "challenged", 2),
        ("seat_eliminated", (1, 3), "eliminated", 1),
    ],
)
def test_who_was_caught_challenged_or_eliminated_hears_of_it_alone(
    tag: str, fields: tuple[int, ...], kind: str, concerned: int
) -> None:
    game, people = at_table(3)
    event = next(cls for cls, name in engine.TAGS.items() if name == tag)
    logged = replace(tables.log_of(game)[-1], event=event(*fields))
    scene = snapshot.load(game)
    assert scene is not None
    told = list(create.news(snapshot.CommandSnapshot(scene, (logged,), is_settled=True)))
    assert [(one.kind, one.player_id, one.seq) for one in told] == [(kind, people[concerned], logged.seq)]
    assert told[0].data["you"] == concerned
