"""`verify_log` notices every change to the log of anchors by an attacker who can write the database but has no key."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from games.models import Anchor
from games.proofs import anchors
from tests.games import tables
from tests.games.tampering import ANCHOR_LIES, rewound, tampered

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log", "noon")]


def today() -> date:
    [[day]] = tables.raw("SELECT (service_now() AT TIME ZONE 'UTC')::date")
    assert isinstance(day, date)
    return day


@pytest.fixture
def games(empty_log: None) -> list[UUID]:  # noqa: ARG001  deletes logs, so it comes first
    """Return five games, anchored on two days."""
    first = [tables.lobby_of(tables.person()).game.id for _ in range(3)]
    anchors.make(today() - timedelta(days=1))
    games = first + [tables.lobby_of(tables.person()).game.id for _ in range(2)]
    anchors.make(today())
    return games


def complaint() -> str:
    errors = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_log", stdout=io.StringIO(), stderr=errors)
    return errors.getvalue()


def test_a_log_of_anchors_as_it_was_made_is_sound(games: list[UUID]) -> None:
    assert anchors.wrong() is None
    call_command("verify_log", stdout=io.StringIO())
    assert Anchor.objects.count() == 2
    assert len(games) == 5


def test_before_the_first_anchor_there_is_nothing_to_find() -> None:
    assert anchors.wrong() is None


@pytest.mark.parametrize(("statement", "found"), ANCHOR_LIES)
@pytest.mark.usefixtures("games")
def test_whatever_is_changed_is_named(statement: str, found: str) -> None:
    tampered(statement)
    assert found in (anchors.wrong() or "")


def test_a_game_set_back_together_with_its_leaf_is_found_by_verify_log() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    tables.send(game, (ann, bob)[seat], command)
    day = today()
    anchors.make(day)
    rewound(game)
    tampered("UPDATE anchor_leaf l SET version = g.version, chain = g.chain FROM game g WHERE g.id = l.game_id")
    assert complaint().splitlines() == [
        f"the log of anchors: the leaves of {day} lead to another root than was anchored"
    ]
