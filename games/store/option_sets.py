"""The options of games: each combination is stored once and cached by a process after its first use.

Stored with every game they were a third of its row, which PostgreSQL rewrites at every move. Rows never change, and
their id is derived from their content (`option_set_of`, `migrations/sql`), so a cached set stays correct.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import engine
from common.database.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID


READ: Final = Prepared("SELECT options::json FROM option_set WHERE id = %s::uuid")


_DEFAULTS: Final = {
    option.name: list(option.default) if isinstance(option.default, tuple) else option.default
    for option in engine.describe()
}
"""The defaults as JSON has them."""


class OptionSet(NamedTuple):
    """Names and values of SPEC 8 as JSON has them, the options that must be named to get them all, and their spec."""

    options: Mapping[str, object]
    changed: Mapping[str, object]
    spec: engine.Spec

    @classmethod
    def of(cls, options: Mapping[str, object]) -> OptionSet:
        """Return the set of these options."""
        spec = engine.Spec.of(options)
        edition = _followed({name: options[name] for name in ("game", "edition") if name in options})
        # What the edition sets otherwise is named first: the rest may need it, as `target` needs a `scoring` by points.
        named = {name for name, value in spec.options if edition.get(name, value) != value}
        named |= {name for name, value in options.items() if value != _DEFAULTS.get(name)}
        followed = _followed({name: options[name] for name in named})
        named |= {name for name, value in spec.options if followed.get(name, value) != value}
        return cls(options, {name: value for name, value in options.items() if name in named}, spec)


def _followed(changed: Mapping[str, object]) -> Mapping[str, object]:
    """Return the options of a game for which these are named. An edition or another option may bring its own values."""
    try:
        return dict(engine.resolve_uncached(changed).spec.options)
    except engine.RulesetError:  # no game can be set up with them any longer
        return {}


@lru_cache(maxsize=1000)
def find(option_set_id: UUID) -> OptionSet:
    """Return the options of this id. Raises `LookupError` if they do not exist, `DatabaseError`."""
    row = READ.one(option_set_id)
    if row is None:
        raise LookupError(option_set_id)
    return OptionSet.of(row[0])


Seating = int | list[str]
"""The option `teams` of a game."""


class Sight(NamedTuple):
    """What viewers see of hands. `backs_open` is as `Table.backs_open`.

    `seating` is the option `teams` if partners show each other their cards, else None.
    """

    seating: Seating | None
    backs_open: bool

    def shown_to(self, seat: int | None) -> Sequence[int]:
        """Return the partners who show `seat` (None: a spectator) their cards, as `Table.hands_shown_to`."""
        if seat is None or self.seating is None:
            return ()
        return engine.partners(engine.resolve({"teams": self.seating}).teams, seat)


NOTHING_SHOWN: Final = Sight(seating=None, backs_open=False)


@lru_cache(maxsize=1000)
def sight_of(option_set_id: UUID) -> Sight:
    """Return what viewers see of hands in a game with these options.

    Raises `LookupError`, `DatabaseError`, `NewerCode`.
    """
    found = find(option_set_id)
    seating = cast("Seating", found.options["teams"]) if found.options.get("team_view") else None
    try:
        backs_open = engine.rules_of(found.spec).backs_open
    except engine.EngineError:
        backs_open = False  # damaged options show nothing
    return Sight(seating, backs_open)
