"""Sending messages: claims, staleness, retries and the ledger."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

import engine
from engine import events as engine_events
from games.notifications import create_for_command, seen, send, snapshot, staleness
from players import preferences
from players.models import Delivery, Notification
from players.notifications import deliveries, metrics
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.notifications.fakes import HttpChannel, only
from tests.games.test_newer_events import old_code

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import Sink

pytestmark = pytest.mark.django_db(transaction=True)


def at_turn(*, deadline: timedelta | None = None) -> tuple[UUID, UUID, UUID]:
    """Return a game with a turn that has just been told, the player on turn, and the other one."""
    people = tables.person(), tables.person()
    game = tables.started(*people)
    while True:
        seat, command = tables.legal(game)
        outcome = tables.send(game, people[seat], command)
        if outcome.table.turn not in {None, seat}:
            break
    if deadline is not None:
        tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", timezone.now() + deadline, game)
    create_for_command(game, outcome.game.version)
    turn = outcome.table.turn
    assert turn is not None
    return game, people[turn], people[1 - turn]


def test_a_turn_goes_out_once_with_the_readers_table_and_their_moves(mail: HttpChannel, sink: Sink) -> None:
    game, me, _ = at_turn()
    assert send.send_due(mail.name) == 1
    assert send.send_due(mail.name) == 0
    (message,) = sink.messages
    notification = notifications.latest(me, "your_turn")
    assert message["id"] == str(notification.id)
    assert message["player"] == str(me)
    assert message["data"]["game_id"] == str(game)
    assert message["body"].startswith(message["data"]["text"])
    assert message["data"]["text"].startswith("It is your turn at the table with ")
    assert "/m/" in message["text"]
    assert notifications.states(me) == [("your_turn", "sent", "")]
    (delivery,) = Delivery.objects.all()
    assert delivery.receipt == f"receipt {notification.id}"
    assert delivery.attempts == 1
    assert delivery.sent_at is not None


def test_the_end_by_a_vote_does_not_ask_for_votes_any_more(mail: HttpChannel, sink: Sink) -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    before = tables.version_of(game)
    for player in people:
        tables.send(game, player, engine.Vote("abort"))
    notifications.told(game, since=before)
    notifications.all_due()
    send.send_due(mail.name)
    assert sorted(message["player"] for message in sink.messages) == sorted(map(str, people))
    for message in sink.messages:
        assert message["data"]["kind"] == "aborted"
        for words in (message["body"], " ".join(message["text"].split()), message["html"]):
            assert "was stopped" in words
            assert "wants to end" not in words


def test_the_end_by_a_resignation_says_who_resigned_and_not_that_the_seat_plays_on(
    mail: HttpChannel, sink: Sink
) -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    before = tables.version_of(game)
    tables.send(game, people[0], engine.Resign())
    tables.send(game, people[1], engine.Resign())
    assert tables.table_of(game).is_over
    notifications.told(game, since=before)
    notifications.all_due()
    send.send_due(mail.name)
    (message,) = [one for one in sink.messages if one["player"] == str(people[2])]
    assert message["data"]["kind"] == "match_over"
    for words in (message["body"], " ".join(message["text"].split()), message["html"]):
        assert " resigns." in words
        assert "plays on" not in words
        assert "ranked last" not in words


def test_a_turn_that_was_played_is_not_told_any_more(mail: HttpChannel, sink: Sink) -> None:
    game, me, _ = at_turn()
    seat = tables.state_of(game, me).seat
    assert seat is not None
    tables.send(game, me, engine.legal_commands(tables.table_of(game), seat)[0])
    send.send_due(mail.name)
    assert sink.messages == []
    assert notifications.states(me) == [("your_turn", "dropped", "played")]


def test_a_turn_that_was_played_and_has_come_back_is_told_once(mail: HttpChannel, sink: Sink) -> None:
    game, me, other = at_turn()
    seat = tables.table_of(game).turn
    version = tables.version_of(game)
    while tables.version_of(game) == version or tables.table_of(game).turn != seat:
        acting, command = tables.legal(game)
        outcome = tables.send(game, me if acting == seat else other, command)
    send.send_due(mail.name)  # before the worker has created the message of the second turn
    create_for_command(game, outcome.game.version)
    notifications.all_due()
    send.send_due(mail.name)
    assert sink.kinds(me) == ["your_turn"]
    assert [state for kind, *state in notifications.states(me) if kind == "your_turn"] == [
        ["dropped", "played"],
        ["sent", ""],
    ]


def test_a_turn_in_which_a_card_was_drawn_is_not_told_any_more(mail: HttpChannel, sink: Sink) -> None:
    phase = None
    while phase is not engine.Phase.DRAWN:
        game, me, _ = at_turn()
        if tables.table_of(game).phase is engine.Phase.TURN:
            phase = tables.send(game, me, engine.Draw()).table.phase
    assert tables.state_of(game, me).seat == tables.table_of(game).turn
    send.send_due(mail.name)
    assert sink.kinds(me) == []
    assert notifications.states(me) == [("your_turn", "dropped", "played")]


def test_a_turn_that_was_fetched_is_not_told_but_one_that_was_fetched_before_is(mail: HttpChannel, sink: Sink) -> None:
    game, me, _ = at_turn()
    version = tables.version_of(game)
    seen.note(me, game, version - 1)
    seen.note(me, game, version)
    seen.note(me, game, version - 1)
    send.send_due(mail.name)
    assert sink.messages == []
    assert notifications.states(me) == [("your_turn", "dropped", "fetched")]
    game, me, _ = at_turn()
    seen.note(me, game, tables.version_of(game) - 1)
    send.send_due(mail.name)
    assert sink.kinds(me) == ["your_turn"]


def help_asked() -> tuple[UUID, dict[int, UUID]]:
    """Return a game in which both teammates of a player were asked for a card and told so, and the two by seat."""
    people = [tables.person() for _ in range(6)]
    game = tables.started(*people, teams=2, teammate_gives=True, draw_policy="only_if_unable")
    while True:
        table = tables.table_of(game)
        assert table.turn is not None
        legal = engine.legal_commands(table, table.turn)
        asks = [command for command in legal if isinstance(command, engine.Ask)]
        outcome = tables.send(game, people[table.turn], (asks or legal)[0])
        mates = snapshot.Snapshot(outcome.game, outcome.table, outcome.now).asked
        if asks and len(mates) > 1:
            create_for_command(game, outcome.game.version)
            return game, {seat: people[seat] for seat in mates}


def test_who_may_answer_as_well_is_told_unless_they_have_fetched_the_game(mail: HttpChannel, sink: Sink) -> None:
    for fetched in (False, True):
        game, mates = help_asked()
        first, second = sorted(mates, key=lambda seat: seat != tables.table_of(game).turn)
        if fetched:
            staleness.note_seen(tables.state_of(game, mates[second]), mates[second])
        send.send_due(mail.name)
        assert sink.kinds(mates[first]) == ["your_turn"]
        assert sink.kinds(mates[second]) == ([] if fetched else ["your_turn"])


def test_failures_are_tried_again_after_growing_pauses_and_given_up_visibly(mail: HttpChannel, sink: Sink) -> None:
    _, me, _ = at_turn()
    sink.answers = [500, 503, 500]
    for attempt, pause in ((1, 60), (2, 600)):
        assert send.send_due(mail.name) == 1
        (delivery,) = Delivery.objects.all()
        assert (delivery.state, delivery.attempts) == ("pending", attempt)
        assert "50" in delivery.error
        assert abs((delivery.next_at - timezone.now()).total_seconds() - pause) < 5
        assert send.send_due(mail.name) == 0
        notifications.all_due()
    assert send.send_due(mail.name) == 1
    (delivery,) = Delivery.objects.all()
    assert (delivery.state, delivery.attempts) == ("dead", 3)
    assert [(depth.channel, depth.dead) for depth in metrics.deliveries(["email"])] == [("email", 1)]
    notifications.all_due()
    assert send.send_due(mail.name) == 0
    assert deliveries.send_again([delivery.id]) == 1
    assert send.send_due(mail.name) == 1
    assert sink.kinds(me) == ["your_turn"]


def test_a_device_that_is_gone_a_refusal_and_a_busy_receiver_are_told_apart(mail: HttpChannel, sink: Sink) -> None:
    for answer, state, error in ((410, "dropped", "gone"), (413, "failed", "too large"), (429, "pending", "busy")):
        _, me, _ = at_turn()
        sink.answers = [answer]
        send.send_due(mail.name)
        assert notifications.states(me) == [("your_turn", state, error)]
    waits = Delivery.objects.get(state="pending")
    assert abs((waits.next_at - timezone.now()).total_seconds() - 7) < 5


def test_what_a_player_switches_off_is_not_sent_even_if_they_do_so_late(mail: HttpChannel, sink: Sink) -> None:
    _, me, _ = at_turn()
    preferences.switch_off(me, "your_turn", "email")
    send.send_due(mail.name)
    assert sink.messages == []
    assert notifications.states(me) == [("your_turn", "dropped", "unwanted")]


def test_a_newer_message_about_a_game_replaces_one_that_waits(mail: HttpChannel, sink: Sink) -> None:
    game, me, other = at_turn()
    for player in (me, other):
        seat = tables.state_of(game, player).seat
        while tables.table_of(game).turn == seat:
            outcome = tables.send(game, player, tables.legal(game)[1])
            create_for_command(game, outcome.game.version)
    assert ("your_turn", "dropped", "superseded") in notifications.states(me)
    send.send_due(mail.name)
    assert sink.kinds(me) in ([], ["your_turn"])


def test_a_message_in_quiet_hours_waits_for_their_end_unless_the_deadline_comes_first(
    mail: HttpChannel, sink: Sink
) -> None:
    now = timezone.now()
    quiet = {
        "quiet_from": (now - timedelta(hours=1)).time().replace(microsecond=0),
        "quiet_to": (now + timedelta(hours=5)).time().replace(second=0, microsecond=0),
    }
    people = tables.person(), tables.person()
    for player in people:
        preferences.change(player_id=player, changes=quiet)
    game = tables.started(*people)
    seat = tables.table_of(game).turn
    assert seat is not None
    create_for_command(game, tables.version_of(game))
    waiting = Delivery.objects.filter(state="pending")
    for delivery in waiting:
        assert now + timedelta(hours=4, minutes=58) < delivery.next_at < now + timedelta(hours=5, minutes=2)
    assert send.send_due(mail.name) == 0
    notifications.all_due()
    send.send_due(mail.name)
    assert sink.messages == []
    assert all(delivery.next_at > now + timedelta(hours=4) for delivery in waiting.all())
    tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", now + timedelta(hours=2), game)
    notifications.all_due()
    send.send_due(mail.name)
    assert set(sink.kinds()) <= {"your_turn", "started"}


def test_a_digest_is_one_mail_of_all_that_is_fresh_and_none_if_nothing_is(mail: HttpChannel, sink: Sink) -> None:
    ann, bob = tables.person(), tables.person()
    preferences.change(player_id=bob, changes={"digest_hour": 8})
    games = [tables.lobby_of(bob, seats=3).game.id for _ in range(3)]
    for game in games:
        tables.sit(game, ann)
        preferences.change(player_id=bob, changes={"messages": {"seat_taken": {"email": True}}})
        create_for_command(game, tables.version_of(game))
    assert set(Delivery.objects.values_list("digest", flat=True)) == {True}
    assert send.send_due(mail.name) == 0
    notifications.all_due()
    send.send_due(mail.name)
    (digest,) = sink.messages
    assert digest["kind"] == "digest"
    assert [one["game_id"] for one in digest["data"]["notifications"]] == [str(game) for game in games]
    assert all(one["text"].endswith(" has taken a seat at your table.") for one in digest["data"]["notifications"])
    assert [state for _, state, _ in notifications.states(bob)] == ["sent"] * 3


def test_a_game_that_cannot_be_read_is_left_out_of_a_digest(mail: HttpChannel, sink: Sink) -> None:
    ann, bob = tables.person(), tables.person()
    preferences.change(player_id=bob, changes={"digest_hour": 8, "messages": {"seat_taken": {"email": True}}})
    broken, sound = (tables.lobby_of(bob, seats=3).game.id for _ in range(2))
    for game in (broken, sound):
        tables.sit(game, ann)
        create_for_command(game, tables.version_of(game))
    with tables.unguarded():
        tables.raw("UPDATE event SET public = 'x' WHERE game_id = %s", broken)
    tables.raw("UPDATE game SET state_cache = NULL WHERE id = %s", broken)
    notifications.all_due()
    send.send_due(mail.name)
    (digest,) = sink.messages
    assert [one["game_id"] for one in digest["data"]["notifications"]] == [str(sound)]
    assert dict(Delivery.objects.values_list("game_id", "state")) == {broken: "pending", sound: "sent"}


@pytest.mark.parametrize(("reminders", "waits"), [([], True), ([1800, 7200], True), ([7200 + 1800], False)])
@pytest.mark.usefixtures("mail")
def test_a_turn_is_not_left_to_a_digest_that_comes_later_than_its_last_reminder(
    reminders: list[int], *, waits: bool
) -> None:
    game, me, _ = at_turn()
    Delivery.objects.all().delete()
    Notification.objects.all().delete()
    in_two_hours = (timezone.now() + timedelta(hours=2)).hour  # so it is sent in one to two hours
    preferences.change(player_id=me, changes={"digest_hour": in_two_hours, "reminders": reminders})
    tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", timezone.now() + timedelta(hours=3, minutes=20), game)
    create_for_command(game, tables.version_of(game))
    assert Delivery.objects.get(player_id=me).digest is waits


def test_programs_get_everything_in_the_order_of_the_game_and_wait_for_what_failed(sink: Sink) -> None:
    hook = HttpChannel(sink.port, "webhook", for_people=False, digests=False)
    with only(hook):
        ann, bob = tables.person(), tables.person()
        game = tables.started(ann, bob, scoring="single_round")
        notifications.finish(game, ann, bob)
        # The notifications are created in the order of the commands.
        for seq in notifications.ends(game):
            create_for_command(game, seq)
        count = Delivery.objects.filter(player_id=bob).count()
        assert count >= 2
        sink.answers = [500]
        first = Delivery.objects.filter(player_id=bob).order_by("number").first()
        assert first is not None
        Delivery.objects.exclude(player_id=bob).delete()
        assert send.send_due(hook.name) == 1
        assert sink.messages == []
        notifications.all_due()
        assert send.send_due(hook.name) == count
        order = list(Delivery.objects.order_by("number").values_list("notification_id", flat=True))
        assert sink.ids() == [str(one) for one in order]


def test_a_message_of_a_kind_that_only_newer_code_knows_waits_for_it_for_a_day(mail: HttpChannel, sink: Sink) -> None:
    _, me, _ = at_turn()
    tables.raw("UPDATE players_notification SET kind = 'applause'")
    send.send_due(mail.name)
    assert sink.messages == []
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts) == ("pending", 0)
    assert timezone.now() < delivery.next_at < timezone.now() + timedelta(seconds=10)
    tables.raw("UPDATE players_notification SET kind = 'your_turn'")
    tables.raw("UPDATE players_delivery SET next_at = service_now()")
    send.send_due(mail.name)
    assert notifications.states(me) == [("your_turn", "sent", "")]


def test_a_message_of_a_game_that_only_newer_code_can_read_waits_for_it(
    mail: HttpChannel, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    _, me, _ = at_turn()
    with old_code(engine_events.TurnStarted):
        send.send_due(mail.name)
    assert sink.messages == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert Delivery.objects.get().attempts == 0
    tables.raw("UPDATE players_delivery SET next_at = service_now()")
    send.send_due(mail.name)
    assert notifications.states(me) == [("your_turn", "sent", "")]
