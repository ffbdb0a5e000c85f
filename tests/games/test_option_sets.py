"""Equal options are stored once for all games."""

from uuid import uuid4

import pytest

import engine
from games.store import option_sets
from tests.games import tables

pytestmark = pytest.mark.django_db


def test_games_with_equal_options_share_them_and_others_do_not() -> None:
    ann, bob = tables.person(), tables.person()
    first, second, other = (tables.state_of(tables.started(ann, bob, target=target)) for target in (300, 300, 400))
    assert first.game.option_set is second.game.option_set
    assert engine.Spec.of(first.game.options) is first.table.spec
    assert [game.game.options["target"] for game in (first, second, other)] == [300, 300, 400]
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


@pytest.mark.parametrize(
    "options",
    [
        {"game": "classic"},
        {"game": "classic", "wild_matches_color": True},
        {"game": "classic", "no_challenge": True},
        {"edition": "stranger_things", "starter": "apply"},
        {"edition": "stranger_things", "scoring": "winner_takes", "target": 150},
        {"scoring": "loser_at", "target": 500},
        {"game": "attack", "launcher": [1, 0], "teams": 2},
        {"skip_effect": "give_card", "skip_effect_cards": ["S"]},
    ],
)
def test_who_sets_up_a_table_by_what_a_game_says_of_its_options_gets_the_same_rules(options: dict[str, object]) -> None:
    game = tables.lobby_of(tables.person(), seats=4, **options).game
    said = {**game.option_set.changed, "game": game.ruleset, "edition": game.edition}
    assert engine.resolve(said).spec is engine.Spec.of(game.options)
