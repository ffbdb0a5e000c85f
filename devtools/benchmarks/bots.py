"""Strength of a bot: matches of one bot against a table of others.

python -m devtools.benchmarks.bots --matches 2000     sharp against three random
Prints the rate of matches won with its 95 % interval (Wilson), and the mean time of a decision. The seat of the bot
goes round; the same seed gives the same matches and the same rate. Method and results: docs/contributors/bots.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import os
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

POINTS = {"+1": 10, "+5": 20, "R": 20, "S": 20, "E": 30, "F": 20}


class Greedy:
    """A simple bot: plays the fitting card of most points, wilds last, in its most frequent color; never challenges."""

    def choose(self, view: engine.View, legal: Sequence[engine.Command], _pick: Callable[[int], int]) -> engine.Command:
        """Return the command of this rule."""
        held = [card.card[0] for card in view.hand or ()]
        return max(legal, key=lambda command: self._worth(command, held))

    def _worth(self, command: engine.Command, held: list[str]) -> float:
        if isinstance(command, engine.Catch | engine.CallUno):
            return 0 if isinstance(command, engine.CallUno) and len(held) > 1 else 1000
        if isinstance(command, engine.NameColor):
            return held.count(command.color)
        if isinstance(command, engine.Play):
            symbol = command.card[1:]
            wild = command.card[0] in "Ww"
            worth = held.count(command.color or "") if wild else 100 + (POINTS.get(symbol) or int(symbol))
            return 1 + worth + 0.5 * command.uno
        return 0.5 * isinstance(command, engine.Accept | engine.Draw | engine.Pass)


BOTS: dict[str, Any] = {**engine.BOTS, "greedy": Greedy()}


@dataclass
class Timed:
    """A bot whose decisions are timed."""

    bot: Any
    seconds: float = 0.0
    decisions: int = 0

    def choose(self, view: engine.View, legal: Sequence[engine.Command], pick: Callable[[int], int]) -> engine.Command:
        """Return the bot's choice."""
        begun = time.thread_time()
        command: engine.Command = self.bot.choose(view, legal, pick)
        self.seconds += time.thread_time() - begun
        self.decisions += 1
        return command


@dataclass(frozen=True)
class Outcome:
    """A match: the share of it that the bot won, and the time of its decisions in seconds."""

    won: float
    rounds: int
    seconds: float
    decisions: int


@dataclass(frozen=True)
class Duel:
    """A series: the opponents, the options, and the first seed."""

    bot: str
    against: str
    seats: int
    seed: str
    options: Mapping[str, Any]

    def play(self, number: int) -> Outcome:
        """Play match `number` of the series."""
        seed = hashlib.sha256(f"{self.seed}/{number}".encode()).digest()
        seat = number % self.seats
        timed = Timed(BOTS[self.bot])
        bots = [timed if each == seat else BOTS[self.against] for each in range(self.seats)]
        table = random_match(bots, self.options, engine.Chance(seed[:16], seed), engine.Dice(seed))
        winners = table.result.winners if table.result else ()
        won = (seat in winners) / max(1, len(winners))
        return Outcome(won, table.round, timed.seconds, timed.decisions)


def random_match(
    bots: Sequence[Any], options: Mapping[str, Any], chance: engine.Chance, dice: engine.Dice
) -> engine.Table:
    """Play a whole match; after every command every seat may call or catch, in a random order."""
    table = engine.replay(engine.new_match(options, seats=len(bots), commitment=chance.commitment.hex()))
    for seat in range(len(bots)):
        engine.act(table, seat, engine.TakeSeat("bot"), chance)
    engine.act(table, None, engine.Start(), chance)
    while not table.is_over:
        if table.turn is None:
            engine.act(table, 0, engine.NextRound(), chance)
            continue
        seat, legal = next(offers(table, dice))
        choice = bots[seat].choose(engine.view(table, seat), legal, dice.below)
        engine.act(table, seat, choice, chance)
    return table


def offers(table: engine.Table, dice: engine.Dice) -> Iterator[tuple[int, list[engine.Command]]]:
    """Yield the seats that can act, those out of turn first."""
    first = dice.below(table.seats)
    for step in range(table.seats):
        seat = (first + step) % table.seats
        if seat != table.turn and (legal := engine.legal_commands(table, seat)):
            yield seat, legal
    assert table.turn is not None
    yield table.turn, engine.legal_commands(table, table.turn)


def interval(won: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate after Wilson."""
    z = 1.959964
    rate, spread = won / matches, z * z / matches
    middle = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / matches + spread / 4 / matches)
    return middle - half, middle + half


def main() -> None:
    """Play the series and print the rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--bot", choices=BOTS, default="sharp")
    parser.add_argument("--against", choices=BOTS, default="random")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="flipside")
    parser.add_argument("--options", type=json.loads, default={}, help="rules as JSON, as in POST /v1/games")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    duel = Duel(given.bot, given.against, given.seats, given.seed, given.options)
    outcomes = []
    won = 0.0
    with multiprocessing.Pool(given.processes) as pool:
        for outcome in pool.imap(duel.play, range(given.matches), chunksize=4):
            outcomes.append(outcome)
            won += outcome.won
            if len(outcomes) % 20 == 0:
                print(f"\r{len(outcomes)}/{given.matches} matches, {won / len(outcomes):.1%}", end="", file=sys.stderr)
    print(file=sys.stderr)
    report(duel, outcomes)


def report(duel: Duel, outcomes: Sequence[Outcome]) -> None:
    """Print the figures of a series."""
    matches, won = len(outcomes), sum(outcome.won for outcome in outcomes)
    low, high = interval(won, matches)
    decisions = sum(outcome.decisions for outcome in outcomes)
    mean = sum(outcome.seconds for outcome in outcomes) / max(1, decisions)
    print(f"{duel.bot} against {duel.seats - 1} {duel.against}, {matches} matches, seed {duel.seed!r}")
    print(f"won {won:g} = {won / matches:.1%}, 95 % interval {low:.1%} to {high:.1%}, fair share {1 / duel.seats:.1%}")
    print(f"rounds per match {sum(outcome.rounds for outcome in outcomes) / matches:.1f}")
    print(f"mean decision {mean * 1e6:.0f} us over {decisions}")


if __name__ == "__main__":
    main()
