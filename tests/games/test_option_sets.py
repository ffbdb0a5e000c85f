"""Options are stored once for all games that have them."""

from uuid import uuid4

import pytest

import engine
from games import option_sets
from tests.games import tables

pytestmark = pytest.mark.django_db


def test_games_with_equal_options_share_them_and_others_do_not() -> None:
    ann, bob = tables.person(), tables.person()
    first, second, other = (tables.state_of(tables.started(ann, bob, target=target)) for target in (300, 300, 400))
    assert first.header.option_set is second.header.option_set
    assert engine.Spec.of(first.header.options) is first.table.spec
    assert [game.header.options["target"] for game in (first, second, other)] == [300, 300, 400]
    assert tables.raw("SELECT count(*) FROM option_set") == [(2,)]


def test_the_rules_of_a_cached_game_are_those_of_its_log() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=300)
    cached = tables.state_of(game).table
    tables.raw("UPDATE game SET state_cache = NULL")
    assert tables.state_of(game).table.spec is cached.spec


def test_options_nobody_has_stored_are_none() -> None:
    with pytest.raises(LookupError):
        option_sets.find(uuid4())
