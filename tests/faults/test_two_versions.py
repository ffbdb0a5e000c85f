"""Processes of two versions beside each other on one database, over whole matches, as in an upgrade.

The last release beside the working tree, and the working tree beside a copy of it that knows more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import psycopg
import pytest

from devtools.release import Checkout
from devtools.stack.home import REPOSITORY
from tests.faults import newer, versions
from tests.faults.installation import SWEEPER, TREE, Code, Installation
from tests.faults.people import Crowd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devtools.stack.child import Child

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]

PAGE = REPOSITORY / "docs/operators/upgrades.md"
STEPS = 12
"""Moves, and waits for moves of bots, between two steps of an upgrade."""


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Code:
    """Return the last release, installed from its wheel; before the first one, the last commit stands for it."""
    checkout = Checkout()
    newest = checkout.newest()
    tree = checkout.tree("HEAD" if newest is None else newest.commit, tmp_path_factory.mktemp("released") / "tree")
    home = tmp_path_factory.mktemp("installed")
    return versions.install(versions.build(tree, home / "wheel"), home)


@pytest.fixture
def begun(released: Code, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Return an installation whose tables the last release has made."""
    settings = versions.production(tmp_path_factory.mktemp("settings"))
    with Installation(code=released, durable=True, **settings) as ours:
        yield ours


@pytest.mark.history
def test_an_upgrade_from_the_last_release_and_back_stops_no_match(begun: Installation, released: Code) -> None:
    """The steps are those of docs/operators/upgrades.md."""
    migrate, verify, _ = re.findall(r"^ *manage.py (\w+)$", PAGE.read_text(), re.MULTILINE)
    ours = begun
    old = ours.web("--workers", "1", code=released), ours.start("sweeper", *SWEEPER, code=released)
    crowd = Crowd(old[0])
    matches = [crowd.match() for _ in range(3)]
    for match in matches:
        crowd.play(*match, moves=STEPS)

    assert ours.manage(migrate, code=TREE) == 0  # under the old processes
    for match in matches:
        crowd.play(*match, moves=STEPS)
    new = ours.web("--workers", "1"), ours.start("sweeper", *SWEEPER)
    both = Crowd(old[0], new[0])
    both.play(*matches[0])  # begun by the old, ended by both
    matches.append(both.match())
    both.play(*matches[3], moves=STEPS)
    stop(old[1])
    upgraded = Crowd(new[0])
    upgraded.play(*matches[1])  # begun by the old, ended by the new
    upgraded.play(*matches[3], moves=STEPS)

    back = ours.web("--workers", "1", code=released), ours.start("sweeper", *SWEEPER, code=released)
    stop(new[1])
    returned = Crowd(back[0], new[0])  # what only the new one can read waits for it
    returned.play(*matches[2])
    returned.play(*matches[3])

    assert faults(ours) == []
    assert ours.manage(verify, code=TREE) == 0
    for game, _ in matches:
        assert new[0].ask("GET", f"/v1/games/{game}/transcript").status == 200


def test_a_whole_match_is_played_by_code_that_knows_more_and_code_that_knows_less() -> None:
    with Installation(RATE_LIMITS="off") as ours:
        folder = ours.home / "newer"
        folder.mkdir()
        more = Code(TREE.python, newer.copy(folder))
        old, listener = ours.web("--workers", "1"), ours.streams()
        ours.start("sweeper", *SWEEPER)
        crowd = Crowd(old)
        game, people = crowd.match()
        crowd.play(game, people, moves=STEPS)
        assert ours.manage("migrate", "--no-input", code=more) == 0  # a table and a column more
        crowd.play(game, people, moves=STEPS)
        both = Crowd(old, ours.web("--workers", "1", code=more))
        ours.start("sweeper", *SWEEPER, code=more)
        other, others = both.match(**newer.OPTIONS)
        both.play(game, people)
        both.play(other, others)
        assert both.refused, "the old processes have met what they do not know"

        shown = listener.ask("GET", f"/v1/games/{game}/stream?after=1")
        assert (shown.status, shown.headers["Retry-After"]) == (503, "1"), shown.body
        with psycopg.connect(ours.environment["DATABASE_URL"]) as session:
            events = session.execute("SELECT count(*) FROM event WHERE type = 250").fetchone()
        assert events is not None
        assert events[0] > 0
        assert faults(ours) == []
        for one in (game, other):
            assert both.sites[-1].ask("GET", f"/v1/games/{one}/transcript").status == 200


def stop(sweeper: Child) -> None:
    """Stop a sweeper, as the last one of its version. Its log counts among the faults like those of the others."""
    sweeper.stop()
    assert sweeper.ended


def faults(ours: Installation) -> list[str]:
    """Return what an operator would have been told: quarantined games, faults of the log, tracebacks.

    Not `decision`: newer code may decide otherwise what older code has decided, and neither confirms it then.
    """
    with psycopg.connect(ours.environment["DATABASE_URL"]) as session:
        held = session.execute("SELECT 'held ' || id FROM game WHERE quarantined_at IS NOT NULL").fetchall()
        found = session.execute("SELECT kind || ' ' || game_id FROM audit_found WHERE kind <> 'decision'").fetchall()
    logs = [child for children in ours.children.values() for child in children]
    return [text for (text,) in held + found] + [one.last_words() for one in logs if "Traceback" in one.log.read_text()]
