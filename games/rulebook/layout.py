"""The order of the rule book: headings, and under each the entries that may apply.

Whether an entry applies depends on the options of a ruleset, never on its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games.rulebook.entries import Cards, Chosen, HouseRules, NotLast, Plain, Points, Sectors, Shared

if TYPE_CHECKING:
    import engine
    from games.rulebook.entries import Condition, Entry

_FLIP: Final = "F"
_DRAW_COLOR: Final = "wc"
_TWO: Final = 2


class Heading(NamedTuple):
    """A section: the key of its heading, and its entries. It is left out if it has no paragraphs."""

    key: str
    entries: tuple[Entry, ...]


def _can(command: str) -> Condition:
    return lambda facts: command in facts.commands


def _is(option: str, value: object) -> Condition:
    return lambda facts: facts.options.get(option) == value


def _is_not(option: str, value: object) -> Condition:
    return lambda facts: facts.options.get(option) != value


def _is_on(option: str) -> Condition:
    return lambda facts: facts.options.get(option) is True


def _both(first: Condition, second: Condition) -> Condition:
    return lambda facts: first(facts) and second(facts)


def _two_sides(facts: engine.Summary) -> bool:
    return bool(facts.dark)


def _one_side(facts: engine.Summary) -> bool:
    return not facts.dark


def _flips(facts: engine.Summary) -> bool:
    return _FLIP in facts.points


def _wild_draws(facts: engine.Summary) -> bool:
    return bool(facts.wild_draws)


def _challenges(facts: engine.Summary) -> bool:
    return bool(facts.wild_draws) and facts.challenged


def _draws_color(facts: engine.Summary) -> bool:
    return _DRAW_COLOR in facts.wild_draws


def _may_be_two(facts: engine.Summary) -> bool:
    """Return whether only two players may be left: from the start, or once others are out of round or match."""
    last_two = facts.options["scoring"] == "elimination" and not facts.teams
    return facts.least_seats == _TWO or last_two or bool(facts.options["hand_limit"])


def _light(facts: engine.Summary) -> list[str]:
    return list(facts.light)


def _dark(facts: engine.Summary) -> list[str]:
    return [symbol for symbol in facts.dark if symbol not in facts.light]


def _starters(facts: engine.Summary) -> list[str]:
    """Return the starters with an effect, in the order of the deck; that of Flip is an option."""
    return [symbol for symbol in facts.light if symbol in facts.starters and symbol != _FLIP]


LAYOUT: Final = (
    Heading(
        "about",
        (Chosen("game"), Chosen("edition", _two_sides), Plain("aim", "5"), Plain("seats", "2")),
    ),
    Heading(
        "cards",
        (
            Plain("pack", "1"),
            Chosen("deck"),
            Chosen("hands_wild", _is("deck", 112)),
            Chosen("h2o_downpour"),
            Chosen("attack_deck"),
            Chosen("edition_plain_wilds"),
            Chosen("theme", _is_not("theme", "plain")),
        ),
    ),
    Heading("effects", (Cards(_light, "card", "3.5", _one_side),)),
    Heading("light", (Cards(_light, "card", "3.5", _two_sides),)),
    Heading("dark", (Shared("3.5"), Cards(_dark, "card", "3.5"))),
    Heading(
        "setup",
        (
            Chosen("dealer_selection"),
            Plain("deal", "2"),
            Plain("first_turn", "2"),
            Plain("first_side", "2", _two_sides),
            Chosen("pairing", _two_sides),
            Chosen("starter"),
            Cards(_starters, "start", "2", _is("starter", "apply")),
            Chosen("flip_starter", _both(_flips, _is("starter", "apply"))),
        ),
    ),
    Heading(
        "turns",
        (
            Plain("turn", "3.4"),
            Plain("matching", "3.2"),
            Plain("naming", "3.4"),
            Plain("drawing", "3.7"),
            Chosen("draw_policy"),
            Chosen("drawn_play", _can("pass")),
            Chosen("launcher_weights"),
            Chosen("launcher"),
            Plain("two_players", "3.5", _may_be_two),
            Plain("empty_pile", "3.7"),
            Plain("blocked", "3.7"),
            Chosen("time_winner"),
        ),
    ),
    Heading("flipping", (Plain("flipping", "3.8", _flips), Chosen("flip_wild_chooser", _flips))),
    Heading(
        "wild_draws",
        (
            Chosen("wild_draw_enforcement", _wild_draws),
            Chosen("wild_matches_color", _both(_wild_draws, _is_not("wild_draw_enforcement", "none"))),
            Plain("challenge", "3.6", _challenges),
            Plain("color_draw", "3.6", _draws_color),
            Chosen("wild_satisfies_draw_color", _draws_color),
        ),
    ),
    Heading(
        "special",
        (
            Plain("discards", "6", _can("discard")),
            Chosen("edition_tie"),
            Chosen("edition_gift_may_go_out"),
            Chosen("waffle_faces"),
        ),
    ),
    Heading(
        "wheel",
        (
            Plain("spinning", "7.5", _can("spin")),
            Sectors("7.5", _can("spin")),
            Chosen("spin_wild_sat"),
            Chosen("wheel"),
        ),
    ),
    Heading(
        "uno",
        (Plain("uno_call", "3.9"), Plain("uno_catch", "3.9"), Chosen("uno_penalty"), Chosen("uno_window")),
    ),
    Heading(
        "going_out",
        (
            Plain("going_out", "3.10"),
            Plain("last_effects", "3.10"),
            Chosen("last_flip_scoring", _flips),
            NotLast("3.10"),
        ),
    ),
    Heading(
        "scoring",
        (
            Chosen("scoring"),
            Chosen("target", _is_not("scoring", "single_round")),
            Chosen("scoring_side", _two_sides),
            Chosen("tiebreak"),
            Points("1"),
        ),
    ),
    Heading(
        "table",
        (
            Plain("knowledge", "4"),
            Chosen("forced_moves", _is_on("forced_moves")),
            Chosen("standing_orders", _is_on("standing_orders")),
            Chosen("own_backs", _two_sides),
            Plain("chance", "2"),
            Plain("time_out", "3.11"),
            Plain("resigning", "3.11"),
            Plain("voting", "3.11"),
            Plain("only_these", "3.3"),
        ),
    ),
    Heading("house_rules", (HouseRules(),)),
)
