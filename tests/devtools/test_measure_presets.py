"""The measurement of presets covers all of them, and a few matches played anew agree with it."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import pytest

import engine
from devtools import measure_presets
from games.presets import PRESETS
from games.presets.expectations import measured

if TYPE_CHECKING:
    from devtools.measure_presets import Table

MATCHES = 15
SAMPLE = [
    ("flip", "tonight", "4"),
    ("flip-stranger_things", "tonight", "3"),
    ("classic", "quick", "3"),
    ("attack", "tonight", "6"),
    ("spin", "quick", "8"),
]


def test_every_preset_of_every_ruleset_is_measured_at_every_number_of_seats() -> None:
    found = measured()
    assert found.engine_version == engine.ENGINE_VERSION, "the rules have changed: make measure-presets"
    assert list(found.cells) == list(engine.rulesets())
    for ruleset, presets in found.cells.items():
        assert list(presets) == list(PRESETS)
        for name, cells in presets.items():
            tables = measure_presets.tables_of(ruleset, name)
            assert list(cells) == list(tables)
            assert all(cell.matches >= measure_presets.LEAST_MATCHES for cell in cells.values())


@pytest.mark.parametrize(("ruleset", "name", "seats"), SAMPLE)
def test_matches_played_anew_agree_with_the_measurement(ruleset: str, name: str, seats: str) -> None:
    """By chance alone 0, 1, 14 or 15 of 15 matches are above the median once in a thousand; the deals are fixed."""
    table = measure_presets.tables_of(ruleset, name)[seats]
    cell = measured().cells[ruleset][name][seats]
    totals = [sum(counts) for counts in played(table)]
    above = sum(total > cell.decisions[0] for total in totals)
    assert 2 <= above <= MATCHES - 2, (sorted(totals), cell)
    assert median(totals) <= cell.decisions[1]
    own = [count for counts in played(table) for count in counts]
    assert cell.own[0] / 2 <= median(own) <= cell.own[0] * 2


def test_what_a_seat_does_in_a_row_counts_once_and_a_visit_without_a_choice_is_forced() -> None:
    """In a match of two, both take turns, so their visits differ by one at most."""
    table = measure_presets.tables_of("classic", "tonight")["2"]
    matches = [measure_presets.play(table, measure_presets.seed_of(table, number)) for number in range(MATCHES)]
    for (first, second), forced in matches:
        assert abs(first - second) <= forced + 1
    assert 0 < sum(forced for _, forced in matches) < sum(sum(decisions) for decisions, _ in matches)


def test_the_same_seed_measures_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_presets, "LEAST_DECISIONS", 0)
    monkeypatch.setattr(measure_presets, "LEAST_MATCHES", 3)
    table = measure_presets.tables_of("h2o", "tonight")["5"]
    first = measure_presets.measure(table)
    assert (first.matches, first) == (3, measure_presets.measure(table))
    assert first.own[0] <= first.decisions[0] <= first.decisions[1]


def played(table: Table) -> list[list[int]]:
    """Play matches that the measurement did not."""
    seeds = [measure_presets.seed_of(table, 10_000 + number) for number in range(MATCHES)]
    return [measure_presets.play(table, seed).decisions for seed in seeds]
