"""Whoever can write the database and has no key cannot change the log of anchors unseen by `verify_log`."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from games import anchors
from games.models import Anchor
from tests.games import tables
from tests.games.tampering import rewound, tampered

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_left_over() -> None:
    """Logs that tests which commit leave behind on purpose."""
    tables.forget_logs()


def today() -> date:
    """The day by the service's clock."""
    [[day]] = tables.raw("SELECT (service_now() AT TIME ZONE 'UTC')::date")
    assert isinstance(day, date)
    return day


@pytest.fixture
def games() -> list[UUID]:
    """Five games, anchored on two days."""
    first = [tables.lobby_of(tables.person()).header.id for _ in range(3)]
    anchors.make(today() - timedelta(days=1))
    games = first + [tables.lobby_of(tables.person()).header.id for _ in range(2)]
    anchors.make(today())
    return games


def complaint() -> str:
    """What `verify_log` says as it fails."""
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


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE anchor_leaf SET chain = sha256(chain) WHERE place = 1", "lead to another node"),
        ("UPDATE anchor_leaf SET version = version + 1 WHERE place = 4", "to another root"),
        ("DELETE FROM anchor_leaf WHERE place = 2", "leaf 2 is gone"),
        ("DELETE FROM anchor_leaf WHERE place = 4", "leaf 4 is gone"),
        ("UPDATE anchor_node SET hash = sha256(hash)", "lead to another node"),
        ("DELETE FROM anchor_node WHERE level = 2", "lacks node"),
        ("UPDATE anchor SET root = sha256(root)", "to another root"),
        ("UPDATE anchor a SET checkpoint = b.checkpoint FROM anchor b WHERE a.date > b.date", "states another log"),
        ("UPDATE anchor SET checkpoint = 'a note'", "cannot be read"),
        ("UPDATE signing_key SET public_key = sha256(public_key)", "not signed by a key of this service"),
        ("DELETE FROM anchor WHERE first = 0", "do not go on where"),
        ("UPDATE anchor_leaf SET date = date - 9 WHERE place = 0", "of another day"),
    ],
)
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
