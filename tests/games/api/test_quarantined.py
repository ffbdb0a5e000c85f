"""A quarantined game as players see it over HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from games.store import archiver, quarantine
from tests.games import tables
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from tests.games.api.people import Person


def test_a_quarantined_game_says_so_and_offers_nothing_until_it_goes_on(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    seen = ada.see(game)
    tag = ada.client.get(f"/v1/games/{game}")["ETag"]
    mover = ada if seen["your_turn"] else bob
    command = mover.see(game)["legal_commands"][0]
    quarantine.add(UUID(game), "a flipped bit at event 7")
    answer = ada.client.get(f"/v1/games/{game}", headers={"If-None-Match": tag})
    now = answer.json()
    assert (seen["quarantined"], now["quarantined"]) == (False, True)
    assert now["legal_commands"] == now["table_commands"] == []
    assert b"flipped" not in answer.content
    refusal = mover.command(game, command)
    assert (refusal.status_code, refusal.json()["code"]) == (409, "game_quarantined")
    assert [one["quarantined"] for one in ada.client.get("/v1/me/games").json()["games"]] == [True]
    assert ada.client.get(f"/v1/games/{game}/events").status_code == 200
    quarantine.lift(UUID(game))
    assert mover.command(game, command).status_code == 200


def test_a_stranger_cannot_tell_a_private_quarantined_game_from_none(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2, private=True)
    quarantine.add(UUID(game), "for a test")
    for path in (f"/v1/games/{game}/commands", f"/v1/games/{game}/seats", f"/v1/games/{game}/nudge"):
        body = {"command": {"type": "draw"}} if path.endswith("commands") else {}
        found = bob.client.send(path, body)
        none = bob.client.send(path.replace(game, str(UUID(int=7))), body)
        assert (found.status_code, found.content) == (none.status_code, none.content)


def test_of_a_game_that_cannot_be_read_any_more_every_look_says_so(ada: Person) -> None:
    game = lobby(ada, seats=2)
    with tables.unguarded():
        tables.raw("UPDATE event SET public = 'x'")
    tables.raw("UPDATE game SET state_cache = NULL")
    quarantine.add(UUID(game), "for a test")
    for look in ("", "/events", "/rules", "/states/2", "/stream"):
        answer = ada.client.get(f"/v1/games/{game}{look}")
        assert (answer.status_code, answer.json()["code"]) == (409, "game_quarantined"), look


@pytest.mark.parametrize(
    "damage",
    [
        "frames = array_fill('x'::bytea, ARRAY[cardinality(frames)])",
        "frames = b.frames, ends = b.ends, version = b.version, chain = b.chain FROM game_archive b",
    ],
)
def test_of_a_damaged_archive_every_look_says_so_when_it_is_on_hold(ada: Person, bob: Person, damage: str) -> None:
    game, other = (tables.started(UUID(str(ada.id)), UUID(str(bob.id)), target=50) for _ in range(2))
    for one in (game, other):
        tables.play_well(one, UUID(str(ada.id)), UUID(str(bob.id)))
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == 2
    with tables.unguarded():
        where = " AND b.game_id <> a.game_id" if "FROM" in damage else ""
        tables.raw(f"UPDATE game_archive a SET {damage} WHERE a.game_id = %s{where}", game)  # noqa: S608 - ours
    ada.client.raise_request_exception = False
    assert ada.client.get(f"/v1/games/{game}/events").status_code == 500
    assert ada.client.get(f"/v1/games/{game}/transcript").status_code == 500
    quarantine.add(game, "for a test")
    for look in ("", "/rules", "/events", "/events?after=5&wait=9", "/states/2", "/record", "/transcript", "/stream"):
        answer = ada.client.get(f"/v1/games/{game}{look}")
        assert (answer.status_code, answer.json()["code"]) == (409, "game_quarantined"), look
    draw = {"command_id": str(UUID(int=5)), "command": {"type": "draw"}}
    for path, body in (("commands", draw), ("branches", {"version": 20, "future": "same"})):
        answer = ada.client.send(f"/v1/games/{game}/{path}", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "game_quarantined"), path
    left = [one["complete"] for one in ada.client.get("/v1/me/export").json()["games"] if one["id"] == str(game)]
    assert left == [False]
    assert ada.client.get(f"/v1/games/{other}/events").status_code == 200
