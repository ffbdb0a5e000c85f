"""A kind of message: what calls for it, whom it is for, where it goes, and how long it is news."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal

Told = Mapping[str, Any]
"""An event as `engine.redact` shows it: its tag is `type`."""

MAIL: Final = frozenset({"email"})
PUSH: Final = frozenset({"webpush", "fcm", "apns"})
PROGRAMS: Final = frozenset({"webhook"})
CHANNELS: Final = ("email", "webpush", "fcm", "apns", "webhook")
"""Channels that can be switched on and off, in the order they are shown. The inbox has everything."""

Audience = Literal["owner", "accused", "asked", "others", "everyone", "named"]
"""Whom a kind is for: the seat of the event (`owner`), its field `by` (`accused`), the seats that must or may act now
(`asked`), all people but the seat of the event (`others`), all people at the table (`everyone`), or somebody that a
service names (`named`)."""

ALWAYS_TOLD: Final = frozenset({"owner", "accused"})
"""To whom it happened is told, whoever did it."""

Stale = Literal["never", "turn", "motion", "lobby", "autopilot"]
"""When a message that has not gone out yet is dropped: never before it expires; once the turn is played, fetched or
over (`turn`), the motion carried or dropped (`motion`), the match started (`lobby`), the seat handed back
(`autopilot`)."""

BY_SEAT: Final = frozenset({"seat", "pause", "resigned", "claim", "table"})
"""Groups whose messages say of one seat what is not made untrue by news of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A row of the table.

    `why`: one sentence for the documentation. `events`: tags of the events that call for it, if `when` agrees. `facts`:
    fields of the event that go into the message. `actor_too`: to whoever did it as well. `channels`: where it goes
    unless the player says otherwise. `group`: a newer message of the same game and group replaces one that waits, in
    the groups `BY_SEAT` only one about the same seat. `lasts`: how long it is news.
    """

    name: str
    why: str
    events: frozenset[str] = frozenset()
    when: Callable[[Told, int], bool] = lambda _event, _actor: True
    audience: Audience
    facts: tuple[str, ...] = ()
    actor_too: bool = False
    channels: frozenset[str]
    urgency: Literal["low", "normal", "high"] = "normal"
    stale: Stale = "never"
    group: str
    lasts: timedelta = timedelta(days=7)
