"""Tables that wait too long are closed by the service, once, and not if the match starts meanwhile."""

from __future__ import annotations

import gzip
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection

import engine
from common import clock
from engine.verify.report import report
from games import errors
from games.audit import check
from games.models import Game, GameSecret, Seat
from games.notifications import inbox_texts, links, snapshot
from games.notifications import invitations as notified_invitations
from games.notifications.rendering import mail
from games.notifications.rendering.content import Content, Links
from games.proofs import transcripts
from games.services import closed_tables, lobby, worker
from games.store import quarantine
from games.types import Status
from players import invitations, preferences
from players.models import Invitation, Notification
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

pytestmark = pytest.mark.django_db

HOUR, DAY = 3600, 86_400


def later(seconds: float) -> None:
    tables.later(seconds)
    worker.sweep()


def status(game: UUID) -> Status:
    return Status(Game.objects.values_list("status", flat=True).get(id=game))


def messages(player: UUID) -> list[Notification]:
    for game in Game.objects.values_list("id", flat=True):
        worker.run_outbox(game)
    return list(Notification.objects.filter(player_id=player, kind="closed"))


def leave(game: UUID, player: UUID) -> None:
    lobby.leave_seat(game_id=game, player=player, command_id=uuid4(), request_hash=tables.ASKED)


@pytest.mark.parametrize(("private", "days"), [(False, 7), (True, 30)])
def test_a_table_is_closed_some_days_after_its_last_event(private: bool, days: int) -> None:  # noqa: FBT001
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3, private=private).game.id
    later(days * DAY - HOUR)
    tables.sit(game, bob, code=tables.code_of(game))
    later(days * DAY - HOUR)
    assert status(game) is Status.LOBBY
    later(2 * HOUR)
    last = tables.log_of(game)[-1]
    assert isinstance(last.event, engine.MatchEnded)
    assert (last.event.cause, last.event.winners, last.actor) == ("closed", (), 255)
    assert (status(game), Game.objects.get(id=game).table_summary) == (Status.FINISHED, None)
    assert not GameSecret.objects.filter(game_id=game).exists()
    assert set(Seat.objects.filter(game_id=game).values_list("over_at", flat=True)) == {last.recorded_at}
    assert check.check_game(game) is None


def test_a_table_without_any_person_is_closed_after_a_day() -> None:
    ann = tables.person()
    game, other = (tables.lobby_of(ann, seats=3).game.id for _ in range(2))
    lobby.add_bot(game_id=game, player=ann, seat=1, bot="random", command_id=uuid4(), request_hash=tables.ASKED)
    leave(game, ann)
    later(DAY - HOUR)
    assert status(game) is Status.LOBBY
    later(2 * HOUR)
    assert (status(game), status(other)) == (Status.FINISHED, Status.LOBBY)
    assert check.check_game(game) is None


def test_the_people_there_get_one_message() -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    game = tables.lobby_of(ann, seats=4).game.id
    tables.sit(game, bob)
    tables.sit(game, eve)
    leave(game, eve)
    for _ in range(3):
        later(8 * DAY)
    for player, seat in ((ann, 0), (bob, 1)):
        (told,) = messages(player)
        assert (told.game_id, told.data) == (game, {"you": seat})
    assert messages(eve) == []
    assert not Notification.objects.filter(kind="match_over").exists()


def test_its_invitations_end(settings: Any) -> None:
    settings.PUBLIC_TABLE_DAYS = 2
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    code = tables.code_of(game)
    later(3 * DAY)
    assert set(Invitation.objects.values_list("state", flat=True)) == {invitations.State.EXPIRED}
    with pytest.raises(errors.GameFinished):
        tables.sit(game, bob, code=code)
    notified_invitations.create_due()
    assert not Notification.objects.filter(kind="invited").exists()


def test_nothing_can_be_done_at_a_closed_table() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    tables.sit(game, bob)
    later(8 * DAY)
    envelope = {"game_id": game, "player": ann, "command_id": uuid4(), "request_hash": tables.ASKED}
    for refused in (
        lambda: lobby.start(**envelope),
        lambda: lobby.leave_seat(**envelope),
        lambda: lobby.add_bot(**envelope, seat=None, bot="random"),
        lambda: tables.sit(game, tables.person()),
    ):
        with pytest.raises(errors.GameError):
            refused()
    assert engine.TAGS[type(tables.events_of(game)[-1])] == "match_ended"
    closed_tables.carry_out(game)
    assert check.check_game(game) is None


