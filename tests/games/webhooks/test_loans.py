"""The webhook for all games of a player follows a seat that is lent to them: from the loan on, until it ends."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

import engine
from common import clock
from games.services import erasure, loans, lobby, worker
from games.store import outbox
from games.types import Work
from games.webhooks import batches, erasure_calls, maintenance, send
from players.models import WebhookCursor, WebhookDelivery
from tests.games import tables
from tests.games.webhooks.factories import Listener, deliver, hook
from tests.games.webhooks.test_moves import events_api

pytestmark = pytest.mark.django_db

HOUR = 3600


@pytest.fixture
def people() -> tuple[UUID, UUID, UUID]:
    """Return the two players of a match, and the friend of the first."""
    return tables.person(), tables.person(), tables.person()


def begun(people: tuple[UUID, ...], *, private: bool = False) -> UUID:
    game = tables.lobby_of(people[0], private=private, spectators=None if private else "open").game.id
    tables.sit(game, people[1], code=tables.code_of(game) if private else None)
    lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=tables.ASKED)
    moved(game, people)
    return game


def moved(game: UUID, people: tuple[UUID, ...], times: int = 4) -> int:
    """Make some moves and return the version."""
    tables.play_until(game, tables.version_of(game) + times, *people[:2])
    return tables.version_of(game)


def told(listener: Listener) -> list[Any]:
    return [entry for call in listener.taken for entry in call.data["events"]]


@pytest.mark.parametrize("private", [False, True])
def test_a_loan_is_followed_from_its_beginning_as_the_api_shows_it(
    people: tuple[UUID, UUID, UUID],
    private: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    ann, _, dan = people
    with Listener() as listener:
        hook(dan, listener)
        game = begun(people, private=private)
        deliver(game)
        assert listener.calls == []
        before = tables.version_of(game)
        tables.lend(game, ann, dan)
        now = moved(game, people)
        deliver(game)
        assert listener.calls[0].data["version_before"] == before
        assert told(listener)[0]["event"]["type"] == "seat_lent"
        assert told(listener) == events_api(game, dan, before, now) == events_api(game, ann, before, now)
        assert {call.data["your_seat"] for call in listener.calls} == {0}
        assert listener.calls[-1].data["now"]["version"] == now


def test_the_worker_follows_a_loan_at_once_and_the_sweep_in_any_case(people: tuple[UUID, UUID, UUID]) -> None:
    ann, _, dan = people
    with Listener() as listener:
        hook(dan, listener)
        game = begun(people)
        worker.run_outbox(game)
        tables.lend(game, ann, dan)
        notices = [entry for entry in outbox.claim(game) if entry.kind == Work.NOTIFY]
        assert [entry.followed for entry in notices] == [True]
        maintenance.sweep()
        send.run()
        assert listener.seqs() == [tables.version_of(game)]


def test_a_webhook_made_during_a_loan_begins_there(people: tuple[UUID, UUID, UUID]) -> None:
    ann, _, dan = people
    game = begun(people)
    tables.lend(game, ann, dan)
    start = moved(game, people)
    with Listener() as listener:
        hook(dan, listener)
        now = moved(game, people)
        deliver(game)
        assert listener.seqs() == list(range(start + 1, now + 1))


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("ending", ["lender", "friend", "time", "match"])
def test_nothing_is_sent_after_the_end_of_a_loan(
    people: tuple[UUID, UUID, UUID],
    ending: str,
    private: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Also not what happened before the end and was not sent by then."""
    ann, bob, dan = people
    with Listener() as listener, Listener() as anns:
        hook(dan, listener)
        hook(ann, anns)
        game = begun(people, private=private)
        tables.lend(game, ann, dan, hours=1)
        moved(game, people)
        deliver(game)
        known = listener.seqs()
        assert known
        moved(game, people)
        batches.advance(game)  # cut, and not sent yet
        with tables.travelled(2 * HOUR if ending == "time" else 0):
            if ending == "match":
                tables.send(game, bob, engine.Resign())
            elif ending != "time":
                loans.end(game_id=game, player=ann if ending == "lender" else dan, seat=0)
            if ending != "match":
                moved(game, people)
            while deliver(game):
                pass
            maintenance.sweep()
            send.run()
        assert listener.seqs() == known
        assert anns.seqs()[-1] == tables.version_of(game)
        assert not WebhookCursor.objects.filter(webhook__player_id=dan).exists()
        assert not WebhookDelivery.objects.filter(webhook__player_id=dan, state="pending").exists()


def test_a_call_of_a_loan_that_is_over_is_not_sent_again(people: tuple[UUID, UUID, UUID]) -> None:
    ann, _, dan = people
    with Listener(lambda number: 503 if number == 0 else 204) as listener:
        hook(dan, listener)
        game = begun(people)
        tables.lend(game, ann, dan)
        moved(game, people)
        deliver(game)
        assert [call.status for call in listener.calls] == [503]
        loans.end(game_id=game, player=ann, seat=0)
        WebhookDelivery.objects.update(next_at=clock.now())
        send.run()
        assert len(listener.calls) == 1


def test_a_second_loan_goes_on_with_what_its_friend_may_see(people: tuple[UUID, UUID, UUID]) -> None:
    ann, _, dan = people
    with Listener() as listener:
        hook(dan, listener)
        game = begun(people)
        tables.lend(game, ann, dan)
        deliver(game)
        loans.end(game_id=game, player=dan, seat=0)
        moved(game, people)
        deliver(game)
        known = listener.seqs()
        before = moved(game, people)
        tables.lend(game, ann, dan)
        now = moved(game, people)
        while deliver(game):
            pass
        assert [seq for seq in listener.seqs() if seq not in known] == list(range(before + 1, now + 1))
        assert told(listener)[len(known) :] == events_api(game, dan, before, now)


def test_friends_are_told_to_forget_an_erased_player_of_the_match(people: tuple[UUID, UUID, UUID]) -> None:
    ann, bob, dan = people
    with Listener() as listener:
        hook(dan, listener)
        game = begun(people)
        tables.lend(game, ann, dan)
        loans.end(game_id=game, player=dan, seat=0)
        erasure_calls.promise(bob)
        erasure.erase(bob)
        send.run()
    assert [call.data for call in listener.calls if call.type == "player.erased"] == [
        {"you": False, "game": str(game), "seat": 1}
    ]
