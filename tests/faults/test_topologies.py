"""A short drill with Sentinels; `make drill-topologies` does more, with RabbitMQ and pgbouncer too."""

from __future__ import annotations

import pytest

from devtools.drills import topologies as drills

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]


def test_the_games_go_on_after_the_sentinels_have_named_another_primary() -> None:
    report = drills.Report()
    with drills.ground() as ground:
        drills.sentinel(report, ground, 1)
    assert not report.faults
