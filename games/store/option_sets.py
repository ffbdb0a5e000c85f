"""The options games are played by, each combination stored once and known to a process from its first look on.

With every game they were a third of its row, which PostgreSQL writes anew at every move. Rows are never changed, and
their id is made of what is in them (`option_set_of`, `migrations/sql`), so that what is known stays right.
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
"""As they come out of JSON."""


class OptionSet(NamedTuple):
    """Names and values of SPEC 8, as JSON has them; those that must be named to have them all; the spec they are."""

    options: Mapping[str, object]
    changed: Mapping[str, object]
    spec: engine.Spec

    @classmethod
    def of(cls, options: Mapping[str, object]) -> OptionSet:
        """The set of these options."""
        spec = engine.Spec.of(options)
        changed = {name: value for name, value in options.items() if value != _DEFAULTS.get(name)}
        followed = _followed(changed)
        others = {name for name, value in spec.options if followed.get(name, value) != value}
        return cls(options, {name: options[name] for name in options if name in changed or name in others}, spec)


def _followed(changed: Mapping[str, object]) -> Mapping[str, object]:
    """The options of a game for which these are named: an edition, or another option, may bring its own values."""
    try:
        return dict(engine.resolve_uncached(changed).spec.options)
    except engine.RulesetError:  # no game can be set up so any longer
        return {}


@lru_cache(maxsize=1000)
def find(option_set_id: UUID) -> OptionSet:
    """The options of this id. Raises `LookupError` if there are none, `DatabaseError`."""
    row = READ.one(option_set_id)
    if row is None:
        raise LookupError(option_set_id)
    return OptionSet.of(row[0])


Seating = int | list[str]
"""The option `teams` of a game."""


class Sight(NamedTuple):
    """`seating`: the option `teams` where partners show each other their cards, else None.

    `backs_open`: as `Table.backs_open`.
    """

    seating: Seating | None
    backs_open: bool

    def shown_to(self, seat: int | None) -> Sequence[int]:
        """The partners who show `seat` (None: a spectator) their cards, as `Table.hands_shown_to`."""
        if seat is None or self.seating is None:
            return ()
        return engine.partners(engine.resolve({"teams": self.seating}).teams, seat)


@lru_cache(maxsize=1000)
def sight_of(option_set_id: UUID) -> Sight:
    """What viewers see of hands in a game with these options. Raises `LookupError`, `DatabaseError`."""
    found = find(option_set_id)
    seating = cast("Seating", found.options["teams"]) if found.options.get("team_view") else None
    try:
        backs_open = engine.rules_of(found.spec).backs_open
    except engine.EngineError:
        backs_open = False  # options that somebody has damaged open nothing
    return Sight(seating, backs_open)
