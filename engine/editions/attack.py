"""UNO Attack: a launcher in place of the draw pile (SPEC 7.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import cards
from engine.commands import Accept, Challenge, Draw, Pass, Press
from engine.editions.classic import CLASSIC_108, SINGLE_SIDED
from engine.editions.deck_text import one_sided, points_by_face
from engine.option import Option
from engine.option_types import Choice, Integers, Percents
from engine.requirements import no_launcher
from engine.rules import discards, effects, hands, launcher, setup, targets
from engine.rules.launcher import WEIGHTS, PressHandler
from engine.ruleset import CardRule, Target

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_NUMBERS: Final = "1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2"
ATTACK_1998: Final = one_sided(f"{_NUMBERS} H2:2 R:2 S:2 DA:1 TH:1", "W:4 WAH:2 WHF:2")
ATTACK_2010S: Final = one_sided(f"{_NUMBERS} R:1 S:2 DA:2 H1:1 H2:2", "W:4 WAA:4")
ATTACK_POINTS: Final = points_by_face(
    {
        "R": 20, "S": 20, "H1": 20, "H2": 20, "DA": 30, "TH": 30, "W": 50, "WAH": 50, "WHF": 50, "WAA": 50,
        "+2": 20, "W4": 50,
    }
)  # fmt: skip
"""Points by face, also of the classic deck, which may be played with a launcher."""


_GONE: Final = (Draw, Pass, Accept, Challenge)
"""Commands that Attack lacks: no card is drawn and played at once, and nothing can be challenged."""


def _hit(count: int) -> CardRule:
    """Make the next seat press `count` times, also after the last card."""
    presses = effects.next_takes(count)
    return CardRule(effects=(presses, effects.skip), last_effects=(presses,), starter=setup.penalize_first(count))


ATTACK: Final[Ruleset] = replace(
    SINGLE_SIDED,
    game="attack",
    deck=ATTACK_1998,
    points=ATTACK_POINTS,
    cards={
        **SINGLE_SIDED.cards,
        cards.HIT_ONE: _hit(1),
        cards.HIT_TWO: _hit(2),
        cards.DRAW_TWO: _hit(2),
        cards.DISCARD_ALL: CardRule(effects=(discards.discard_color,), changes_hand=True),
        cards.TRADE_HANDS: CardRule(
            effects=(hands.swap,),
            may_finish=False,
            starter=setup.back_into_pile,
            target=Target(targets.any_other),
            changes_hand=True,
        ),
        cards.ALL_HIT: CardRule(
            effects=(effects.others_take(1),),
            last_effects=(effects.others_take(1),),
            starter=launcher.all_press_first,
        ),
        cards.HIT_FIRE: CardRule(
            effects=(launcher.next_presses_until_fired, effects.skip),
            last_effects=(launcher.next_presses_until_fired,),
            starter=setup.first_names_color,
            colored_starter=launcher.first_presses_until_fired,
        ),
        cards.ATTACK_ATTACK: CardRule(
            effects=(launcher.target_presses(2),),
            starter=setup.first_names_color,
            target=Target(targets.any_other),
        ),
        cards.WILD_DRAW_FOUR: replace(_hit(4), starter=setup.back_into_pile),
    },
    penalize=launcher.presses,
    uno_closed_by=frozenset({"play", "press"}),
    defaults={},
    launcher_weights=launcher.WEIGHTS,
    handlers={command: handler for command, handler in SINGLE_SIDED.handlers.items() if command not in _GONE}
    | {Press: PressHandler()},
)
"""The cards mean the same whichever deck has them (`attack_deck`). No wild can be illegal, so no default says when."""


_DECKS: Final = {"2010s": ATTACK_2010S, "classic108": CLASSIC_108}


def _patch_attack_deck(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, deck=_DECKS[value])


ATTACK_DECK: Final[Option] = Option(
    name="attack_deck",
    summary="The deck of Attack: the one of 1998, that of the 2010s, or the classic deck, whose +2 and Wild Draw Four"
    " are pressed for.",
    source="1.6, 7.4; X-ATT1, X-ATT2, S0-RU",
    takes=Choice(("1998", *_DECKS)),
    default="1998",
    patch=_patch_attack_deck,
    unavailable_because=no_launcher,
)


def _patch_launcher(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, launcher_script=tuple(value))


LAUNCHER: Final[Option] = Option(
    name="launcher",
    summary="What the first presses of the match fire, one number each: everybody knows it, so it is for trying things"
    " out. Presses after them are left to chance.",
    source="7.4",
    takes=Integers(0, 112, 200),
    default=(),
    patch=_patch_launcher,
    unavailable_because=no_launcher,
)


_MOST_IN_VAIN: Final = 90
"""Highest percentage of presses that fire nothing: with more, pressing until something is fired might never end."""


def _patch_launcher_weights(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, launcher_weights=tuple(value))


LAUNCHER_WEIGHTS: Final[Option] = Option(
    name="launcher_weights",
    summary="How often in a hundred a press of the launcher fires 0, 1, 2, ... cards.",
    source="7.4",
    takes=Percents(len(WEIGHTS), first_most=_MOST_IN_VAIN),
    default=WEIGHTS,
    patch=_patch_launcher_weights,
    unavailable_because=no_launcher,
)
