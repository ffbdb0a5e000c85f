"""Patches of options compose in the order of what they read, and each changes something."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

import engine
from engine.editions.flip import FLIP
from engine.option import Option, compose
from engine.option_types import Switch

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Ruleset


def option(name: str, patch: Callable[[Ruleset, object], Ruleset], *reads: str) -> Option:
    return Option(name=name, summary="", source="", takes=Switch(), default=False, patch=patch, reads=reads)


@pytest.mark.parametrize("names", list(permutations("abc")))
def test_a_patch_comes_after_those_that_it_reads_whatever_they_are_called(names: tuple[str, str, str]) -> None:
    first, second, third = names
    options = (
        option(first, lambda rules, _: replace(rules, target=100)),
        option(second, lambda rules, _: replace(rules, uno_penalty=rules.target + 1), first),
        option(third, lambda rules, _: replace(rules, hand_size=rules.uno_penalty + 1), first, second),
    )
    rules = compose(FLIP, {one.name: (one, True) for one in options})
    assert (rules.target, rules.uno_penalty, rules.hand_size) == (100, 101, 102)


def test_a_patch_may_go_on_from_what_one_that_it_reads_has_decided() -> None:
    base = option("base", lambda rules, _: replace(rules, target=100))
    more = option("more", lambda rules, _: replace(rules, target=rules.target * 2), "base")
    assert compose(FLIP, {"base": (base, True), "more": (more, True)}).target == 200


def test_a_patch_that_changes_nothing_is_refused() -> None:
    idle = option("idle", lambda rules, _: replace(rules, target=rules.target))
    with pytest.raises(engine.OptionNotApplicable):
        compose(FLIP, {"idle": (idle, True)})
