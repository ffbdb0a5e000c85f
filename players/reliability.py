"""The reliability of players, by the counters of their latest matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import F, Func, IntegerField

from common.database import queries

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from uuid import UUID

LEAST_TURNS: Final = 30
"""With fewer turns in their latest matches a player is a newcomer."""

LATEST_TURNS: Final = Func(F("id"), function="latest_turns", output_field=ArrayField(IntegerField()))
"""An expression for the latest turns of players, as `by_turns` takes them (`migrations/sql/reliability.sql`)."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the turns that a player was `asked` for lately, how many they made in time."""

    answered: int
    asked: int

    @property
    def share(self) -> int:
        """Return the answered turns in whole percent, rounded down."""
        return 100 * self.answered // self.asked


def by_turns(turns: Sequence[int]) -> Reliability | None:
    """Return the reliability by the turns answered and asked; None for newcomers."""
    answered, asked = turns
    return Reliability(answered, asked) if asked >= LEAST_TURNS else None


def reliability_of(player_id: UUID) -> Reliability | None:
    """Return the reliability of a player; None for newcomers."""
    ((turns,),) = queries.rows("SELECT latest_turns(%s::uuid)", player_id)
    return by_turns(turns)


def shares_of(players: Collection[UUID]) -> dict[UUID, int]:
    """Return the reliability in percent of those of these players who are no newcomers."""
    rows = queries.rows("SELECT one, latest_turns(one) FROM unnest(%s::uuid[]) AS one", list(players))
    return {player: found.share for player, turns in rows if (found := by_turns(turns)) is not None}
