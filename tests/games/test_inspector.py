"""The timeline of a game for operators: what it tells, and that nothing hidden is in it."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

import engine
from games import inspector
from games.audit import auditor
from games.clock.control import control
from games.models import OutboxEntry
from games.notifications import create_for_command
from games.services import loans
from games.store import load, quarantine
from games.types import Status, Work
from players.models import Delivery, Notification, Player, Reminder, WebhookCursor
from players.notifications import deliveries, inbox
from players.notifications.inbox import News
from players.webhooks import queue, services
from tests.games import tables
from tests.games.api.worlds import enter, other_world
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db
HISTORIES = 5
ADDRESS = "carl@example.org"


def lines(game: UUID, kind: str = "", operator: UUID | None = None) -> list[str]:
    """Return the texts of the timeline, of one kind."""
    found = inspector.explain(game, operator=operator)
    assert found is not None
    return [entry.text for entry in found.entries if kind in {"", entry.kind}]


def printed(game: UUID, *options: str) -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command("game", "explain", str(game), *options, stdout=out)
    return out.getvalue()


def move(game: UUID, *people: UUID, times: int = 1) -> None:
    """Let the seat on turn move."""
    for _ in range(times):
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)


def pass_on(game: UUID, *people: UUID) -> None:
    """Let the seat on turn move until another one must."""
    before = tables.table_of(game).turn
    while tables.table_of(game).turn == before:
        move(game, *people)


def deliver(game: UUID, player: UUID, state: str, error: str = "") -> None:
    """Create a message about the game by mail, in this state."""
    told = News(id=uuid4(), player_id=player, kind="your_turn", data={}, game_id=game)
    plan = deliveries.Plan(notification_id=told.id, channel="email", device=None, next_at=timezone.now())
    inbox.add([told], [plan])
    Delivery.objects.filter(notification_id=told.id).update(state=state, error=error, attempts=2)


def operator(*permissions: str, name: str = "Olga") -> tuple[Client, UUID]:
    """Return a browser session of an operator with these permissions; all without any, and their id."""
    if permissions:
        player = Player.objects.create_superuser(name, "a long password")
        Player.objects.filter(pk=player.pk).update(is_superuser=False)
        player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    else:
        player = Player.objects.create_superuser(name, "a long password")
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client, player.pk


def test_it_tells_moves_and_for_whom_the_match_waits_and_until_when() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.timed(control(turn=3600), ann, bob)
    before = tables.version_of(game)
    with tables.travelled(600):
        pass_on(game, ann, bob)
        state = tables.state_of(game)
        found = inspector.explain(game)
    assert found is not None
    numbers = [entry.seq for entry in found.entries if entry.kind == "event"]
    assert numbers == list(range(1, tables.version_of(game) + 1))
    waiting = [entry.text for entry in found.entries if entry.kind == "clock"]
    assert any("took 0:10:0" in text for text in waiting)
    assert f"{state.game.deadline_at:%H:%M:%S}" in waiting[-1]
    assert found.waits_for == ["AB"[seat] for seat in state.game.waits_for]
    assert f"{state.game.deadline_at:%Y-%m-%d %H:%M:%S}" in found.derivation[-1]
    assert tables.version_of(game) > before
    assert list(found.seats) == ["A", "B"]


def test_time_in_a_pause_does_not_count() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.timed(control(turn=36_000), ann, bob)
    with tables.travelled(600):
        for player in (ann, bob):
            tables.send(game, player, engine.Vote("pause", yes=True))
    with tables.travelled(1200):
        tables.send(game, ann, engine.Resume())
        pass_on(game, ann, bob)
    took = next(text for text in lines(game, "clock") if "took" in text)
    assert "took 0:20:0" in took
    assert "of which 0:10:0" in took


def test_it_tells_the_state_of_messages_calls_reminders_and_work_without_addresses() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, time_limit=60)
    deliver(game, ann, "dead", f"<{ADDRESS}>: mailbox full at https://push.example/secret-token")
    hook = services.create(player_id=bob, url="https://hooks.example/a-password", events=["message"])[0]
    WebhookCursor.objects.create(webhook=hook, game_id=game, version=0)
    queue.add(uuid4(), webhook_id=hook.id, kind="message", data={})
    tables.raw("UPDATE players_webhookdelivery SET game_id = %s, status_code = 500", game)
    due = timezone.now() + timedelta(hours=1)
    Reminder.objects.create(id=uuid4(), player_id=ann, game_id=game, deadline_at=due, seconds=60, due_at=due)
    text = printed(game)
    (message,) = [line for line in lines(game, "message") if "by email" in line]
    assert message.startswith("your_turn to A by email: dead, 2 attempts")
    assert "mailbox full" in message
    assert "status 500" in "".join(lines(game, "webhook"))
    assert "a program of B" in "".join(lines(game, "webhook"))
    assert "60 seconds" in "".join(lines(game, "reminder"))
    assert "Promised work: notify" in text
    for secret in (ADDRESS, "secret-token", "a-password", "hooks.example"):
        assert secret not in text
        assert secret not in printed(game, "--json")


def test_faults_and_quarantine_stand_in_it_and_a_damaged_log_is_told_as_far_as_it_can_be_read() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    deliver(game, ann, "pending")
    with tables.unguarded():
        tables.raw("UPDATE event SET public = 'x' WHERE game_id = %s AND seq = 4", game)
    auditor.turn(60.0)
    found = inspector.explain(game)
    assert found is not None
    assert found.quarantined_at is not None
    kinds = [entry.kind for entry in found.entries]
    assert {"fault", "quarantine", "log", "message"} <= set(kinds)
    assert [entry.seq for entry in found.entries if entry.kind == "event"] == [1, 2, 3]
    assert "QUARANTINED" in printed(game)


def test_the_command_prints_the_same_as_text_and_as_json_and_only_the_latest_if_asked() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    move(game, ann, bob, times=4)
    told = json.loads(printed(game, "--json"))
    assert told["id"] == str(game)
    text = printed(game)
    assert all(entry["text"] in text for entry in told["entries"])
    short = json.loads(printed(game, "--json", "--last", "3"))
    assert short["entries"] == told["entries"][-3:]
    assert short["left_out"] == len(told["entries"]) - 3
    with pytest.raises(CommandError):
        printed(uuid4())


def test_an_archived_match_is_told_from_the_archive() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    tables.play_well(game, ann, bob)
    found = inspector.explain(game)
    assert found is not None
    assert found.status == "finished"
    assert found.waits_for == found.derivation == []
    assert any(text.startswith("Match to") for text in lines(game, "event"))


@pytest.mark.parametrize("ruleset", ["flip", "classic", "attack", "spin", "h2o"])
def test_every_match_can_be_told(ruleset: str) -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people, game=ruleset)
    tables.play_well(game, *people)
    found = inspector.explain(game)
    assert found is not None
    assert all(entry.kind != "log" for entry in found.entries)


# -- Nothing hidden ----------------------------------------------------------------------------------------------------


def differences(tell: Callable[[UUID], object], histories: int = HISTORIES) -> int:
    """Return in how many histories another world with the same public events is told differently."""
    found = pairs = 0
    random = Random(7)  # noqa: S311 - a reproducible test
    while pairs < histories:
        people = [tables.person() for _ in range(3)]
        game = tables.started(*people)
        move(game, *people, times=random.randrange(8))
        changed = other_world(game, None, random)
        if changed is None:
            continue
        pairs += 1
        for seq in notifications.ends(game):
            create_for_command(game, seq)
        here = tell(game)
        with transaction.atomic():
            enter(game, changed)
            found += here != tell(game)
            transaction.set_rollback(True)
    return found


def whole(game: UUID) -> str:
    """Return everything but the time of reading."""
    told = json.loads(printed(game, "--json"))
    del told["now"]
    return json.dumps(told)


def test_two_worlds_that_differ_in_hidden_cards_are_told_alike() -> None:
    assert differences(whole) == 0


def test_a_leak_would_be_noticed() -> None:
    def telltale(game: UUID) -> object:
        table = tables.table_of(game)
        return whole(game), [[table.faces[table.side][card] for card in hand] for hand in table.hands]

    assert differences(telltale, 2) > 0


def test_neither_seed_nor_hands_nor_command_ids_stand_in_it() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    loaded = load.load_for_command(game, None, uuid4())
    assert loaded is not None
    text = printed(game, "--json")
    assert (loaded.seed or b"-").hex() not in text
    for logged in tables.log_of(game):
        assert str(logged.command_id) not in text


def test_promises_of_automatic_moves_are_hidden_while_the_match_runs() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    for kind in (Work.AUTOMATIC, Work.ORDERS, Work.SETTLE):
        OutboxEntry.objects.create(game_id=game, seq=1, kind=kind, recipient=0, available_at=timezone.now())
    assert "settle" in printed(game)
    assert "automatic" not in printed(game)
    assert "orders" not in printed(game)
    tables.raw("UPDATE game SET status = %s WHERE id = %s", int(Status.FINISHED), game)
    assert "automatic" in printed(game)


def test_operators_who_play_in_a_match_see_their_own_messages_only_until_it_is_over() -> None:
    client, olga = operator()
    ann = tables.person()
    game = tables.started(ann, olga)
    Notification.objects.all().delete()
    deliver(game, ann, "sent")
    deliver(game, olga, "sent")
    assert [line[:14] for line in lines(game, "message", olga)] == ["your_turn to B"]
    assert len(lines(game, "message")) == 2
    assert "your_turn to A" not in client.get(f"/admin/games/game/{game}/timeline/").content.decode()
    tables.raw("UPDATE game SET status = %s WHERE id = %s", int(Status.FINISHED), game)
    assert len(lines(game, "message", olga)) == 2


def test_operators_who_have_borrowed_a_seat_see_no_messages_to_others() -> None:
    _, olga = operator()
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    offered = loans.offer(game_id=game, player=bob, seat=1, hours=1, wanted="").loan
    assert offered is not None
    loans.accept(game_id=game, player=olga, seat=1, code=offered.code)
    Notification.objects.all().delete()
    deliver(game, ann, "sent")
    assert lines(game, "message", olga) == []
    tables.later(3601)  # the loan is over, but what they have seen is not
    assert lines(game, "message", olga) == []


# -- The page in the admin ---------------------------------------------------------------------------------------------


def test_the_page_shows_the_timeline_and_is_linked_from_the_game() -> None:
    client, _ = operator()
    game = tables.started(tables.person(), tables.person())
    quarantine.add(game, "for a <test>")
    page = client.get(f"/admin/games/game/{game}/timeline/")
    text = page.content.decode()
    assert page.status_code == 200
    assert "for a &lt;test&gt;" in text
    assert all(entry in text for entry in lines(game, "event") if entry.isalnum())
    assert f"/admin/games/game/{game}/timeline/" in client.get(f"/admin/games/game/{game}/change/").content.decode()
    assert client.get(f"/admin/games/game/{uuid4()}/timeline/").status_code == 404
    assert client.post(f"/admin/games/game/{game}/timeline/").status_code == 405


def test_only_operators_who_may_see_games_and_messages_may_see_it() -> None:
    game = tables.started(tables.person(), tables.person())
    address = f"/admin/games/game/{game}/timeline/"
    assert Client().get(address).status_code == 302
    every = ("view_game", "view_found", "view_delivery", "view_webhookdelivery")
    for number, missing in enumerate(every):
        client, _ = operator(*(one for one in every if one != missing), name=f"Olga{number}")
        assert client.get(address).status_code == 403
    client, _ = operator(*every, name="Oleg")
    assert client.get(address).status_code == 200


def test_the_page_needs_a_bounded_number_of_statements(django_assert_max_num_queries: Any) -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    move(game, ann, bob, times=6)
    with django_assert_max_num_queries(12):
        inspector.explain(game)
