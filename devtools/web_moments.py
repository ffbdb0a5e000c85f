"""Write the moments that tests of the web client walk: of matches of bots with every edition and every option.

`python -m devtools.web_moments` writes them into `web/tests/`.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import engine
from engine import samples
from engine.bots import bot
from engine.chance import Dice
from engine.testing.random_match import random_match
from games.wire.commands import to_wire

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Moment = dict[str, Any]

KEPT: Final = Path(__file__).parents[1] / "web/tests/moments.json"
LONGEST: Final = 150
"""Commands of a match that are looked at."""
TOGETHER: Final = 4
"""Random sets of options for each edition, beside every option alone."""
MOST: Final = 8
"""Options of a random set."""


def main() -> None:
    """Keep one moment of each kind, the shortest."""
    found: dict[str, Moment] = {}
    for number, options in enumerate(_rulesets()):
        for moment in _moments(options, number):
            kind = _kind(moment)
            if kind not in found or len(str(moment)) < len(str(found[kind])):
                found[kind] = moment
    lines = ",\n".join(json.dumps(found[kind], separators=(",", ":")) for kind in sorted(found))
    KEPT.write_text(f"[\n{lines}\n]\n")


def _rulesets() -> Iterator[dict[str, object]]:
    dice = Dice(bytes(32))
    for edition in samples.editions():
        yield edition
        yield from samples.alone(edition)
        for _ in range(TOGETHER):
            yield samples.together(edition, dice.below, MOST)


def _moments(options: dict[str, object], number: int) -> Iterator[Moment]:
    seats = samples.fitting_seats(options, number)
    seed = sha256(json.dumps(options, sort_keys=True).encode()).digest()
    for count, (table, _) in enumerate(random_match([bot("random")] * seats, options, seed)):
        if count > LONGEST:
            return
        for seat in range(table.seats):
            if legal := engine.legal_commands(table, seat):
                yield _moment(table, seat, legal, options)


def _moment(table: engine.Table, seat: int, legal: Sequence[engine.Command], options: dict[str, object]) -> Moment:
    view = engine.view(table, seat)
    return {
        "options": options,
        "phase": view.phase,
        "hand": [[card.card, card.handle] for card in view.hand or ()],
        "legal_commands": [to_wire(command) for command in legal],
    }


def _kind(moment: Moment) -> str:
    """Return what makes a moment different for a player: the members in which commands of one type differ."""
    groups: dict[str, dict[str, set[str]]] = {}
    for command in moment["legal_commands"]:
        about = f"{command['type']} {min(len(command.get('cards', [])), 3)}"
        members = groups.setdefault(about, {})
        for name, value in command.items():
            if name not in ("type", "card", "cards", "discard"):
                members.setdefault(name, set()).add(str(value))
    kinds = [
        (about, sorted((name, min(len(values), 2)) for name, values in members.items()))
        for about, members in groups.items()
    ]
    return f"{moment['phase']} {sorted(kinds)}"


if __name__ == "__main__":
    main()
