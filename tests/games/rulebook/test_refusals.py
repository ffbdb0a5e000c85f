"""The rules of a player's table explain every refusal that the player may get."""

from __future__ import annotations

from itertools import islice

import pytest

import engine
from engine.decide import judge
from engine.notation import parse_position
from games.rulebook import rule_book
from tests.engine.matches import Match
from tests.engine.superset import every_command

STEPS = 60
EVERY = 6
"""The length of a match in commands; after every sixth, each seat tries every command."""
BESIDES: tuple[dict[str, object], ...] = (
    {},
    {"stack": "same_wild", "jump_in": True, "no_action_finish": True},
    {
        "skip_effect": "give_card",
        "draw_policy": "only_if_unable",
        "drawn_play": "forced",
        "wild_draw_enforcement": "strict",
    },
    {"teams": 2, "teammate_gives": True, "seven_o": True},
)


@pytest.mark.parametrize("name", engine.rulesets())
def test_every_refusal_is_explained_in_the_rules_of_its_table(name: str) -> None:
    game, edition = engine.rulesets()[name]
    met = set()
    for number, besides in enumerate(BESIDES):
        options = {"game": game, "edition": edition, **besides}
        try:
            rules = engine.resolve_uncached(options)
        except engine.RulesetError:
            continue
        book = rule_book(rules, "en")
        anchors = {paragraph.anchor for section in book.sections for paragraph in section.paragraphs}
        match = Match(options, 4, number)
        match.start()
        for step in range(STEPS):
            if step % EVERY == 0:
                refused = refusals(match.table)
                assert {kind.paragraph for kind in refused} <= anchors, (options, refused)
                met |= refused
            if match.table.is_over:
                break
            match.step()
    assert len(met) > 8


@pytest.mark.parametrize("sector", ["DISCARD_COLOR", "DISCARD_NUMBER"])
def test_a_wrong_answer_to_the_wheel_is_explained(sector: str) -> None:
    rules = engine.resolve({"game": "spin"})
    table = parse_position(f"L cw ph=WHEEL_CHOICE sector={sector} t=B; A: G1; B: R1 R2; dr: Y1; di: R3*", rules)
    book = rule_book(rules, "en")
    anchors = {paragraph.anchor for section in book.sections for paragraph in section.paragraphs}
    with pytest.raises(engine.RuleViolation) as refused:
        judge(rules, table, 1, engine.Wheel("Y"))
    assert refused.value.code == "bad_choice"
    assert refused.value.paragraph in anchors


def refusals(table: engine.Table) -> set[type[engine.RuleViolation]]:
    """Return the refusals of all commands that a player might try."""
    found = set()
    rules = engine.rules_of(table.spec)
    commands = list(islice(every_command(table), 0, None, 7))
    for seat in range(table.seats):
        for command in commands:
            try:
                judge(rules, table, seat, command)
            except engine.RuleViolation as refusal:
                found.add(type(refusal))
    return found
