"""What a listener hears, in the form they want, and how far that brings them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.api.streaming.formats import LONG_RETRY_MS, RETRY_MS, encode, item, retry
from games.wire.streams import EndFacts, LeftFacts, NowFacts, ResetFacts

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.api.streaming.cursors import Place
    from games.api.streaming.items import Told
    from games.reads.updates import Roster
    from games.wire.streams import EndReason, LeftReason, ResetReason


@dataclass(slots=True)
class Listener:
    """One open stream: its reader, its `media` type, and what was sent.

    `seats`: where they sat then; `quarantined`: games whose record is being checked; `roster`: of a listener of all
    games, their entry in `updates.rosters` when the games were listed; `marks`: those of `player_items` that they were
    told, by kind.

    Each method returns what to send them.
    """

    player: UUID | None
    token: UUID | None
    media: str
    place: Place
    seats: dict[UUID, int | None] = field(default_factory=dict)
    quarantined: set[UUID] = field(default_factory=set)
    roster: Roster | None = None
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def is_of_one_game(self) -> bool:
        """Whether the listener follows one game, not all of theirs."""
        return self.place.at is None

    def say(self, kind: str, facts: bytes) -> bytes:
        """An item, at the listener's cursor."""
        return item(self.media, kind, self.place.cursor(), facts)

    def tell(self, game_id: UUID, told: Told) -> bytes:
        """Events after the cursor; empty if there are none."""
        place, frames = self.place, []
        for seq, facts in told.events:
            if seq > place.versions[game_id]:
                place.versions[game_id], place.owing = seq, game_id
                frames.append(self.say("event", facts))
        if place.owing is not None:
            place.owing = None
            frames.append(self.say("head", told.head))
        return b"".join(frames)

    def leave(self, game_id: UUID, reason: LeftReason) -> bytes:
        """The game is no longer followed."""
        if reason == "quarantined":
            self.quarantined.add(game_id)
        else:
            self.place.versions.pop(game_id, None)
            self.seats.pop(game_id, None)
        return self.say("left", encode(LeftFacts(game=str(game_id), reason=reason)))

    def reset(self, reason: ResetReason) -> bytes:
        """The listener must forget what they have."""
        return item(self.media, "reset", None, encode(ResetFacts(reason=reason)))

    def pass_time(self, now: int) -> None:
        """Everything in their games until `now`, in microseconds since 1970, was sent or will be."""
        if self.place.at is not None:
            self.place.at = max(self.place.at, now)

    def beat(self, now: datetime) -> bytes:
        """Nothing new."""
        return self.say("heartbeat", encode(NowFacts(server_now=now)))

    def end(self, reason: EndReason) -> bytes:
        """The last item of the stream."""
        after = LONG_RETRY_MS if reason == "quarantined" else RETRY_MS
        return retry(self.media, after) + self.say("end", encode(EndFacts(reason=reason)))
