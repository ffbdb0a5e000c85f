"""The data that the checks share: the transcript, the caller's heads and keys, and earlier results."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.chance import Chance
from engine.events import MatchCreated, MatchEnded, MatchStarted, PositionSet
from engine.verify.findings import Broken, Unchecked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.events import Event
    from engine.transcript import StoredEvent, Transcript

OPENING: Final = 3
"""At most this number of events set up a match: its options, its clock, its position."""


class Head(NamedTuple):
    """A head that was noted while the match was played."""

    version: int
    chain: bytes


class Group(NamedTuple):
    """The events of one command, as stored and decoded."""

    rows: tuple[StoredEvent, ...]
    events: tuple[Event, ...]


class Case:
    """A transcript to be checked. `heads`: noted during play; `keys`: public keys that the caller trusts.

    `origins`: transcripts, among them that of the match that this one branched from.
    """

    def __init__(
        self,
        transcript: Transcript,
        heads: Iterable[Head] = (),
        keys: Iterable[bytes] = (),
        origins: Iterable[Transcript] = (),
    ) -> None:
        self.transcript = transcript
        self.heads = tuple(heads)
        self.keys = tuple(keys)
        self.origins = tuple(origins)
        self.chance = Chance(transcript.header.game, transcript.end.seed)
        self.seed_is_true = False
        """Set by the check of the seed: True if it is the one that the match was bound to."""
        self.decoded: tuple[Event, ...] | None = None
        """Set by the check of the events."""

    @property
    def events(self) -> Sequence[Event]:
        """Return the decoded events. Raises Unchecked if one of them could not be decoded."""
        if self.decoded is None:
            raise Unchecked("Not all events can be read.")
        return self.decoded

    @property
    def created(self) -> MatchCreated:
        """Return the first event. Raises Broken if it is another one."""
        first = self.events[0]
        if not isinstance(first, MatchCreated):
            raise Broken("The first event does not set up a match.", seq=1)
        return first

    @property
    def position(self) -> PositionSet | None:
        """Return the position in which the match began; None if it was dealt."""
        return next((event for event in self.events[:OPENING] if isinstance(event, PositionSet)), None)

    @property
    def never_started(self) -> bool:
        """Return whether the table was closed before its match, so that nothing was dealt."""
        last = self.events[-1]
        is_closed = isinstance(last, MatchEnded) and last.cause == "closed"
        return is_closed and not any(isinstance(event, MatchStarted) for event in self.events)

    @property
    def started(self) -> tuple[int, MatchStarted]:
        """Return the event that fixes the deal, and its number. Raises Broken if there is none."""
        for seq, event in enumerate(self.events, 1):
            if isinstance(event, MatchStarted):
                return seq, event
        raise Broken("The match has never started.")

    def groups(self) -> Iterator[Group]:
        """Yield the events command by command."""
        for _, pairs in groupby(zip(self.transcript.events, self.events, strict=True), lambda pair: pair[0].command):
            yield Group(*zip(*pairs, strict=True))

    def need_the_seed(self) -> None:
        """Raises Unchecked unless the seed is the one that the match was bound to."""
        if not self.seed_is_true:
            raise Unchecked("Without the true seed this cannot be told.")
