"""The past on the wire: the table as it was after one of its events."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

import engine
from common.http.types import Moment
from games.wire.scalars import Hex32, Id, SeatNumber, Version
from games.wire.tables import TableView

MOST_SEATS = 10
Eyes: Any = Literal[("open", *range(MOST_SEATS))]
"""With whose eyes somebody wants to see a finished match."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The table after event `version`. The command that caused it had the events `first_seq` to `last_seq`."""

    id: Id
    version: Version
    chain: Annotated[Hex32, Meta(description="Hash over all events up to this one (docs/protocol/protocol.md).")]
    recorded_at: Moment
    first_seq: Version
    last_seq: Version
    seen_by: Annotated[
        SeatNumber | Literal["open"] | None,
        Meta(description="The seat whose view this is; null for the view of a spectator."),
    ]
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act, or null.")]
    seats: list[engine.SeatView]
    view: TableView
    open: Annotated[engine.OpenTable | None, Meta(description="What no seat sees; only with `as=open`.")]
