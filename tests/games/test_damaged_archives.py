"""A damaged archive: followers of the game are told that it cannot be shown, and still hear of their other games."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from common import clock
from games import errors
from games.api.streaming import cursors
from games.audit import check
from games.reads import updates
from games.store import archiver, quarantine, reader
from games.webhooks import batches, send
from players.models import WebhookCursor, WebhookDelivery
from players.webhooks import queue
from tests.games import tables
from tests.games.api.conftest import ada, bob, person
from tests.games.streams.items import ALL, events, parse
from tests.games.webhooks.conftest import _receivers_here
from tests.games.webhooks.factories import Listener, hook, pass_time

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.api.people import Person

__all__ = ["_receivers_here", "ada", "bob", "person"]
pytestmark = pytest.mark.django_db


def archived(ada: Person, bob: Person, count: int) -> list[UUID]:
    """Return archived matches of the two."""
    games = [tables.started(ada.id, bob.id, target=50) for _ in range(count)]
    for game in games:
        tables.play_well(game, ada.id, bob.id)
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == count
    return games


def damage(game: UUID) -> Any:
    """Damage what is stored; return the original."""
    ((frames,),) = tables.raw("SELECT frames FROM game_archive WHERE game_id = %s", game)
    mend(game, [b"x"] * len(frames))  # type: ignore[arg-type]  # a list
    return frames


def mend(game: UUID, frames: Any) -> None:
    with tables.unguarded():
        tables.raw("UPDATE game_archive SET frames = %s WHERE game_id = %s", frames, game)


def cursor(player: UUID, version: int, *games: UUID) -> str:
    """Return the cursor of a listener who has this game, or these in the stream of all, up to the version."""
    scope = cursors.scope_of(player, games[0] if len(games) == 1 else None)
    return cursors.Place(scope, dict.fromkeys(games, version), at=None if len(games) == 1 else 0).cursor()


def test_what_is_missing_or_of_another_game_is_not_passed_over() -> None:
    ann, ben = tables.person(), tables.person()
    game, other = (tables.started(ann, ben, target=300) for _ in range(2))
    for one in (game, other):
        tables.play_well(one, ann, ben)
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == 2
    last, key = tables.version_of(game), reader.commands(other)[0].command_id
    sound = tables.raw("SELECT ends, frames, version, chain FROM game_archive WHERE game_id = %s", game)[0]
    theirs = tables.raw("SELECT ends, frames, version, chain FROM game_archive WHERE game_id = %s", other)[0]
    ends, frames, *head = sound
    assert len(ends) > 2  # type: ignore[arg-type]  # a list
    for lie in (
        (ends[:1] + ends[2:], frames[:1] + frames[2:], *head),  # type: ignore[index]
        (ends[1:], frames[1:], *head),  # type: ignore[index]
        (ends, [frames[0], *frames[:-1]], *head),  # type: ignore[index, misc]
        theirs,
    ):
        with tables.unguarded():
            tables.raw(
                "UPDATE game_archive SET ends = %s, frames = %s, version = %s, chain = %s WHERE game_id = %s",
                *lie,
                game,
            )
        for read in (
            lambda: reader.commands(game),
            lambda: reader.archived_command(game, key),
            lambda: reader.read(game, 0, last),
            lambda: [reader.page(game, None, after, 100) for after in range(0, last, 100)],
        ):
            with pytest.raises(errors.LogCorrupt):
                read()
        found = check.check_game(game)
        assert found is not None
        assert found.kind == "archive"


@pytest.mark.parametrize("held", [False, True])
def test_a_stream_that_would_go_on_in_it_ends_with_the_reason(ada: Person, bob: Person, *, held: bool) -> None:
    (game,) = archived(ada, bob, 1)
    damage(game)
    if held:
        quarantine.add(game, "for a test")
    for after in (5, cursor(ada.id, 5, game)):
        answer = ada.client.get(f"/v1/games/{game}/stream?after={after}")
        assert answer.status_code == 200
        assert [(item["type"], item["reason"]) for item in parse(answer.content)] == [("end", "quarantined")]


def test_a_stream_of_all_games_tells_of_the_others(ada: Person, bob: Person) -> None:
    broken, sound = archived(ada, bob, 2)
    damage(broken)
    answer = ada.client.get(f"/v1/me/stream?after={cursor(ada.id, 5, broken, sound)}")
    assert answer.status_code == 200
    told = parse(answer.content, ALL)
    assert events(told) == list(range(6, tables.version_of(sound) + 1))
    assert {item["game"] for item in told if item["type"] == "event"} == {str(sound)}


def test_what_cannot_be_read_is_not_asked_for_again_before_something_changes(ada: Person, bob: Person) -> None:
    (game,) = archived(ada, bob, 1)
    damage(game)
    for held in (False, True):
        if held:
            quarantine.add(game, "for a test")
        found = updates.after({(game, False): 5}, 100)[game, False]
        assert (found.quarantined, found.events, found.more) == (True, (), False)
        assert found.mark == updates.marks([game])[game]


def following_all(player: UUID, listener: Listener, *games: UUID) -> None:
    """Create a webhook of all games of a player that has received these up to event 5."""
    webhook = hook(player, listener)
    for game in games:
        WebhookCursor.objects.update_or_create(webhook=webhook, game_id=game, defaults={"version": 5})
        batches.cut(game)


def test_calls_about_other_games_go_out_and_the_receiver_is_not_blamed(ada: Person, bob: Person) -> None:
    broken, sound = archived(ada, bob, 2)
    damage(broken)
    with Listener() as listener:
        following_all(ada.id, listener, broken, sound)
        for _ in range(len(queue.PAUSES) + 1):
            send.run()
            pass_time(max(queue.PAUSES) + 1)
        assert {call.data["game"] for call in listener.calls} == {str(sound)}
        assert WebhookCursor.objects.get(game_id=sound).version > 5
    one = WebhookDelivery.objects.select_related("webhook").get(game_id=broken)
    assert (one.state, one.error, one.webhook.state, one.webhook.failing_since) == ("dead", "internal", "active", None)


def test_calls_about_a_quarantined_game_wait_until_it_goes_on(ada: Person, bob: Person) -> None:
    (game,) = archived(ada, bob, 1)
    frames = damage(game)
    quarantine.add(game, "for a test")
    with Listener() as listener:
        webhook = hook(ada.id, listener, game=game)
        WebhookCursor.objects.filter(game_id=game).update(version=5)
        quarantine.lift(game)
        batches.cut(game)
        quarantine.add(game, "for a test")
        for _ in range(30):
            assert send.run() == 0
            one = WebhookDelivery.objects.get()
            assert timedelta(minutes=4) < one.next_at - clock.now() < timedelta(minutes=6)
            assert (one.state, one.attempts) == ("pending", 0)
            pass_time(301)
        mend(game, frames)
        quarantine.lift(game)
        assert send.run() > 0
    assert listener.seqs() == list(range(6, tables.version_of(game) + 1))
    webhook.refresh_from_db()
    assert webhook.failing_since is None
