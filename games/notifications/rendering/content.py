"""What the words and pictures of a message are made from, and what comes of it: the agreement with `render`.

`render(notice, view, legal_commands, language, zone, links) -> Parts`, with `view` and `legal_commands` of the reader's
seat as the game is at that moment (None and empty where he has no seat), `language` a code or "" for unknown, `zone` an
IANA name. `plain` is the same in English and without pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Command, Event
    from players.notifications.channels import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A notification as its reader may know it.

    `kind` names a row of `table`, `data` holds the facts of that row and never more than the reader's view. `reader` is
    his present name, `seat` his seat, None if he has none; `names` are the players' by seat, None for an open one, a
    bot's, and that of who is gone. `deadline_at`: when the time of the seat that must act runs out, as of now. `also`:
    what else this command had for him, in less weighty kinds. `private`: of this match browsers cannot get the log.
    `happened`: what others did since the reader acted last, `cut`: and more before that. Of nothing about a game, say
    in an invitation to come, everything of it may be None or empty.
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
    happened: Sequence[Event] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Where a message leads: the page of the game, each legal command with its page, and the end of such messages.

    `game` is empty for a message about no game: there is no page to lead to.
    """

    game: str
    commands: Sequence[tuple[Command, str]] = ()
    unsubscribe: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The words of a message, see `players.notifications.channels.OutgoingMessage`."""

    title: str
    body: str
    text: str
    html: str | None = None
    actions: tuple[Action, ...] = field(default=())
