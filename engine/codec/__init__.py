"""Events and tables to stored bytes and back (EVENT-STORE 3.1).

An event is stored as canonical JSON in a public and a private part. Faces, colors and sides are text in it. Stored
bytes are never changed; a new shape gets a new schema version and an upcaster.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.cards import COLOR_CODES, FACES, NO_COLOR, NO_FACE, SIDES, color_text
from engine.codec.schema import FIELDS
from engine.codec.upcasters import VERSIONS, upcast
from engine.errors.newer import NewerCode
from engine.events import EVENT_TYPES, Event, Kind, Sees
from engine.spec import Spec
from engine.state import Phase, SeatKind, Table, Uno

if TYPE_CHECKING:
    from collections.abc import Callable

STATE_FORMAT: Final = 10
"""Format of encoded tables; a cache of another format is dropped and folded again."""

_PUBLIC: Final = Sees.PUBLIC
_PLAIN: Final = Kind.PLAIN
_FACE: Final = Kind.FACE
_COLOR: Final = Kind.COLOR
_SIDE: Final = Kind.SIDE
"""Named here because reading a member off its enum costs 90 ns in Python 3.11."""
_PHASES: Final = {phase.value: phase for phase in Phase}
_SEAT_KINDS: Final = {kind.value: kind for kind in SeatKind}
_UNOS: Final = {status.value: status for status in Uno}
"""Looking up a member costs a fifth of calling its enum."""
_TYPE_NUMBERS: Final = {kind: number for number, kind in EVENT_TYPES.items()}
_encode_json: Final = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


class EncodedEvent(NamedTuple):
    """An event as stored. `private` is None for event types without secrets."""

    type: int
    schema_version: int
    public: bytes
    private: bytes | None


_FACE_TEXTS: Final = (*FACES, None)
"""Text by face code, `NO_FACE` last: a lookup costs a third of a call of `face_text`."""
_FACE_CODES: Final[dict[str | None, int]] = {text: code for code, text in enumerate(FACES)} | {None: NO_FACE}


def _face_texts(value: Any) -> Any:
    if isinstance(value, int):
        return _FACE_TEXTS[value]
    if value and isinstance(value[0], int):
        return [_FACE_TEXTS[face] for face in value]
    return [_face_texts(item) for item in value]


def _face_codes(value: Any) -> Any:
    return tuple([_face_codes(item) for item in value]) if isinstance(value, list) else _FACE_CODES[value]


def _tuples(value: Any) -> Any:
    return tuple([_tuples(item) for item in value]) if isinstance(value, list) else value


def to_plain(kind: Kind, value: Any) -> Any:
    """Return a field's value as JSON data, with codes as text."""
    if kind is _FACE:
        return _face_texts(value)
    if kind is _COLOR:
        return color_text(value)
    if kind is _SIDE:
        return SIDES[value]
    return value


def _from_plain(kind: Kind, value: Any) -> Any:
    if kind is _FACE:
        return _face_codes(value)
    if kind is _COLOR:
        return NO_COLOR if value is None else COLOR_CODES[value]
    if kind is _SIDE:
        return SIDES.index(value)
    return _tuples(value)


def encode_event(event: Event) -> EncodedEvent:
    """Return the stored form of an event."""
    public: dict[str, Any] = {}
    private: dict[str, Any] = {}
    fields = FIELDS[type(event)]
    for (name, kind, sees, _), value in zip(fields, event, strict=True):
        part = public if sees is _PUBLIC else private
        part[name] = value if kind is _PLAIN else to_plain(kind, value)
    number = _TYPE_NUMBERS[type(event)]
    return EncodedEvent(
        number,
        VERSIONS[number],
        _encode_json(public).encode(),
        _encode_json(private).encode() if private else None,
    )


class NewerEvent(NewerCode):
    """Stored bytes have an event of a type or version that this code does not know. Newer code wrote them."""


def _known(type_number: int, schema_version: int = 1) -> type[Event]:
    kind = EVENT_TYPES.get(type_number)
    if kind is None or schema_version > VERSIONS[type_number]:
        raise NewerEvent(f"no event type {type_number} in version {schema_version}")
    return kind


