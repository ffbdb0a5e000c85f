"""The course of the month: everybody comes when they usually do, and the service does what falls due in between."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final
from uuid import UUID

import engine
from devtools.month.habits import DAY, LOOKS, PRESETS, RESIGNS, RULESETS, SEATS, Habit, choice, habit
from devtools.month.people import Person, person
from devtools.month.tables import Wish
from games.services import lobby
from games.store import seeds

if TYPE_CHECKING:
    from collections.abc import Callable

    from devtools.month.clock import Clock
    from devtools.month.tables import FindsTables

_BEFORE: Final = 1
"""The month begins a day early for those in the east, whose day begins before that of UTC."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How many people, for how many days, and the seed of all chance."""

    people: int
    days: int
    seed: str


@dataclass(order=True, slots=True)
class Look:
    """Somebody looks at their games. `until`: when they leave; `is_first`: they have just come."""

    at: float
    order: int
    who: int = field(compare=False)
    until: float = field(compare=False)
    is_first: bool = field(compare=False)


class Month:
    """One month with one way to find tables."""

    def __init__(self, setting: Setting, clock: Clock, tables: FindsTables) -> None:
        _foresee(setting.seed)
        self.setting, self.clock, self.tables = setting, clock, tables
        dice = Random(f"{setting.seed}/habits")  # noqa: S311  it can be repeated
        habits: list[Habit] = [habit(dice) for _ in range(setting.people)]
        self.people: list[Person] = [person(one, number, setting.seed) for number, one in enumerate(habits)]
        self.looks = self.comings = 0
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
                say(f"day {day}: {len(self.tables.opened)} tables, {self.looks} looks, {moves} moves of people")
            self._look(look)
        self.clock.go_to(self.setting.days * DAY)

    def _plan(self, at: float, who: int, until: float, *, is_first: bool) -> None:
        heapq.heappush(self._agenda, Look(at, next(self._order), who, until, is_first))

    def _look(self, look: Look) -> None:
        one, now = self.people[look.who], self.clock.seconds
        before = one.changes
        self.looks += 1
        if look.is_first:
            self.comings += 1
            self._begin(one, now)
        for game in sorted(game["id"] for game in one.games(can_act=True)):
            one.play(game)
        if one.changes != before:
            self.clock.touched()
        again = look.at + one.whims.uniform(*LOOKS)
        if again < min(look.until, self.setting.days * DAY):
            self._plan(again, look.who, look.until, is_first=False)

    def _begin(self, one: Person, now: float) -> None:
        """Do what a person does once when they come: start matches, give up, look for a table."""
        self.tables.look_after(one, now)
        running = one.games(status="running", mine=True)
        for game in sorted(game["id"] for game in running):
            if one.dice.random() < RESIGNS:
                one.send(game, engine.Resign())
        waiting = len(one.games(status="lobby", mine=True))
        if len(running) + waiting < one.habit.tables:
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

    seeds.new_seed = new_seed
    lobby._game_id = game_id  # noqa: SLF001  as the tests do
