"""The meaning of cards: one row for each number and symbol (SPEC 1, 3.5)."""

from __future__ import annotations

import pytest

import engine
from engine.cards import FACES
from engine.catalogue import EDITIONS
from engine.editions import attack

DECKS = {
    "edition_plain_wilds": (0, 4),
    "deck": (108, 112),
    "hands_wild": ("swap", "shuffle"),
    "h2o_downpour": (False, True),
    "attack_deck": ("1998", *attack._DECKS),
}
"""Options that change what is in the deck."""


def decks(game: str, edition: str) -> list[engine.Ruleset]:
    found = []
    for option, values in DECKS.items():
        for value in values:
            try:
                found.append(engine.resolve({"game": game, "edition": edition, option: value}))
            except engine.RulesetError:
                continue
    return found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_card_of_every_deck_has_a_row(game: str, edition: str) -> None:
    assert decks(game, edition)
    for rules in decks(game, edition):
        assert [FACES[face] for face in {*rules.deck.light, *rules.deck.dark} if not rules.rule_of(FACES[face])] == []