def decode_event(type_number: int, schema_version: int, public: bytes, private: bytes | None) -> Event:
    """Return the event of these stored bytes, upcast to its present shape.

    Raises `NewerEvent`, a ValueError, for an unknown type or version, and ValueError for malformed bytes. The types of
    the fields are not checked: `engine.codec.schema.flaw` does that.
    """
    kind = _known(type_number, schema_version)
    try:
        data = json.loads(public)
        if private is not None:
            data |= json.loads(private)
        if schema_version != VERSIONS[type_number]:
            data = upcast(type_number, schema_version, data)
        return _build(kind, data)
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"the bytes are no event of type {type_number} in version {schema_version}") from error


def _build(kind: type[Event], data: dict[str, Any]) -> Event:
    return kind(*[_from_plain(field.kind, data[field.name]) for field in FIELDS[kind]])


_PLAIN_SLOTS: Final = (
    "version", "seats", "commitment", "transcript", "own_backs", "entropies", "epoch", "round", "dealer", "side",
    "direction", "turn", "color", "color_before", "scores", "active_seats", "exposed", "idle", "next_handle",
    "target", "owed", "owes_color", "doubtable", "presses", "spins", "paused",
)  # fmt: skip
_TUPLE_SLOTS: Final = ("out", "eliminated", "out_ranks", "teams", "autopilot", "resigned", "votes", "origin")
_EVENT_SLOTS: Final = ("pending", "evidence", "last_round", "result", "clock", "position")


@lru_cache(maxsize=1000)
def _spec_text(spec: Spec) -> str:
    return _encode_json(spec.options)


@lru_cache(maxsize=1000)
def _spec(text: str) -> Spec:
    return Spec.of(_tuples(json.loads(text)))


def encode_table(table: Table, *, spec: bool = True) -> bytes:
    """Return the table as bytes, for caches only: the log is the truth.

    `spec` false: leave out the options, nearly half of the bytes, for a caller that keeps them elsewhere.
    """
    data: dict[str, Any] = {name: getattr(table, name) for name in _PLAIN_SLOTS + _TUPLE_SLOTS}
    for name in _EVENT_SLOTS:
        if (event := getattr(table, name)) is not None:
            data[name] = [_TYPE_NUMBERS[type(event)], *event]
    data["phase"] = table.phase.value
    if spec:
        data["spec"] = _spec_text(table.spec)
    data["kinds"] = [kind.value for kind in table.seat_kinds]
    data["uno"] = [status.value for status in table.uno]
    data["hands"] = [[bytes(hand).hex(), list(hand.values())] for hand in table.hands]
    data["piles"] = [bytes(pile).hex() for pile in (table.draw, table.discard)]
    data["faces"] = [bytes(faces).hex() for faces in table.faces]
    return _encode_json(data).encode()


def decode_table(encoded: bytes, read_json: Callable[[bytes], Any] = json.loads, *, spec: Spec | None = None) -> Table:
    """Return the table of `encode_table`; `read_json` reads JSON as the standard library does.

    `spec`: the spec of the table if it was encoded without.
    """
    data = read_json(encoded)
    table = Table()
    for name in _PLAIN_SLOTS:
        setattr(table, name, data[name])
    for name in _TUPLE_SLOTS:
        setattr(table, name, _tuples(data[name]))
    for name in _EVENT_SLOTS:
        if name in data:
            number, *values = data[name]
            setattr(table, name, _known(number)(*[_tuples(value) for value in values]))
    table.phase = _PHASES[data["phase"]]
    table.spec = _spec(data["spec"]) if spec is None else spec
    table.seat_kinds = [_SEAT_KINDS[kind] for kind in data["kinds"]]
    table.uno = [_UNOS[status] for status in data["uno"]]
    table.hands = [dict(zip(bytes.fromhex(cards), handles, strict=True)) for cards, handles in data["hands"]]
    table.draw, table.discard = (list(bytes.fromhex(pile)) for pile in data["piles"])
    light, dark = (tuple(bytes.fromhex(faces)) for faces in data["faces"])
    table.faces = (light, dark)
    return table
