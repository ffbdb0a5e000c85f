"""The input and output of rendering: `render(content, view, legal_commands, language, zone, links) -> Parts`.

`view` and `legal_commands` are those of the reader's seat at that moment (None and empty without a seat), `language`
is a code or "" for unknown, `zone` an IANA name. `fallback.render` is the same in plain English, without pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Command, Event
    from games.reads.since_looked import News
    from players.notifications.channels import Action


class StandingNote(NamedTuple):
    """The reader's standing orders in a game: until when they stand, and how many moves they have made."""

    until: datetime
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A notification as its reader may know it.

    `kind` names a row of `kinds`, `data` holds the facts of that row and never more than the reader's view. `reader`
    is their present name, `seat` their seat, None without one. `names` are those of the players by seat, None for
    open seats, bots and deleted accounts. `deadline_at`: the current deadline of the seat that must act. `also`:
    other notifications of the same command for this reader, of lower rank. `private`: browsers cannot get the log of
    this match. `finished`: it is over. `happened`: what others did since the reader acted; `cut`: there was more before
    that. `looked`: what happened since the reader looked, for a digest. All fields about a game may be None or empty.
    """

    id: UUID
    kind: str
    player_id: UUID
    data: Mapping[str, Any]
    created_at: datetime
    reader: str = ""
    expires_at: datetime | None = None
    game_id: UUID | None = None
    seq: int | None = None
    seat: int | None = None
    names: Sequence[str | None] = ()
    deadline_at: datetime | None = None
    also: Sequence[Content] = ()
    private: bool = False
    finished: bool = False
    happened: Sequence[Event] = ()
    cut: bool = False
    orders: StandingNote | None = None
    looked: News | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The links of a notification: the game's page (empty without one), one for each command, unsubscribe.

    `orders` cancels the reader's standing orders; empty if there are none.
    """

    game: str
    orders: str = ""
    commands: Sequence[tuple[Command, str]] = ()
    unsubscribe: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a message, see `players.notifications.channels.OutgoingMessage`. `sentence` begins `body`."""

    title: str
    sentence: str
    body: str
    text: str
    html: str | None = None
    actions: tuple[Action, ...] = field(default=())
