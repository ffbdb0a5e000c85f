"""Noting what players were shown: asynchronously, in batches, and without slowing reads."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.notifications import seen
from players.models import Player, Seen
from tests.faults.stack import eventually
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30  # seconds, on a machine that has other work


def noted(player: UUID) -> list[int]:
    return list(Seen.objects.filter(player_id=player).values_list("version", flat=True))


def test_a_look_is_noted_at_once() -> None:
    ann, game = tables.person(), uuid4()
    for version in (3, 5, 4):
        seen.note(ann, game, version)
    assert noted(ann) == [5]


def test_looks_at_a_web_process_are_noted_soon_by_a_thread_of_its_own() -> None:
    ann, bob, game = tables.person(), tables.person(), uuid4()
    with seen.gathering():
        with CaptureQueriesContext(connection) as caught:
            seen.note(ann, game, 3)
            seen.note(ann, game, 5)
            seen.note(bob, game, 7)
        assert len(caught) == 0
        eventually(lambda: (noted(ann), noted(bob)) == ([5], [7]), PATIENCE, "the looks are noted")
        seen.note(ann, game, 8)
    assert noted(ann) == [8]


def test_what_is_known_is_not_written_again() -> None:
    ann, game = tables.person(), uuid4()
    seen.note(ann, game, 3)
    Seen.objects.all().delete()
    seen.note(ann, game, 3)
    assert noted(ann) == []
    seen.forget()
    seen.note(ann, game, 3)
    assert noted(ann) == [3]


def test_who_has_left_is_not_named_any_more_and_nobody_else_is_forgotten() -> None:
    ann, bob, gone, game = tables.person(), tables.person(), tables.person(), uuid4()
    Player.objects.filter(id=bob).update(is_active=False)
    Player.objects.filter(id=gone).delete()
    with seen.gathering():
        for player in (ann, bob, gone):
            seen.note(player, game, 3)
    assert [noted(player) for player in (ann, bob, gone)] == [[3], [], []]


def test_looks_that_cannot_be_noted_are_forgotten_and_later_ones_are_not(caplog: pytest.LogCaptureFixture) -> None:
    ann, game = tables.person(), uuid4()
    with seen.gathering():
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE players_seen RENAME TO players_away")
        try:
            seen.note(ann, game, 3)
            eventually(lambda: "could not be noted" in caplog.text, PATIENCE, "the writer has tried")
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE players_away RENAME TO players_seen")
        seen.note(ann, game, 4)
    assert noted(ann) == [4]
