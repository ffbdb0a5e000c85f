"""Two-seat classic UNO against RLCard's, move by move, over random games; each difference must be a known deviation.

python -m devtools.benchmarks.rlcard_diff [games]. docs/contributors/rlcard.md lists RLCard's deviations and the
rules behind them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import engine
from engine.cards import FACES, color_text
from engine.events import PileExhausted, PileReshuffled
from engine.notation import parse_command, parse_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GAMES: Final = 10_000
OPTIONS: Final = {
    "game": "classic",
    "draw_policy": "only_if_unable",
    "wild_draw_enforcement": "none",
    "scoring": "single_round",
}
"""Our options nearest to RLCard: no challenges, and a seat that can play does not draw."""
RULES: Final = engine.resolve(OPTIONS)
RESHUFFLE: Final = "reshuffle of all discards, the top one too"
CHANCE: Final = engine.Chance(bytes(16), bytes(32))


class Mismatch(Exception):
    """The two differ without a known deviation."""


class Follower:
    """Replays RLCard's moves on our side; `met` counts the deviations by name, `steps` the moves compared."""

    def __init__(self) -> None:
        self.table = engine.Table()
        self.met: Counter[str] = Counter()
        self.steps = 0

    def follow(self, game: Mapping[str, Any]) -> None:
        """Replay a whole game. Raises Mismatch."""
        self._start(game["deal"], game["start"])
        before = game["start"]
        for legal, action, after in game["steps"]:
            self._compare_legal(legal)
            deviation = self._step(action, before, after)
            self.steps += 1
            if deviation is None:
                self._compare(after, action)
            else:
                self.met[deviation] += 1
                self.table = parse_position(after, RULES)
            before = after
        self.met["crash on an empty pile"] += game["crashed"]

    def _start(self, deal: str, start: str) -> None:
        """Turn the starter by our rules; the deviation has the name of its card."""
        starter = deal.split(maxsplit=1)[0]
        hands = re.findall(r"[AB]: ([^;]*)", start)
        if starter.endswith("+2"):
            hands[0] = " ".join(hands[0].split()[:-2])
        given = f"L cw dl=B ph=SETUP; A: {hands[0]}; B: {hands[1]}; dr: {deal}; di:"
        self.table = parse_position(given, RULES)
        self._send("start")
        if starter == "W4" or starter.endswith("+2"):
            self.met["starter W4 is shuffled back" if starter == "W4" else "starter +2 costs no turn"] += 1
            self.table = parse_position(start, RULES)
            return
        if starter == "W":
            self.met["starter W has a random color"] += 1
            self._send(f"A color {parse_color(start)}")
        self._compare(start, "start")

    def _compare_legal(self, legal: list[str]) -> None:
        """RLCard offers the same, but Wild Draw Four only where no other card fits."""
        listed = engine.legal_commands(self.table, self.table.turn or 0)
        ours = {command.card for command in listed if isinstance(command, engine.Play)}
        if len(ours) > 1 and "W4" in ours:
            self.met["W4 only if nothing else fits"] += 1
            ours.remove("W4")
        if any(isinstance(command, engine.Draw) for command in listed):
            ours.add("draw")
        theirs = {action.split()[0] for action in legal}
        if ours != theirs:
            raise Mismatch(f"legal: ours {sorted(ours)}, theirs {sorted(theirs)}")

    def _step(self, action: str, before: str, after: str) -> str | None:
        """Carry out the action; return the name of a deviation, after which RLCard's position is taken over."""
        seat = "AB"[self.table.turn or 0]
        if action == "draw":
            return self._draw(seat, before, after)
        return self._lay(seat, action, len(pile(before)), after)

    def _draw(self, seat: str, before: str, after: str) -> str | None:
        """RLCard plays a drawn wild or card of the color by itself, in a color of its choice, and keeps any other."""
        events = self._send(f"{seat} draw")
        if any(isinstance(event, PileReshuffled | PileExhausted) for event in events):
            return RESHUFFLE
        if self.table.phase is not engine.Phase.DRAWN:
            return None
        drawn = pile(before)[0]
        if drawn.startswith("W"):
            self._send(f"{seat} play {drawn} color={parse_color(after)}")
            self.met["a drawn wild has a random color"] += 1
            return None if drawn == "W" else self._expect("a drawn W4 does nothing", after, other=4, again=True)
        if drawn[0] != parse_color(before):
            self.met["a drawn card of another color is kept"] += 1
            self._send(f"{seat} pass")
            return None
        return self._lay(seat, drawn, len(pile(before)) - 1, after)

    def _lay(self, seat: str, action: str, left: int, after: str) -> str | None:
        """RLCard shuffles before it deals too many cards; with two seats its Reverse passes the turn on."""
        card, _, named = action.partition(" ")
        last = len(self.table.hands["AB".index(seat)]) == 1
        taken = {"+2": 2, "W4": 4}.get(card if card == "W4" else card[1:], 0)
        self._send(f"{seat} play {card}" + (f" {named}" if named and not last else ""))
        if taken > left:
            return RESHUFFLE
        if card[1:] == "R" and not last:
            return self._expect("with two seats Reverse is no Skip", after, other=0, again=True)
        return None

    def _expect(self, deviation: str, after: str, *, other: int, again: bool) -> str:
        """Check that ours differs from RLCard's position only in the cards that a seat drew, and in the turn."""
        theirs = parse_position(after, RULES)
        seat = 1 - (theirs.turn or 0)
        grown = [len(ours) - len(hand) for ours, hand in zip(self.table.hands, theirs.hands, strict=True)]
        if grown != [0 if each == seat else other for each in range(2)] or (self.table.turn == seat) != again:
            raise Mismatch(f"{deviation}: {grown}, ours {self.table.turn} on turn, theirs {theirs.turn}")
        if other == 0 and look(self.table) != look(theirs):
            raise Mismatch(f"{deviation}: {look(self.table)}, {look(theirs)}")
        return deviation

    def _compare(self, after: str, action: str) -> None:
        theirs = parse_position(after, RULES)
        over = self.table.is_over
        if look(self.table) != look(theirs) or over != (not all(theirs.hands)):
            raise Mismatch(f"after {action}: {look(self.table)}, {look(theirs)}")
        if not over and (self.table.turn, self.table.color) != (theirs.turn, theirs.color):
            raise Mismatch(f"after {action}: {self.table.turn} {color_text(self.table.color)}, {after}")

    def _send(self, line: str) -> list[engine.Event]:
        seat, command = parse_command(line)
        return engine.act(self.table, seat, command, CHANCE)


