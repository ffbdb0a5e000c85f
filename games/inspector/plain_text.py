"""An explanation as lines of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from games.inspector.explanation import Explanation

KEPT_BACK: Final = "You play in this match: messages to other players are not listed before it is over."


def written(one: Explanation) -> str:
    """Return the explanation as text. All times are in UTC."""
    return "\n".join(_lines(one))


def _lines(one: Explanation) -> Iterator[str]:
    hidden = "private" if one.private else "public"
    yield f"Game {one.id}: {one.status}, {one.ruleset} ({one.edition}), {hidden}, version {one.version}"
    yield f"Now {_time(one.now)} UTC; created {_time(one.created_at)}, last event {_time(one.updated_at)}"
    yield "Seats: " + ", ".join(f"{letter} {name}" for letter, name in one.seats.items())
    if one.waits_for:
        since = "" if one.asked_at is None else f" since {_time(one.asked_at)}"
        until = "without a deadline" if one.deadline_at is None else f"until {_time(one.deadline_at)}"
        yield f"It waits for {' and '.join(one.waits_for)}{since}, {until}"
    for step in one.derivation:
        yield f"  {step}"
    if one.quarantined_at is not None:
        yield f"QUARANTINED since {_time(one.quarantined_at)}: {one.quarantine}"
    for work in one.promised:
        yield f"Promised work: {work}"
    if one.kept_back:
        yield KEPT_BACK
    yield ""
    if one.left_out:
        yield f"... {one.left_out} older entries"
    for entry in one.entries:
        place = "" if entry.seq is None else f" {entry.seq}"
        yield f"{_time(entry.at)}  {entry.kind + place:<12} {entry.text}"


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}"
