"""The offer of a rematch: what has become of it follows from the answers, the seats and the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal

from games.models import Rematch
from games.types import SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from games.types import Game

LASTS: Final = timedelta(days=14)
"""How long an offer waits for its answers."""
State = Literal["open", "accepted", "declined", "expired"]
Answer = Literal["accepted", "declined", "open"]
Fill = Literal["nobody", "bots", "seeks"]

LEAST_PEOPLE: Final[Mapping[Fill, int]] = {"bots": 2, "seeks": 1}
"""If somebody does not play, so many people must be left."""
FILLS: Final[Sequence[Fill]] = ("nobody", "bots", "seeks")
"""An offer that was declined may be made once more with a later one of these."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer at a moment. `answers`: by seat of a person; who has left the service has declined.

    `offered_by`: the seat, None if the match belongs to a series, which goes on by itself. `next_id`: the match that
    followed.
    """

    game_id: UUID
    best_of: int
    fill: Fill
    state: State
    answers: Mapping[int, Answer]
    offered_by: int | None
    offered_at: datetime
    expires_at: datetime
    next_id: UUID | None

    @property
    def players(self) -> list[int]:
        """Return the seats whose people have not declined."""
        return [seat for seat, said in self.answers.items() if said != "declined"]

    @property
    def is_complete(self) -> bool:
        """Return whether everybody has accepted who has not declined, so that the next match can begin."""
        return self.state == "open" and "open" not in self.answers.values()

    @property
    def is_filled(self) -> bool:
        """Return whether seats of the match that followed are filled from seeks."""
        return self.next_id is not None and self.fill == "seeks" and "declined" in self.answers.values()

    def asks(self, seat: int | None) -> bool:
        """Return whether the offer still waits for the answer of this seat."""
        return self.state == "open" and seat is not None and self.answers.get(seat) == "open"


def find(game: Game, now: datetime) -> Offer | None:
    """Return the offer after this match; None if there was none."""
    row = Rematch.objects.filter(game_id=game.id).first()
    return None if row is None else offer_of(row, game, now)


def offer_of(row: Rematch, game: Game, now: datetime) -> Offer:
    """Return the offer in a row."""
    answers: dict[int, Answer] = {}
    for seat in game.seats:
        if seat.kind is not SeatKind.HUMAN:
            continue
        if seat.player is None or row.declined & bit(seat.seat):
            answers[seat.seat] = "declined"
        else:
            answers[seat.seat] = "accepted" if row.accepted & bit(seat.seat) else "open"
    return Offer(
        game_id=game.id,
        best_of=row.best_of,
        fill=fill_of(row),
        state=_state(row, answers, now),
        answers=answers,
        offered_by=row.offered_by,
        offered_at=row.offered_at,
        expires_at=row.expires_at,
        next_id=row.next_id,
    )


def _state(row: Rematch, answers: Mapping[int, Answer], now: datetime) -> State:
    if row.next_id is not None:
        return "accepted"
    declined = sum(said == "declined" for said in answers.values())
    if declined and len(answers) - declined < LEAST_PEOPLE.get(fill_of(row), len(answers)):
        return "declined"
    return "expired" if row.expires_at <= now else "open"


def fill_of(row: Rematch) -> Fill:
    """Return who plays for people who decline."""
    return row.fill  # type: ignore[return-value]  # one of the words


def bit(seat: int) -> int:
    """Return a seat as it stands in the columns `accepted` and `declined`."""
    return 1 << seat


def seats_of(seats: Iterable[int]) -> int:
    """Return several seats as they stand in these columns."""
    return sum(bit(seat) for seat in seats)