def look(table: engine.Table) -> tuple[Any, ...]:
    """Return the places of the cards: hands sorted, the draw pile in its order, the top discard."""
    front = table.faces[0]
    hands = [sorted(FACES[front[card]] for card in hand) for hand in table.hands]
    return hands, [FACES[front[card]] for card in table.draw], FACES[table.top]


def pile(position: str) -> list[str]:
    """Return the draw pile of a position, its top first."""
    (found,) = re.findall(r"dr: ?([^;]*)", position)
    return str(found).split()


def parse_color(position: str) -> str:
    """Return the color in force of a position."""
    (found,) = re.findall(r" c=(.)", position)
    return str(found)


def games_of_rlcard(python: str, seeds: Iterable[int]) -> Iterable[dict[str, Any]]:
    """Return RLCard's games with these seeds."""
    from devtools.benchmarks.engine import ROOT  # noqa: PLC0415  the corpus is read without the benchmarks

    script = str(ROOT / "devtools" / "benchmarks" / "rlcard_games.py")
    with subprocess.Popen([python, script], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for seed in seeds:
            print(seed, file=process.stdin, flush=True)
            yield json.loads(process.stdout.readline())
        process.stdin.close()


def main(arguments: list[str]) -> None:
    """Compare the games, and print how often each deviation occurred."""
    from devtools.benchmarks.engine import rlcard_python  # noqa: PLC0415

    games = int(arguments[0]) if arguments else GAMES
    follower = Follower()
    for seed, game in enumerate(games_of_rlcard(rlcard_python(), range(games))):
        try:
            follower.follow(game)
        except Mismatch as mismatch:
            sys.exit(f"Game {seed}: {mismatch}")
    print(f"{games:,} games, {follower.steps:,} moves: no difference but the known deviations")
    for name, count in follower.met.most_common():
        print(f"{count:9,}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
