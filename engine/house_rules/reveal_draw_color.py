"""Proof that a seat has drawn as Wild Draw Color demands (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Doubt
from engine.handlers import doubts
from engine.lacking import no_wild_draw_color
from engine.option import Option
from engine.policies.revealing import open_doubt, show_all, show_match
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_SHOWN: Final = {"match": show_match, "all": show_all, "doubt": open_doubt}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    handlers = {**rules.handlers, Doubt: doubts.HANDLER} if value == "doubt" else rules.handlers
    return replace(rules, show_color_draw=_SHOWN[value], handlers=handlers)


OPTION: Final = Option(
    name="reveal_draw_color",
    summary="What the others see of the cards drawn for Wild Draw Color: none, the last, all, or none but may doubt.",
    source="8.2; S1 FAQ",
    takes=Choice(("off", *_SHOWN)),
    default="off",
    patch=_patch,
    refused=no_wild_draw_color,
    kind="house_rule",
)