def test_its_transcript_holds() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=4).game.id
    tables.sit(game, bob)
    lobby.add_bot(game_id=game, player=ann, seat=3, bot="random", command_id=uuid4(), request_hash=tables.ASKED)
    later(8 * DAY)
    file = b"".join(transcripts.of_game(game, tables.version_of(game)).lines())
    told = report(gzip.compress(file), keys=[engine.read_transcript(file).signature.public_key])
    assert told.code == 0, "\n".join(told.lines)


def test_a_quarantined_table_stays_until_an_operator_acts() -> None:
    game = tables.lobby_of(tables.person(), seats=2).game.id
    quarantine.add(game, "a test")
    later(8 * DAY)
    assert status(game) is Status.LOBBY
    assert closed_tables.due(10) == []


def test_what_has_started_is_never_closed() -> None:
    game = tables.started(tables.person(), tables.person())
    later(40 * DAY)
    assert status(game) is Status.RUNNING
    assert closed_tables.due(10) == []


def test_the_candidates_are_found_by_an_index_over_tables_that_have_not_started() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        spans = dict.fromkeys(("empty", "private", "public", "least"), timedelta(days=1))
        cursor.execute(f"EXPLAIN {closed_tables.DUE}", {**spans, "human": 1, "limit": 10})
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "game_not_started" in plan


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rival", ["start", "sit", "leave", "close"])
def test_of_two_at_once_one_comes_first_and_the_other_sees_it(rival: str) -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    game = tables.lobby_of(ann, seats=2 if rival == "start" else 3).game.id
    tables.sit(game, bob)
    long_ago(game)
    envelope = {"game_id": game, "command_id": uuid4(), "request_hash": tables.ASKED}
    rivals: dict[str, Callable[[], object]] = {
        "start": lambda: lobby.start(player=ann, **envelope),
        "sit": lambda: lobby.take_seat(player=eve, seat=None, code=None, entropy=None, **envelope),
        "leave": lambda: lobby.leave_seat(player=bob, **envelope),
        "close": lambda: closed_tables.carry_out(game),
    }

    def move() -> bool:
        try:
            rivals[rival]()
        except (errors.GameFinished, errors.StaleVersion):
            return False
        return True

    moved, _, _ = together(move, lambda: closed_tables.carry_out(game), lambda: closed_tables.carry_out(game))
    ends = [event for event in tables.events_of(game) if isinstance(event, engine.MatchEnded)]
    if rival == "close":
        assert len(ends) == 1
    else:
        assert (len(ends), status(game) is Status.FINISHED) == ((0, False) if moved else (1, True))
    assert check.check_game(game) is None


def long_ago(game: UUID) -> None:
    """Make the table wait since long ago, without moving the clock of other connections."""
    long = timedelta(days=9)
    tables.raw(
        "UPDATE game SET updated_at = updated_at - %s, created_at = created_at - %s WHERE id = %s", long, long, game
    )


def test_the_settings_say_when() -> None:
    ann = tables.person()
    public, private = (tables.lobby_of(ann, seats=2, private=private).game for private in (False, True))
    now = clock.now()
    for game, days in ((public, settings.PUBLIC_TABLE_DAYS), (private, settings.PRIVATE_TABLE_DAYS)):
        closes = closed_tables.closes_at(game)
        assert closes is not None
        assert abs(closes - now - timedelta(days=days)) < timedelta(minutes=1)
    assert closed_tables.closes_at(tables.state_of(tables.started(ann, tables.person())).game) is None


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_its_mail_and_its_page_can_be_drawn(language: str, client: Client) -> None:
    ann = tables.person()
    preferences.change(player_id=ann, changes={"language": language})
    game = tables.lobby_of(ann, seats=3).game.id
    later(8 * DAY)
    (told,) = messages(ann)
    scene = snapshot.load(game)
    assert scene is not None
    content = Content(
        id=told.id,
        kind="closed",
        player_id=ann,
        data=told.data,
        created_at=told.created_at,
        seat=0,
        names=["Ann", None, None],
    )
    parts = mail.render(content, engine.view(scene.table, 0), [], language, "UTC", Links(game="", unsubscribe=""))
    assert parts.title
    assert parts.text
    page = client.get(links.table_link(told.id, game, scene.game.version).removeprefix(settings.PUBLIC_URL))
    assert page.status_code == 200
    assert inbox_texts.sentences([told], language, "UTC")[0]
