"""What the sweep of the hub finds without any hint, and how little it asks for."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import connections

from common import clock
from games.api.streaming import start
from games.api.streaming.formats import NDJSON
from games.api.streaming.start import new_listener
from games.reads import updates
from games.streams import queries
from games.streams.hub import GAME_SWEEPS, TOKEN_SWEEPS, Hub
from games.streams.stream import Stream
from players import services
from tests.games import tables
from tests.games.api.people import Person, lobby, make_person, running, with_scopes
from tests.games.streams.process import move

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

pytestmark = pytest.mark.django_db(transaction=True)


def in_hub(scene: Callable[[Hub], Awaitable[Any]]) -> Any:
    """Run the scene with a hub that has no tasks of its own."""

    async def run() -> Any:
        hub = Hub()
        hub.threads = ThreadPoolExecutor(1)
        try:
            return await scene(hub)
        finally:
            hub.threads.submit(connections.close_all).result()
            hub.threads.shutdown()

    return asyncio.run(run())


def following(person: Person, game: UUID) -> Stream:
    """Return a stream of one game, up to date."""
    listener = new_listener(NDJSON, person.id, None, game)
    listener.place.versions[game] = tables.version_of(game)
    listener.seats[game] = person.see(str(game))["your_seat"]
    return Stream(listener, person.id)


def following_all(person: Person) -> Stream:
    """Return a stream of all games, up to date."""
    listener = new_listener(NDJSON, person.id, None, None)
    start.of_all(listener, person.id, None)
    return Stream(listener, person.id)


async def up_to_date(hub: Hub, *streams: Stream) -> None:
    """Add the streams, read their games, and begin to sweep now."""
    for stream in streams:
        hub.add(stream)
    await hub._read_some(list(hub.pending))
    hub.pending.clear()
    hub.swept_at = await hub._ask(clock.now)


async def swept(hub: Hub, *, share: int, act: Callable[[], object]) -> set[UUID]:
    """Act, sweep at the turn of this share, and return the games to read."""
    await hub._ask(act)
    hub.sweeps = share
    await hub._look()
    return set(hub.pending)


def test_the_first_sweep_finds_a_move_whosever_turn_it_is(ada: Person, bob: Person) -> None:
    game, still = UUID(running(ada, bob)), UUID(running(ada, bob))
    streams = [following(ada, game), following(ada, still)]

    async def scene(hub: Hub) -> set[UUID]:
        await up_to_date(hub, *streams)
        return await swept(hub, share=game.int + 1, act=lambda: move(str(game), ada, bob))

    assert in_hub(scene) == {game}


def test_an_event_that_was_committed_too_late_is_found_when_its_game_has_its_turn(ada: Person, bob: Person) -> None:
    game = UUID(running(ada, bob))
    stream = following(ada, game)

    async def scene(hub: Hub) -> list[set[UUID]]:
        await up_to_date(hub, stream)
        await hub._ask(move, str(game), ada, bob)
        found = []
        for share in range(game.int + 1, game.int + 1 + GAME_SWEEPS):
            hub.swept_at = await hub._ask(clock.now) + timedelta(hours=1)
            found.append(await swept(hub, share=share, act=lambda: None))
        return found

    assert in_hub(scene) == [set()] * (GAME_SWEEPS - 1) + [{game}]


def test_after_a_long_pause_a_sweep_does_not_read_the_events_of_all_that_time(ada: Person, bob: Person) -> None:
    game = UUID(running(ada, bob))
    now = clock.now()
    assert game in {one.game_id for one in queries.sweep(now - queries.LOOK_BACK / 2, [], [], []).changed}
    assert queries.sweep(now - queries.LOOK_BACK * 2, [], [], []).changed == []


def test_who_sits_down_elsewhere_follows_that_game_after_the_first_sweep(ada: Person, bob: Person) -> None:
    running(ada, bob)
    stream = following_all(bob)
    game = UUID(lobby(ada, seats=3))

    async def scene(hub: Hub) -> set[UUID]:
        await up_to_date(hub, stream)
        return await swept(hub, share=bob.id.int + 1, act=lambda: bob.sit(str(game)))

    assert in_hub(scene) == {game}
    assert game in stream.listener.place.versions


def test_a_game_that_a_listener_does_not_follow_yet_is_told_by_a_move_in_it(ada: Person, bob: Person) -> None:
    stream = following_all(bob)
    game = UUID(running(ada, bob))
    other = following(ada, game)

    async def scene(hub: Hub) -> None:
        await up_to_date(hub, stream, other)

    in_hub(scene)
    assert game in stream.listener.place.versions


@pytest.mark.parametrize("is_behind", [False, True])
def test_the_games_of_a_listener_are_listed_again_only_if_their_roster_has_changed(
    ada: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
    is_behind: bool,  # noqa: FBT001 - a parameter
) -> None:
    running(ada, bob)
    stream = following_all(bob)
    if is_behind:
        running(ada, bob)
    listed: list[UUID] = []
    games_of = queries.games_of
    monkeypatch.setattr(queries, "games_of", lambda player: listed.append(player) or games_of(player))

    async def scene(hub: Hub) -> None:
        await up_to_date(hub, stream)
        for share in range(2 * GAME_SWEEPS):
            hub.swept_at = await hub._ask(clock.now) + timedelta(hours=1)  # no event is new
            await swept(hub, share=share, act=lambda: None)

    in_hub(scene)
    assert listed == [bob.id] * is_behind


def test_all_tokens_are_asked_for_in_few_sweeps(ada: Person, bob: Person) -> None:
    game = UUID(running(ada, bob))
    streams = []
    for _ in range(4):
        token, _ = with_scopes(ada, "games:read")
        stream = following(ada, game)
        stream.listener.token = token.id
        streams.append(stream)

    def revoke() -> None:
        for stream in streams[1:]:
            services.revoke_token(player_id=ada.id, token_id=stream.listener.token)  # type: ignore[arg-type]  # it is set

    async def scene(hub: Hub) -> None:
        await up_to_date(hub, *streams)
        await hub._ask(revoke)
        for share in range(TOKEN_SWEEPS):
            await swept(hub, share=share, act=lambda: None)

    in_hub(scene)
    assert [stream.over for stream in streams] == [False, True, True, True]


def test_only_games_with_new_events_are_changed_and_their_players_are_named_if_somebody_sat_down(
    ada: Person, bob: Person
) -> None:
    game, full = UUID(lobby(ada, seats=3)), UUID(running(ada, bob))
    carol = make_person("Carol")
    since = clock.now()

    def changed() -> dict[UUID, tuple[int, set[UUID]]]:
        """Return what has changed of these games. Events of other tests remain, and some are of the future."""
        found = updates.changed_since(since)
        return {one.game_id: (one.version, set(one.players)) for one in found if one.game_id in {game, full}}

    assert changed() == {}
    assert carol.sit(str(game)).status_code == 200
    move(str(full), ada, bob)
    assert changed() == {
        game: (tables.version_of(game), {ada.id, carol.id}),
        full: (tables.version_of(full), set()),
    }
