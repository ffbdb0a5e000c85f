"""The type of a command or event counts: values of two types are never equal, whatever their fields hold."""

from __future__ import annotations

from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine.codec.schema import FIELDS
from engine.commands import COMMAND_WORDS
from engine.notation.game_record import retrace
from tests.engine.forgeries import GAME, MATCH, ROWS, Rows, forged, found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KINDS: tuple[type[Any], ...] = (*COMMAND_WORDS, *engine.EVENT_TYPES.values())


def made(kind: type[Any]) -> Any:
    return kind(*range(len(kind._fields)))


def test_values_of_two_types_are_never_equal() -> None:
    for one, other in combinations(map(made, KINDS), 2):
        assert one != other
        assert not one == other  # noqa: SIM201  both operators are ours


def test_values_of_one_type_are_equal_if_their_fields_are() -> None:
    for kind in KINDS:
        assert made(kind) == made(kind)
        assert not made(kind) != made(kind)  # noqa: SIM202  both operators are ours
        assert hash(made(kind)) == hash(made(kind))


def test_every_command_and_event_is_true() -> None:
    assert all(map(made, KINDS))


def decoded(row: engine.StoredEvent) -> engine.Event:
    return engine.decode_event(row.type, row.schema_version, row.public, row.private)


def shape(kind: type[engine.Event]) -> list[object]:
    return [(field.kind, field.annotation) for field in FIELDS[kind]]


def swaps() -> Iterator[tuple[int, engine.Event]]:
    """Yield the places of the match's log, each with an event of another type that can hold the same fields."""
    for place, row in enumerate(ROWS):
        event = decoded(row)
        for kind in FIELDS:
            if kind is not type(event) and shape(kind) == shape(type(event)):
                yield place, kind(*event)


SWAPS = list(swaps())


def replaced(place: int, event: engine.Event) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        row, encoded = rows[place], engine.encode_event(event)
        rows[place] = row._replace(type=encoded.type, public=encoded.public, private=encoded.private)

    return change


def test_a_log_in_which_an_event_has_another_type_has_no_record() -> None:
    assert len({(ROWS[place].type, type(event)) for place, event in SWAPS}) > 20
    for place, event in SWAPS:
        rows = list(ROWS)
        replaced(place, event)(rows)
        groups = [list(group) for _, group in groupby(rows, lambda row: row.command)]
        with pytest.raises(engine.CannotInfer):
            retrace(GAME, MATCH.chance.seed, [(group[0].actor, [*map(decoded, group)]) for group in groups])


@pytest.mark.parametrize("nth", range(0, len(SWAPS), len(SWAPS) // 25))
def test_a_forged_transcript_in_which_an_event_has_another_type_is_broken(nth: int) -> None:
    place, event = SWAPS[nth]
    assert "decisions" in found(forged(replaced(place, event)))
