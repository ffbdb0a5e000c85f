"""The webhook events of games: all of them, in order, as the owner sees them, and nothing hidden from the owner."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

import engine
from games.services import bots, lobby
from games.webhooks import batches, bodies, send
from players import services as players
from players.models import Player, Token, Webhook, WebhookCursor, WebhookDelivery
from players.scopes import ALL_SCOPES
from players.webhooks import queue, services
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.webhooks.factories import Listener, deliver, hook, pass_time

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_django.fixtures import DjangoAssertNumQueries

    from games.types import Game

pytestmark = pytest.mark.django_db


def events_api(game: UUID, player: UUID | None, after: int, upto: int) -> Any:
    """Return the same events from the API."""
    secret = None if player is None else players.issue_token(player_id=player, kind="device")[1]
    answer = ContractClient(secret).get(f"/v1/games/{game}/events?after={after}&limit={upto - after}")
    assert answer.status_code == 200
    return answer.json()["events"]


def leave(game: UUID, player: UUID) -> None:
    lobby.leave_seat(game_id=game, player=player, command_id=uuid4(), request_hash=tables.ASKED)


def state(webhook: Webhook) -> tuple[str, str]:
    webhook.refresh_from_db()
    return webhook.state, webhook.reason


def test_a_player_is_told_what_happens_as_the_api_shows_it_to_them() -> None:
    ada, bob = tables.person(), tables.person()
    game = tables.started(ada, bob)
    start = tables.version_of(game)
    with Listener() as listener:
        hook(bob, listener)
        seat, command = tables.legal(game)
        tables.send(game, (ada, bob)[seat], command)
        deliver(game)
    (call,) = listener.calls
    now = tables.version_of(game)
    assert call.type == "game.moved"
    assert (call.data["game"], call.data["version_before"], call.data["version"]) == (str(game), start, now)
    assert call.data["events"] == events_api(game, bob, start, now)
    assert call.data["chain"] == call.data["now"]["chain"] == call.data["events"][-1]["chain"]
    assert call.data["your_seat"] == 1
    assert call.data["now"]["version"] == now
    assert call.data["now"]["status"] == "running"
    table = tables.table_of(game)
    assert call.data["now"]["turn"] == table.turn
    assert call.data["now"]["can_act"] == (1 in engine.acting_seats(table))


def test_a_spectator_is_told_what_spectators_see() -> None:
    ada, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ada).game.id
    with Listener() as listener:
        hook(eve, listener, game=game)
        start = tables.version_of(game)
        tables.sit(game, bob)
        lobby.start(game_id=game, player=ada, command_id=uuid4(), request_hash=tables.ASKED)
        deliver(game)
    (call,) = listener.calls
    assert call.data["your_seat"] is None
    assert call.data["events"] == events_api(game, None, start, tables.version_of(game))
    assert call.data["events"] != events_api(game, bob, start, tables.version_of(game)), "a player sees their cards"


def test_partners_with_open_hands_are_told_each_others_cards_as_the_api_shows_them() -> None:
    people = [tables.person() for _ in range(4)]
    with Listener() as listener:
        hook(people[0], listener)
        game = tables.started(*people, teams=["X", "X", "Y", "Y"], team_view=True)
        deliver(game)
    told = [entry for call in listener.taken for entry in call.data["events"]]
    assert told == events_api(game, people[0], 0, tables.version_of(game))
    (deal,) = [entry["event"] for entry in told if entry["event"]["type"] == "hands_dealt"]
    assert [faces is not None for faces in deal["faces"]] == [True, True, False, False]


def test_who_sits_down_after_making_their_webhook_is_told_the_game_from_its_beginning() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        hook(bob, listener)
        game = tables.lobby_of(ada).game.id
        tables.sit(game, bob)
        deliver(game)
        assert listener.seqs() == list(range(1, tables.version_of(game) + 1))


def test_games_that_run_already_are_told_from_now_on() -> None:
    ada, bob = tables.person(), tables.person()
    game = tables.started(ada, bob)
    with Listener() as listener:
        hook(ada, listener)
        deliver(game)
    assert listener.calls == []


def test_a_whole_match_arrives_without_a_gap_and_is_open_once_it_is_over() -> None:
    with Listener() as listener:
        game = tables.bots_only(2, "sharp", scoring="single_round", spectators="open")
        start = tables.version_of(game)
        hook(tables.person(), listener, game=game)
        bots.move_bot_seats(game, limit=5)
        deliver(game)
        tables.let_bots_move(game)
        deliver(game)
    assert listener.seqs() == list(range(start + 1, tables.version_of(game) + 1))
    last = listener.taken[-1].data
    assert last["now"]["status"] == "finished"
    assert last["events"] == events_api(game, None, last["version_before"], last["version"])


def test_the_next_batch_waits_for_the_former() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener(lambda count: 500 if count < 2 else 204) as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        deliver(game)
        tables.sit(game, bob)
        deliver(game)
        assert len(listener.calls) == 1, "the new event waits"
        pass_time(10)
        deliver(game)
        assert len(listener.calls) == 2
        pass_time(301)
        deliver(game)
    first, second, third, fourth = listener.calls
    assert first.id == second.id == third.id != fourth.id
    assert first.data["events"] == third.data["events"]
    assert listener.seqs() == list(range(1, tables.version_of(game) + 1))


def test_doing_the_work_twice_tells_nothing_twice() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        for _ in range(3):
            batches.advance(game)
        assert WebhookDelivery.objects.count() == 1
        send.run()
        deliver(game)
    assert len(listener.calls) == 1


def test_a_lost_word_is_found_by_the_sweep() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        assert batches.sweep(10) == 1, "a table nobody was told of"
        send.run()
        tables.sit(game, bob)
        assert batches.sweep(10) == 1
        send.run()
        assert batches.sweep(10) == 0
    assert listener.seqs() == list(range(1, tables.version_of(game) + 1))


def test_a_game_that_cannot_be_told_of_hides_no_lost_word_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        bad, *others = [tables.lobby_of(ada).game.id for _ in range(4)]
        add = queue.add_batches

        def broken(kind: str, behind: Sequence[queue.Batch]) -> None:
            if any(one.game_id == bad for one in behind):
                raise RuntimeError("it fails every time")
            add(kind, behind)

        monkeypatch.setattr(queue, "add_batches", broken)
        for _ in range(100):
            batches.sweep(1)
        send.run()
    assert {call.data["game"] for call in listener.calls} == {str(game) for game in others}


def test_a_followed_game_is_marked() -> None:
    ada = tables.person()
    game = tables.lobby_of(ada).game.id
    assert tables.raw("SELECT followed FROM game WHERE id = %s", game) == [(False,)]
    with Listener() as listener:
        hook(ada, listener)
    assert tables.raw("SELECT followed FROM game WHERE id = %s", game) == [(True,)]


def test_who_stands_up_is_told_nothing_more() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        webhook = hook(bob, listener)
        game = tables.lobby_of(ada, seats=3).game.id
        tables.sit(game, bob)
        deliver(game)
        seen = len(listener.calls)
        batches.advance(game)
        leave(game, bob)
        deliver(game)
        assert len(listener.calls) == seen
        assert state(webhook) == ("active", ""), "the player's other games go on"
    assert not WebhookCursor.objects.exists()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """Return callbacks that run after a call has looked at the game and before it reads the events."""
    happens: list[Callable[[], object]] = []
    load = bodies._game

    def looked_at(game: UUID) -> Game | None:
        found = load(game)
        while happens:
            happens.pop()()
        return found

    monkeypatch.setattr(bodies, "_game", looked_at)
    return happens


def test_who_stands_up_while_a_call_is_made_is_not_told(meanwhile: list[Callable[[], object]]) -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        webhook = hook(bob, listener)
        game = tables.lobby_of(ada, seats=3).game.id
        tables.sit(game, bob)
        meanwhile.append(lambda: leave(game, bob))
        deliver(game)
        assert listener.calls == []
    assert state(webhook) == ("active", "")
    assert not WebhookCursor.objects.exists()


@pytest.mark.parametrize("sits", [False, True])
def test_who_follows_an_open_game_follows_it_as_what_they_have_become_while_a_call_is_made(
    meanwhile: list[Callable[[], object]], *, sits: bool
) -> None:
    ada, bob = tables.person(), tables.person()
    game = tables.lobby_of(ada, seats=3).game.id
    if sits:
        tables.sit(game, bob)
    with Listener() as listener:
        webhook = hook(bob, listener, game=game)
        tables.sit(game, tables.person())
        meanwhile.append(partial(leave, game, bob) if sits else partial(tables.sit, game, bob))
        deliver(game)
    assert state(webhook) == ("active", "")
    assert listener.calls[0].data["your_seat"] == (None if sits else 2)
    last = tables.version_of(game)
    assert listener.seqs() == list(range(last - 1, last + 1))


def test_the_webhook_of_a_private_game_ends_with_the_seat() -> None:
    ada, bob = tables.person(), tables.person()
    found = tables.lobby_of(ada, seats=3, private=True).game
    tables.sit(found.id, bob, code=tables.code_of(found.id))
    with Listener() as listener:
        webhook = hook(bob, listener, game=found.id)
        leave(found.id, bob)
        deliver(found.id)
        assert listener.calls == []
        assert state(webhook) == ("disabled", "access")
    assert [row.state for row in WebhookDelivery.objects.all()] == ["dropped"]


def test_a_player_who_is_locked_out_is_told_nothing_until_they_are_back() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        Player.objects.filter(id=ada).update(is_active=False)
        deliver(game)
        assert listener.calls == []
        Player.objects.filter(id=ada).update(is_active=True)
        deliver(game)
    assert len(listener.calls) == 1


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_a_webhook_ends_with_the_personal_token_it_was_made_with(end: str) -> None:
    ada = tables.person()
    token, _ = players.issue_token(player_id=ada, kind="personal", name="t", scopes=ALL_SCOPES)
    with Listener() as listener:
        webhook, listener.secret = services.create(
            player_id=ada, url=listener.receiver.url, events=["game.moved"], token_id=token.id
        )
        game = tables.lobby_of(ada).game.id
        if end == "revoked":
            players.revoke_token(player_id=ada, token_id=token.id)
        else:
            Token.objects.filter(id=token.id).update(expires=token.created)
        deliver(game)
        assert listener.calls == []
    assert state(webhook) == ("disabled", "token")


def test_signing_out_of_a_device_ends_no_webhook() -> None:
    ada = tables.person()
    device = Token.objects.get(player_id=ada)
    with Listener() as listener:
        webhook, listener.secret = services.create(
            player_id=ada, url=listener.receiver.url, events=["game.moved"], token_id=device.id
        )
        players.revoke_token(player_id=ada, token_id=device.id)
        deliver(tables.lobby_of(ada).game.id)
    assert len(listener.calls) == 1
    assert state(webhook) == ("active", "")


def test_a_sweep_of_nothing_is_cheap(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):
        batches.sweep(100)
    with django_assert_num_queries(2):
        send.run()
