"""Two worlds that differ only in hidden cards give a player the same inbox and the same messages on every channel."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

import engine
from games.notifications import create, create_for_command, send
from players.models import Delivery
from players.notifications import inbox
from tests.games import tables
from tests.games.api.worlds import enter, other_world
from tests.games.notifications import notifications
from tests.games.notifications.fakes import HttpChannel, only

if TYPE_CHECKING:
    from uuid import UUID

    from games.notifications.snapshot import Snapshot
    from tests.games.notifications.fakes import Sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HISTORIES = 8
TAME = {"W2", "RF", "GF", "YF", "BF"}


def history(random: Random) -> tuple[UUID, int, UUID]:
    """Return a match of three after some moves, the seat that must act, and its player."""
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    for _ in range(random.randrange(8)):
        seat = tables.table_of(game).turn
        assert seat is not None
        legal = engine.legal_commands(tables.table_of(game), seat)
        tame = [command for command in legal if getattr(command, "card", None) not in TAME]
        tables.send(game, people[seat], random.choice(tame or legal))
    seat = tables.table_of(game).turn
    assert seat is not None
    return game, seat, people[seat]


def heard(game: UUID, player: UUID, sink: Sink) -> str:
    """Return all that a player receives about a game: in the inbox, by mail and by webhook."""
    sink.messages.clear()
    for seq in notifications.ends(game):
        create_for_command(game, seq)
    # The clock is the same in both worlds.
    tables.raw("UPDATE players_notification SET created_at = '2026-11-21T12:00:00Z' WHERE game_id = %s", game)
    for channel in ("email", "webhook"):
        notifications.all_due()
        while send.send_due(channel):
            pass
    told = [inbox.shown(one) for one in inbox.page(player_id=player, limit=100).items]
    sent = sorted((message for message in sink.messages if message["player"] == str(player)), key=repr)
    ledger = list(
        Delivery.objects.filter(player_id=player)
        .order_by("number", "channel")
        .values("number", "channel", "state", "error", "digest", "attempts")
    )
    return json.dumps([told, sent, ledger], default=str, sort_keys=True)


def differences(sink: Sink, histories: int = HISTORIES) -> int:
    """Return in how many of the histories with another world a player is told something else there."""
    found = pairs = turns = 0
    random = Random(histories)  # noqa: S311 - a reproducible test
    while pairs < histories or turns < histories // 4:
        game, seat, player = history(random)
        changed = other_world(game, seat, random)
        if changed is None:
            continue
        pairs += 1
        with transaction.atomic():
            here = heard(game, player, sink)
            transaction.set_rollback(True)
        with transaction.atomic():
            enter(game, changed)
            there = heard(game, player, sink)
            transaction.set_rollback(True)
        turns += "<!doctype html>" in here and '"your_turn"' in here
        found += here != there
    return found


def test_what_a_player_is_told_depends_on_nothing_that_they_may_not_know(sink: Sink) -> None:
    with only(HttpChannel(sink.port), HttpChannel(sink.port, "webhook", for_people=False, digests=False)):
        assert differences(sink) == 0


def test_a_leak_would_be_noticed(sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    def telltale(scene: Snapshot) -> Any:
        faces = scene.table.faces[scene.table.side]
        return [faces[card] for card in scene.table.hands[1]]

    monkeypatch.setattr(create, "decision", telltale)
    with only(HttpChannel(sink.port), HttpChannel(sink.port, "webhook", for_people=False, digests=False)):
        assert differences(sink, 4) > 0
