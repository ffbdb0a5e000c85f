"""A number that lets its player swap hands, or drop a color (SPEC 8.2, S4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.spells import drop_color, swap_if_aimed
from engine.policies.targets import any_other
from engine.ruleset import Target
from engine.takes import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Ruleset


def symbols(number: int) -> tuple[str, str]:
    """The number as it stands on plain cards and on Spin cards."""
    return str(number), f"{number}*"


def _patch(rules: Ruleset, value: str) -> Ruleset:
    spells = symbols(rules.spell_number)
    spell = swap_if_aimed if value == "swap_one" else drop_color
    effects = {symbol: (spell, *rules.effects.get(symbol, ())) for symbol in spells}
    return replace(
        rules,
        has_spell=True,
        effects={**rules.effects, **effects},
        targets={**rules.targets, **_optional(spells if value == "swap_one" else ())},
        dumps=rules.dumps.union(spells if value == "dump_color" else ()),
        late_calls=rules.late_calls.union(spells),
    )


def _optional(spells: Iterable[str]) -> dict[str, Target]:
    return dict.fromkeys(spells, Target(any_other, needed=False))


def _refused(rules: Ruleset, _value: str) -> str | None:
    if rules.deck.shows(*symbols(rules.spell_number)):
        return None
    return f"the deck has no {rules.spell_number}; choose another spell_number"


OPTION: Final = Option(
    name="zero_spell",
    summary="Whether the player of a number may swap hands with a seat, or drop all cards of a color under it.",
    source="8.2; S4",
    takes=Choice(("off", "swap_one", "dump_color")),
    default="off",
    patch=_patch,
    reads=("spell_number",),
    refused=_refused,
    kind="house_rule",
)
