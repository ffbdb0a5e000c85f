"""The interface of channels: the messages they get, their methods, and their errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

Urgency = Literal["low", "normal", "high"]
"""As RFC 8030, section 5.3, without `very-low`."""


class Action(NamedTuple):
    """An action that the reader can take at once: the text of the button, and its URL."""

    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMessage:
    """A message ready to send, in the reader's language; a channel ignores the fields it has no use for.

    `id` stays the same when the message is sent again: receivers may drop a second one. `body` is a sentence or two in
    plain text, `text` the whole message in plain text, `html` the same for mail. `url` is the page of the game for
    this reader, empty if it is about none. A device may replace an earlier message of the same `collapse`: at most 32
    characters of the base64url alphabet, which is what Web Push takes as a `Topic` (RFC 8030, section 5.4). After
    `expires_at` the message is stale. `unsubscribe_url` ends messages of this kind on this channel by a POST (RFC
    8058). `data` is the message for programs, as the inbox shows it.
    """

    id: UUID
    kind: str
    player_id: UUID
    language: str
    title: str
    body: str
    text: str
    url: str
    created_at: datetime
    html: str | None = None
    actions: tuple[Action, ...] = ()
    collapse: str | None = None
    urgency: Urgency = "normal"
    expires_at: datetime | None = None
    unsubscribe_url: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


class Gone(Exception):
    """The device does not exist any more. The channel has forgotten it, or will when asked for devices again."""


class Later(Exception):
    """The attempt failed: try again in `seconds`, or after the channel's usual pause if None."""

    def __init__(self, reason: str = "", *, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Refused(Exception):
    """The receiver will never accept this message: do not try again."""


class Channel(Protocol):
    """A way to reach players. Threads share its instances."""

    @property
    def name(self) -> str:
        """The channel's name in preferences, in the ledger and in metrics."""

    @property
    def for_people(self) -> bool:
        """Whether a message may disturb a person.

        If so, quiet hours apply, newer messages replace older ones that wait, and of several at once only the most
        important is sent. A program gets every message, at once, and those of one game in order.
        """

    @property
    def digests(self) -> bool:
        """Whether a player may have all messages of a day in one."""

    @property
    def pauses(self) -> Sequence[float]:
        """Seconds to wait after the first, second, ... failure; after the last the delivery is given up."""

    @property
    def devices(self) -> str:
        """The devices of the player `reader.id` that messages may go to, in SQL: an array of UUIDs, or NULL for none.

        A NULL in the array stands for the address of a player where the channel has one address for each.
        """

    def address(self, player_id: UUID) -> str:
        """Return the mail address that the links of a message are bound to: they end when the player changes it.

        Empty: they are bound to the notification alone.
        """

    def unsubscribe_url(self, player_id: UUID, kind: str) -> str | None:
        """Return the URL where a POST ends messages of this kind on this channel (RFC 8058), None if there is none."""

    def send(self, device: UUID | None, message: OutgoingMessage) -> str:
        """Send a message, outside any transaction; return a receipt for the ledger.

        Raises `Gone`, `Later`, `Refused`; any other exception counts as `Later`.
        """
