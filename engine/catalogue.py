"""Names of games, editions and options, and the ruleset they make (SPEC 8).

The only place that knows them all. A stored name never changes its meaning.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.editions.attack import ATTACK
from engine.editions.classic import CLASSIC, CLASSIC_FROM_FLIP, H2O
from engine.editions.flip import FLIP
from engine.editions.marvel import MARVEL
from engine.editions.spin import SPIN
from engine.editions.stranger_things import STRANGER_THINGS
from engine.editions.transformers import TRANSFORMERS
from engine.errors import BadSeatCount, ConflictingOptions, OptionNotApplicable, UnknownOption
from engine.house_rules import (
    double_score,
    draw_cap,
    draw_until_playable,
    false_catch_penalty,
    forced_play,
    hand_limit,
    jump_in,
    light_only,
    misplay_penalty,
    no_action_finish,
    no_challenge,
    progressive,
    reveal_draw_color,
    seven_o,
    skip_effect,
    skip_effect_cards,
    spell_number,
    stack,
    team_view,
    teammate_gives,
    teams,
    time_limit,
    zero_spell,
)
from engine.option import Option, check_value, compose
from engine.options import (
    attack_deck,
    dealer_selection,
    deck,
    draw_policy,
    drawn_play,
    edition_gift_may_go_out,
    edition_plain_wilds,
    edition_tie,
    flip_starter,
    flip_wild_chooser,
    h2o_downpour,
    hands_wild,
    last_flip_scoring,
    launcher,
    launcher_weights,
    own_backs,
    pairing,
    scoring,
    scoring_side,
    spin_wild_sat,
    starter,
    target,
    theme,
    tiebreak,
    time_winner,
    uno_penalty,
    uno_window,
    waffle_faces,
    wheel,
    wild_draw_enforcement,
    wild_matches_color,
    wild_satisfies_draw_color,
)
from engine.ruleset import LEAST_SEATS, MOST_SEATS
from engine.spec import Spec
from engine.takes import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ruleset import Ruleset

EDITIONS: Final[Mapping[tuple[str, str], Ruleset]] = {
    ("flip", "base"): FLIP,
    ("flip", "marvel"): MARVEL,
    ("flip", "stranger_things"): STRANGER_THINGS,
    ("flip", "transformers"): TRANSFORMERS,
    ("classic", "base"): CLASSIC,
    ("classic_from_flip", "base"): CLASSIC_FROM_FLIP,
    ("h2o", "base"): H2O,
    ("attack", "base"): ATTACK,
    ("spin", "base"): SPIN,
}
"""Rulesets by game and edition, in the order in which people should read them."""


_GAME: Final = Option(
    name="game",
    summary="The game that is played.",
    source="8.1; S0-RU, S0-GG",
    takes=Choice(tuple(dict.fromkeys(game for game, _ in EDITIONS))),
    default="flip",
    patch=lambda rules, _value: rules,
)
_EDITION: Final = Option(
    name="edition",
    summary="The edition of the game: its deck, its own wilds, its starters and its way to score.",
    source="8.1; S1",
    takes=Choice(tuple(dict.fromkeys(edition for _, edition in EDITIONS))),
    default="base",
    patch=lambda rules, _value: rules,
)
OPTIONS: Final[dict[str, Option]] = {
    option.name: option
    for option in (
        _GAME,
        _EDITION,
        hands_wild.OPTION,
        deck.OPTION,
        h2o_downpour.OPTION,
        attack_deck.OPTION,
        launcher.OPTION,
        launcher_weights.OPTION,
        wheel.OPTION,
        spin_wild_sat.OPTION,
        theme.OPTION,
        pairing.OPTION,
        dealer_selection.OPTION,
        starter.OPTION,
        flip_starter.OPTION,
        draw_policy.OPTION,
        drawn_play.OPTION,
        flip_wild_chooser.OPTION,
        wild_matches_color.OPTION,
        wild_satisfies_draw_color.OPTION,
        wild_draw_enforcement.OPTION,
        uno_penalty.OPTION,
        uno_window.OPTION,
        scoring.OPTION,
        target.OPTION,
        scoring_side.OPTION,
        tiebreak.OPTION,
        last_flip_scoring.OPTION,
        time_winner.OPTION,
        own_backs.OPTION,
        edition_plain_wilds.OPTION,
        edition_tie.OPTION,
        edition_gift_may_go_out.OPTION,
        waffle_faces.OPTION,
        stack.OPTION,
        progressive.OPTION,
        no_challenge.OPTION,
        forced_play.OPTION,
        draw_until_playable.OPTION,
        skip_effect.OPTION,
        skip_effect_cards.OPTION,
        reveal_draw_color.OPTION,
        draw_cap.OPTION,
        light_only.OPTION,
        zero_spell.OPTION,
        spell_number.OPTION,
        seven_o.OPTION,
        jump_in.OPTION,
        misplay_penalty.OPTION,
        false_catch_penalty.OPTION,
        hand_limit.OPTION,
        double_score.OPTION,
        no_action_finish.OPTION,
        time_limit.OPTION,
        teams.OPTION,
        teammate_gives.OPTION,
        team_view.OPTION,
    )
}
"""Every option by name, in the order in which people should read them."""

_RULES: Final[dict[Spec, Ruleset]] = {}


def resolve(options: Mapping[str, object]) -> Ruleset:
    """The ruleset of these options; missing ones are implied or suggested by others, or have their default.

    Raises UnknownOption, BadOptionValue, OptionNotApplicable or ConflictingOptions.
    """
    return rules_of(Spec.of(_full(options)))


def try_out(options: Mapping[str, object]) -> Ruleset:
    """The ruleset of these options as `resolve` gives it, without keeping it: anybody may ask for any of them.

    Raises UnknownOption, BadOptionValue, OptionNotApplicable or ConflictingOptions.
    """
    return _made(Spec.passing(_full(options)))


def _full(options: Mapping[str, object]) -> dict[str, object]:
    """The value of every option that a match names.

    Raises UnknownOption, BadOptionValue, OptionNotApplicable or ConflictingOptions.
    """
    for name, value in options.items():
        if name not in OPTIONS:
            raise UnknownOption(option=name)
        check_value(OPTIONS[name], value)
    given = _with_implied({name: OPTIONS[name].keeps(value) for name, value in options.items()})
    for suggested in [OPTIONS[name].suggests(value) for name, value in given.items()]:
        given = {**suggested, **given}
    given = {**_edition(given).defaults, **given}
    full = {name: given.get(name, option.default) for name, option in OPTIONS.items()}
    return {name: value for name, value in full.items() if not OPTIONS[name].later or value != OPTIONS[name].default}


def _with_implied(options: Mapping[str, object]) -> dict[str, object]:
    """The options with all that belong to them. Raises ConflictingOptions where one was chosen otherwise."""
    given = dict(options)
    names = list(given)
    by = {name: name for name in names}
    for name in names:
        for implied, value in OPTIONS[name].implies(given[name]).items():
            if given.setdefault(implied, value) != value:
                raise ConflictingOptions(first=name, second=by[implied], reason=f"{name} needs {implied}={value}")
            if implied not in names:
                names.append(implied)
                by[implied] = name
    return given


def _edition(options: Mapping[str, object]) -> Ruleset:
    """The edition of the game. Raises OptionNotApplicable where the game has none of this name."""
    game, edition = (str(options.get(option.name, option.default)) for option in (_GAME, _EDITION))
    if (game, edition) not in EDITIONS:
        raise OptionNotApplicable(option="edition", reason=f"{game} has no edition {edition}")
    return EDITIONS[game, edition]


def rules_of(spec: Spec) -> Ruleset:
    """The ruleset of a full spec, as stored in the first event of a match.

    Raises ConflictingOptions or OptionNotApplicable.
    """
    rules = _RULES.get(spec)
    if rules is None:
        rules = _RULES[spec] = _made(spec)
    return rules


def _made(spec: Spec) -> Ruleset:
    values = dict(spec.options)
    composed = compose(_edition(values), {name: (OPTIONS[name], value) for name, value in values.items()})
    return replace(composed, spec=spec)


def chosen(rules: Ruleset) -> dict[str, object]:
    """The value of every option: one that the spec does not name is at its default."""
    return {name: option.default for name, option in OPTIONS.items()} | dict(rules.spec.options)


def check_seats(rules: Ruleset, seats: int) -> None:
    """Raises BadSeatCount unless so many can play (SPEC 2.1), OptionNotApplicable if they make no such teams."""
    count = len(set(rules.teams))
    limits = (rules.least_seats, rules.most_seats)
    if count and seats in range(LEAST_SEATS, MOST_SEATS + 1):
        fitting = [number for number in range(limits[0], limits[1] + 1) if number % count == 0]
        if seats not in fitting:
            reason = f"these {count} teams need {_one_of(fitting)} seats, and there are {seats}"
            raise OptionNotApplicable(option="teams", reason=reason)
    elif not limits[0] <= seats <= limits[1]:
        raise BadSeatCount(least=limits[0], most=limits[1])


def _one_of(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def check_table(rules: Ruleset, seats: int) -> None:
    """Raises BadSeatCount or OptionNotApplicable unless a new table with so many seats can have these rules.

    `check_seats` is for all matches, also for old ones whose first dealer was counted round the table.
    """
    check_seats(rules, seats)
    if rules.dealer_seat is not None and rules.dealer_seat >= seats:
        named = chosen(rules)["dealer_selection"]
        reason = f"{named} needs {rules.dealer_seat + 1} seats or more, and there are {seats}"
        raise OptionNotApplicable(option="dealer_selection", reason=reason)
