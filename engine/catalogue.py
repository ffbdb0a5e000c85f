"""Names of games, editions and options, and the ruleset they make (SPEC 8).

The only place that knows them all. A stored name never changes its meaning.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.editions import attack, classic, flip, flip_editions, spin
from engine.errors import BadSeatCount, ConflictingOptions, OptionNotApplicable, Reason, UnknownOption
from engine.errors.newer import NewerOptions
from engine.house_rules import (
    aliases,
    deflect,
    double_score,
    draw_color,
    draw_until_playable,
    hand_limit,
    jump_in,
    jump_in_cancels,
    jump_in_wilds,
    no_action_finish,
    no_draw_finish,
    no_wild_finish,
    penalties,
    redraw_wild_starter,
    seven_o,
    seven_swap,
    skip_effect,
    stack_across,
    stack_draw_color,
    stacking,
    teammate_gives,
    teams,
    time_limit,
    zero_rotation,
    zero_spell,
)
from engine.option import Option, check_value, compose
from engine.option_types import Choice
from engine.options import deal, forced_moves, scoring, standing_orders, turn, wild_draws
from engine.ruleset import LEAST_SEATS, MOST_SEATS
from engine.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ruleset import Ruleset

EDITIONS: Final[Mapping[tuple[str, str], Ruleset]] = {
    ("flip", "base"): flip.FLIP,
    ("flip", "marvel"): flip_editions.MARVEL,
    ("flip", "stranger_things"): flip_editions.STRANGER_THINGS,
    ("flip", "transformers"): flip_editions.TRANSFORMERS,
    ("classic", "base"): classic.CLASSIC,
    ("classic_from_flip", "base"): classic.CLASSIC_FROM_FLIP,
    ("h2o", "base"): classic.H2O,
    ("attack", "base"): attack.ATTACK,
    ("spin", "base"): spin.SPIN,
}
"""Rulesets by game and edition, in the order in which people should read them."""


_GAME: Final[Option] = Option(
    name="game",
    summary="The game that is played.",
    source="8.1; S0-RU, S0-GG",
    takes=Choice(tuple(dict.fromkeys(game for game, _ in EDITIONS))),
    default="flip",
)
_EDITION: Final[Option] = Option(
    name="edition",
    summary="The edition of the game: its deck, its own wilds, its starters and its way to score.",
    source="8.1; S1",
    takes=Choice(tuple(dict.fromkeys(edition for _, edition in EDITIONS))),
    default="base",
)
OPTIONS: Final[dict[str, Option]] = {
    option.name: option
    for option in (
        _GAME,
        _EDITION,
        classic.HANDS_WILD,
        classic.DECK,
        classic.H2O_DOWNPOUR,
        attack.ATTACK_DECK,
        attack.LAUNCHER,
        attack.LAUNCHER_WEIGHTS,
        spin.WHEEL,
        spin.SPIN_WILD_SAT,
        deal.THEME,
        deal.PAIRING,
        deal.DEALER_SELECTION,
        deal.STARTER,
        deal.FLIP_STARTER,
        turn.DRAW_POLICY,
        turn.DRAWN_PLAY,
        turn.FLIP_WILD_CHOOSER,
        wild_draws.WILD_MATCHES_COLOR,
        wild_draws.WILD_SATISFIES_DRAW_COLOR,
        wild_draws.WILD_DRAW_ENFORCEMENT,
        turn.UNO_PENALTY,
        turn.UNO_WINDOW,
        scoring.SCORING,
        scoring.TARGET,
        scoring.SCORING_SIDE,
        scoring.TIEBREAK,
        scoring.LAST_FLIP_SCORING,
        scoring.TIME_WINNER,
        forced_moves.FORCED_MOVES,
        standing_orders.STANDING_ORDERS,
        deal.OWN_BACKS,
        flip_editions.EDITION_PLAIN_WILDS,
        flip_editions.EDITION_TIE,
        flip_editions.EDITION_GIFT_MAY_GO_OUT,
        flip_editions.WAFFLE_FACES,
        stacking.STACK,
        stack_across.STACK_ACROSS,
        stack_draw_color.STACK_DRAW_COLOR,
        deflect.DEFLECT,
        aliases.PROGRESSIVE,
        aliases.NO_CHALLENGE,
        aliases.FORCED_PLAY,
        draw_until_playable.DRAW_UNTIL_PLAYABLE,
        skip_effect.SKIP_EFFECT,
        skip_effect.SKIP_EFFECT_CARDS,
        draw_color.REVEAL_DRAW_COLOR,
        draw_color.DRAW_CAP,
        aliases.LIGHT_ONLY,
        zero_spell.ZERO_SPELL,
        zero_spell.SPELL_NUMBER,
        redraw_wild_starter.REDRAW_WILD_STARTER,
        seven_o.SEVEN_O,
        seven_swap.SEVEN_SWAP,
        zero_rotation.ZERO_ROTATION,
        jump_in.JUMP_IN,
        jump_in_wilds.JUMP_IN_WILDS,
        jump_in_cancels.JUMP_IN_CANCELS,
        penalties.MISPLAY_PENALTY,
        penalties.FALSE_CATCH_PENALTY,
        hand_limit.HAND_LIMIT,
        double_score.DOUBLE_SCORE,
        no_action_finish.NO_ACTION_FINISH,
        no_wild_finish.NO_WILD_FINISH,
        no_draw_finish.NO_DRAW_FINISH,
        time_limit.TIME_LIMIT,
        teams.TEAMS,
        teammate_gives.TEAMMATE_GIVES,
        teams.TEAM_VIEW,
    )
}
"""Every option by name, in the order in which people should read them."""


def resolve(options: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of these options; missing ones are implied or suggested by others, or have their default.

    Raises UnknownOption, BadOptionValue, OptionNotApplicable or ConflictingOptions.
    """
    return rules_of(Spec.of(_full(options)))


