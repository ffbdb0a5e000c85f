"""A removed check is noticed. This module tries one of each kind; `make matrix` tries all."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

import pytest

from tests.authorisation.mutants import ELSEWHERE, every, mutants, survives
from tests.authorisation.mutation import Mutant

if TYPE_CHECKING:
    from tests.authorisation.runner import MatrixRunner

KINDS: Final = {"left out", "turned round", "always", "never", "yes", "no", "without", "SQL"}
"""Mutants of a permission, a condition, a return value, a part of these, a query and a statement."""


@pytest.mark.timeout(300)
@pytest.mark.slow
def test_one_check_of_each_kind_cannot_be_left_out_unnoticed(runner: MatrixRunner) -> None:
    first = {mutant.kind: (mutant, operations) for mutant, operations in reversed(list(mutants()))}
    assert set(first) == KINDS
    survivors = [mutant.name for mutant, operations in first.values() if survives(runner, mutant, operations)]
    assert not survivors, "\n".join(survivors)


def test_nothing_is_noticed_where_no_check_is_missing(runner: MatrixRunner) -> None:
    assert survives(runner, Mutant("none", "none", nullcontext), "read_me list_my_games")


def test_excuses_are_for_mutants_that_there_are() -> None:
    names = [mutant.name for mutant, _ in every()]
    assert [said for said in ELSEWHERE if not any(name.startswith(said) for name in names)] == []
