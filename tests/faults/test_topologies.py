"""Short drills of topologies whose programs are on this machine; `make drill-topologies` does more of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from devtools.drills.topologies import __main__ as drills
from devtools.drills.topologies import servers
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]


def missing(program: Callable[[], object]) -> Any:
    try:
        program()
    except Trouble as trouble:
        return pytest.mark.skip(str(trouble))
    return ()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("rabbitmq", marks=missing(servers.rabbitmq_program)),
        pytest.param("pgbouncer", marks=missing(servers.pgbouncer_program)),
        "sentinel",
    ],
)
def test_the_games_go_on(name: str) -> None:
    report = drills.Report()
    with drills.ground() as ground:
        drills.TOPOLOGIES[name](report, ground, 1)
    assert not report.faults