def resolve_uncached(options: Mapping[str, object]) -> Ruleset:
    """Return the ruleset of these options as `resolve` does, but do not cache it: clients may ask for any options.

    Raises UnknownOption, BadOptionValue, OptionNotApplicable or ConflictingOptions.
    """
    return _made(Spec.uncached(_full(options)))


def _full(options: Mapping[str, object]) -> dict[str, object]:
    """Return the value of every option that a match names. Raises what `resolve` raises."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise UnknownOption(option=name)
        check_value(OPTIONS[name], value)
    given = _with_implied({name: OPTIONS[name].normalize(value) for name, value in options.items()})
    for suggested in [OPTIONS[name].suggests(value) for name, value in given.items()]:
        given = {**suggested, **given}
    given = {**_edition(given).defaults, **given}
    full = {name: given.get(name, option.default) for name, option in OPTIONS.items()}
    return {
        name: value for name, value in full.items() if not OPTIONS[name].omit_default or value != OPTIONS[name].default
    }


def _with_implied(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options with those that they imply. Raises ConflictingOptions if one was chosen otherwise."""
    given = dict(options)
    names = list(given)
    by = {name: name for name in names}
    for name in names:
        for implied, value in OPTIONS[name].implies(given[name]).items():
            if given.setdefault(implied, value) != value:
                reason = Reason("{option} needs {other} set to {value}", option=name, other=implied, value=value)
                raise ConflictingOptions(first=name, second=by[implied], reason=reason)
            if implied not in names:
                names.append(implied)
                by[implied] = name
    return given


def _edition(options: Mapping[str, object]) -> Ruleset:
    """Return the edition. Raises OptionNotApplicable if the game has no edition of this name."""
    game, edition = (str(options.get(option.name, option.default)) for option in (_GAME, _EDITION))
    if (game, edition) not in EDITIONS:
        reason = Reason("{game} has no edition {edition}", game=game, edition=edition)
        raise OptionNotApplicable(option="edition", reason=reason)
    return EDITIONS[game, edition]


def rules_of(spec: Spec) -> Ruleset:
    """Return the ruleset of a full spec, as stored in the first event of a match.

    Raises ConflictingOptions or OptionNotApplicable; `NewerOptions`, a ValueError, for options that this code does not
    know.
    """
    rules: Ruleset | None = spec.rules
    if rules is None:
        rules = spec.rules = _made(spec)
    return rules


def _made(spec: Spec) -> Ruleset:
    values = dict(spec.options)
    for name, value in values.items():
        if name not in OPTIONS or not OPTIONS[name].takes.accepts(value):
            raise NewerOptions(f"no option {name} with the value {value!r}")
    composed = compose(_edition(values), {name: (OPTIONS[name], value) for name, value in values.items()})
    return replace(composed, spec=spec)


def chosen(rules: Ruleset) -> dict[str, object]:
    """Return the value of every option; an option that the spec does not name has its default."""
    return {name: option.default for name, option in OPTIONS.items()} | dict(rules.spec.options)


def check_seats(rules: Ruleset, seats: int) -> None:
    """Raises BadSeatCount or OptionNotApplicable unless this number of seats can play, in these teams (SPEC 2.1)."""
    count = len(set(rules.teams))
    limits = (rules.least_seats, rules.most_seats)
    if count and seats in range(LEAST_SEATS, MOST_SEATS + 1):
        fitting = [number for number in range(limits[0], limits[1] + 1) if number % count == 0]
        if seats not in fitting:
            said = "these {count} teams need {fitting} seats, and there are {seats}"
            reason = Reason(said, count=count, fitting=_one_of(fitting), seats=seats)
            raise OptionNotApplicable(option="teams", reason=reason)
    elif not limits[0] <= seats <= limits[1]:
        raise BadSeatCount(least=limits[0], most=limits[1])


def _one_of(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return Reason("{before} or {last}", before=", ".join(others), last=last) if others else last


def check_table(rules: Ruleset, seats: int) -> None:
    """Raises BadSeatCount or OptionNotApplicable unless a new table with these seats can have these rules.

    `check_seats` accepts all matches, also old ones whose first dealer was counted round the table.
    """
    check_seats(rules, seats)
    if rules.dealer_seat is not None and rules.dealer_seat >= seats:
        named = chosen(rules)["dealer_selection"]
        said = "{value} needs {least} seats or more, and there are {seats}"
        option = "dealer_selection"
        reason = Reason(said, option=option, value=named, least=rules.dealer_seat + 1, seats=seats)
        raise OptionNotApplicable(option=option, reason=reason)
