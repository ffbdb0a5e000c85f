"""The course of the month: everybody comes when they usually do, and the service does what falls due in between."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from devtools.month.habits import ATTENTIVE, DAY, LOOKS, PRESETS, RESIGNS, RULESETS, SEATS, Habit, choice, habit
from devtools.month.people import Person, person
from devtools.month.tables import Wish
from games.matchmaking import arrangement
from games.services import lobby
from games.store import seeds

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence

    from devtools.month.clock import Clock
    from devtools.month.streams import Streams
    from devtools.month.tables import FindsTables

_BEFORE: Final = 1
"""The month begins a day early for those in the east, whose day begins before that of UTC."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How many people, for how many days, the seed of all chance, and whether tables let people leave orders."""

    people: int
    days: int
    seed: str
    orders: bool


@dataclass(order=True, slots=True)
class Look:
    """Somebody looks at their games. `until`: when they leave; `is_first`: they have just come."""

    at: float
    order: int
    who: int = field(compare=False)
    until: float = field(compare=False)
    is_first: bool = field(compare=False)


class _Dice(Random):
    """Draws the seats of a match that the service founds. The order in which the database names people is no matter."""

    def __init__(self, seed: str, people: list[UUID]) -> None:
        super().__init__(f"{seed}/seats")
        self._number = {player: number for number, player in enumerate(people)}

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle people or seats."""
        x[:] = sorted(x, key=lambda one: self._number.get(one, one))
        super().shuffle(x)


class Month:
    """One month with one way to find tables."""

    def __init__(self, setting: Setting, clock: Clock, streams: Streams, tables: FindsTables) -> None:
        _foresee(setting.seed)
        self.setting, self.clock, self.streams, self.tables = setting, clock, streams, tables
        dice = Random(f"{setting.seed}/habits")  # noqa: S311  it can be repeated
        habits: list[Habit] = [habit(dice) for _ in range(setting.people)]
        self.people: list[Person] = [
            person(one, number, setting.seed, orders=setting.orders) for number, one in enumerate(habits)
        ]
        arrangement._dice = _Dice(setting.seed, [one.id for one in self.people])  # type: ignore[assignment]  # noqa: SLF001  it can be repeated
        self.looks = self.comings = self.sought = 0
        self._order = count()
        self._agenda: list[Look] = []

    def run(self, say: Callable[[str], None]) -> None:
        """Let everything happen until the last day is over."""
        for who, one in enumerate(self.people):
            for day in range(-_BEFORE, self.setting.days + 1):
                for begin, end in one.habit.comings(day, one.whims):
                    if 0 <= begin < self.setting.days * DAY:
                        self._plan(begin, who, end, is_first=True)
        day = 0
        while self._agenda:
            look = heapq.heappop(self._agenda)
            self.clock.go_to(look.at)
            while look.at >= (day + 1) * DAY:
                day += 1
                moves = sum(one.moves for one in self.people)
                say(f"day {day}: {self.sought} searches, {self.looks} looks, {moves} moves of people")
            self._look(look)
        self.clock.go_to(self.setting.days * DAY)

    def _plan(self, at: float, who: int, until: float, *, is_first: bool) -> None:
        heapq.heappush(self._agenda, Look(at, next(self._order), who, until, is_first))

    def _look(self, look: Look) -> None:
        one, now = self.people[look.who], self.clock.seconds
        before = one.changes
        self.looks += 1
        self.tables.look_after(one, now)
        if look.is_first:
            self.comings += 1
            self._begin(one, now)
        if self.streams.has_moved(one.id) or look.is_first or one.changes != before:
            for game in sorted(game["id"] for game in one.games(can_act=True)):
                one.play(game)
        if one.changes != before:
            self.clock.touched()
        is_attentive = self.tables.is_about_to_begin(one)
        again = look.at + (one.dice.uniform(*ATTENTIVE) if is_attentive else one.whims.uniform(*LOOKS))
        if again < min(look.until, self.setting.days * DAY):
            self._plan(again, look.who, look.until, is_first=False)

    def _begin(self, one: Person, now: float) -> None:
        """Do what a person does once when they come: leave orders, give up, look for a table."""
        running = one.games(status="running", mine=True)
        for game in sorted(game["id"] for game in running):
            one.give_orders(game)
            if one.dice.random() < RESIGNS and game not in one.resigned:
                one.resign(game)
        if len(running) + self.tables.waiting(one) < one.habit.tables:
            self.sought += 1
            wish = Wish(choice(PRESETS, one.whims), choice(RULESETS, one.whims), choice(SEATS, one.whims))
            self.tables.find_table(one, wish, now)


def _foresee(seed: str) -> None:
    """Let the ids and seeds of games follow from the seed of the month, so that it can be repeated."""
    numbers = count()
    known: dict[tuple[UUID, UUID], UUID] = {}

    def new_seed() -> bytes:
        return sha256(f"{seed}/game {next(numbers)}".encode()).digest()

    def game_id(player: UUID, command_id: UUID) -> UUID:
        return known.setdefault((player, command_id), UUID(bytes=new_seed()[:16], version=4))

    def new_id() -> UUID:
        return UUID(bytes=sha256(f"{seed}/id {next(numbers)}".encode()).digest()[:16], version=4)

    seeds.new_seed = new_seed
    lobby.uuid4 = new_id  # type: ignore[attr-defined]
    lobby._game_id = game_id  # noqa: SLF001  as the tests do
