"""The visit of a link from a message: its player, the state of the table, and the effect of the link.

A link proves who its player is until it expires. Its move can be made at its version only. A vote can be cast as long
as the motion of its message is open, whatever is played meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from typing import TYPE_CHECKING, Final

import engine
from common import clock
from common.translations import language_of
from games import errors, matchmaking, rematches
from games.notifications import links, snapshot
from games.notifications.staleness import MOTIONS, invitation_is_stale
from games.pages.choices import Choice, choices
from games.reads import invitations, one_game, seeks
from games.reads.motions import motions, votes_of
from games.services import get_game
from players import preferences
from players.selectors import addressee_of

if TYPE_CHECKING:
    from uuid import UUID

    from engine import Command
    from games.notifications.links import Link
    from games.notifications.staleness import Motion
    from games.rematches import Offer
    from games.types import Game, GameState, LoggedEvent
    from players.preferences import Preferences
    from players.selectors import Addressee

LIFETIME: Final = timedelta(days=35)
"""The lifetime of a link after its message: longer than the longest turn."""
INVITED: Final = "invited"
"""The kind of message whose link lets its player sit down."""
MUSTER: Final = "muster"
"""The kind of message whose link confirms a place."""
OFFERED: Final = "rematch_offered"
"""The kind of message whose link answers the offer of a rematch."""
RECENT: Final = 24
"""Most events that are shown if the game has not moved since the link was made."""
MOST: Final = 60
"""Most events that are shown."""


class Closed(Exception):
    """There is nothing to show. `reason` is the key of the text for it, `language` that of the visitor."""

    def __init__(self, reason: str, language: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.language = language


class Standing(Enum):
    """The current effect of a link."""

    MOVE = "makes its move"
    TABLE = "shows the table"
    MADE = "has made its move"
    ALREADY = "makes none: its player has moved otherwise"
    OVERTAKEN = "makes none: the game has moved on"
    IMPOSSIBLE = "makes none: the rules refuse it"
    UNCHOSEN = "makes none: something was left to choose"
    CAST = "has cast its vote"
    VOTED = "casts none: its player supports the motion already"
    DECIDED = "casts none: the motion has ended"
    NO_VOTE = "casts none: its player has no vote now"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """The motion that a message is about. `is_open`: nothing has ended it since. `votes`: command ids of all votes."""

    motion: Motion
    is_open: bool
    votes: frozenset[UUID]

    @property
    def papers(self) -> tuple[engine.Vote, engine.Vote]:
        """Return the votes for and against it."""
        return engine.Vote(self.motion, yes=True), engine.Vote(self.motion, yes=False)

    def legal(self, table: engine.Table, seat: int) -> list[Command]:
        """Return the votes that a seat may cast on it now."""
        return [*votes_of(table, seat, self.motion)] if self.is_open else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """The content of the page.

    `options`: all that the player may do now; votes only behind the links of a message about that motion.
    `command`: the move or vote of the link, if it can still be made. `news`: events since the link was made, or the
    latest ones; `cut`: there are more before them. `zone`: an IANA name.
    """

    link: Link
    player: UUID
    seat: int
    language: str
    zone: str
    state: GameState
    view: engine.View
    options: list[Choice]
    command: Command | None
    standing: Standing
    news: tuple[LoggedEvent, ...]
    cut: bool

    def standing_at(self, standing: Standing) -> Visit:
        """Return the same visit with another standing."""
        return replace(self, standing=standing)

    def choice(self) -> Choice | None:
        """Return the choice that the link's command belongs to."""
        return next((choice for choice in self.options if self.command in choice.commands), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A seat that its player may take. `by`: the present name of the inviting player, None if deleted."""

    link: Link
    player: UUID
    code: str
    by: str | None
    language: str
    game: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Muster:
    """A match that is ready, or begins once others confirm. `zone`: an IANA name."""

    link: Link
    player: UUID
    seek: matchmaking.Seen
    language: str
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """An offer to play again that its player may answer, or its outcome."""

    link: Link
    player: UUID
    seat: int
    language: str
    game: Game
    offer: Offer


def visit(token: str, accepted: str | None) -> Visit | Invitation | Muster | Rematch:
    """Return the visit of a token. Reads only. `accepted` is the header Accept-Language. Raises `Closed`."""
    link, addressee = _opened(token)
    wishes = preferences.of(addressee.player)
    language = language_of(wishes.language or None, accepted)
    if clock.now() > addressee.told_at + LIFETIME:
        raise Closed("expired", language)
    if addressee.game is None:
        return _muster(link, addressee, wishes, language)
    if not link.is_for(addressee.game, addressee.address):
        raise Closed("moved", language)
    try:
        if addressee.kind == INVITED and (asked := _invitation(link, addressee, addressee.game, language)) is not None:
            return asked
        state = get_game.get_game(addressee.game, addressee.player)
    except errors.GameNotFound:
        raise Closed("gone", language) from None
    except errors.GameQuarantined:
        raise Closed("held", language) from None
    _check(state, language)
    if addressee.kind == OFFERED and (offered := _offered(link, addressee.player, state, language)) is not None:
        return offered
    news, cut = _news(link, addressee.player, state)
    ballot = _ballot(addressee, state)
    return seen(link, addressee.player, state, (language, wishes.time_zone), news, cut=cut, ballot=ballot)


def _check(state: GameState, language: str) -> None:
    if state.seat is None:
        raise Closed("gone", language)
    if state.game.is_quarantined:
        raise Closed("held", language)


def _ballot(addressee: Addressee, state: GameState) -> Ballot | None:
    """Return the motion that the message is about; None if it is about none. One statement if there is one."""
    motion = MOTIONS.get(addressee.kind)
    if motion is None:
        return None
    found = motions(state.game.id, state.game.version)
    began = found.opened.get(motion)
    return Ballot(
        motion=motion,
        # A later motion of the same kind is another one: it has a message of its own.
        is_open=began is not None and addressee.seq is not None and began <= addressee.seq,
        votes=found.votes,
    )


def _opened(token: str) -> tuple[Link, Addressee]:
    link = links.read(token)
    if link is None:
        raise Closed("unknown")
    addressee = addressee_of(link.notification)
    if addressee is None or not addressee.active or (addressee.game is None and addressee.kind != MUSTER):
        raise Closed("gone")
    return link, addressee


def _muster(link: Link, addressee: Addressee, wishes: Preferences, language: str) -> Muster:
    """Return the match that the player can confirm, or has confirmed. Raises `Closed`."""
    seek_id = seeks.seek_of_message(link.notification)
    if seek_id is None or not link.is_for(seek_id, addressee.address):
        raise Closed("moved", language)
    try:
        found = matchmaking.get(player=addressee.player, seek_id=seek_id)
    except errors.SeekNotFound:
        raise Closed("gone", language) from None
    if found.confirm_by is None and not found.is_seated:
        raise Closed("muster", language)
    return Muster(link=link, player=addressee.player, seek=found, language=language, zone=wishes.time_zone)


def _offered(link: Link, player: UUID, state: GameState, language: str) -> Rematch | None:
    """Return the offer of a rematch, also one that is over; None if it was deleted."""
    offer, seat = rematches.find(state.game, state.now), state.seat
    if offer is None or seat is None:
        return None
    return Rematch(link=link, player=player, seat=seat, language=language, game=state.game, offer=offer)


def _invitation(link: Link, addressee: Addressee, game: UUID, language: str) -> Invitation | None:
    """Return the open invitation; None if the player has a seat, or the table does not exist. Raises `Closed`."""
    scene = snapshot.load(game)
    if scene is None or scene.game.seat_of(addressee.player) is not None:
        return None
    if scene.game.is_quarantined:
        raise Closed("held", language)
    mine = invitations.of_player(game, addressee.player)
    if mine is None or invitation_is_stale(addressee.player, scene) is not None:
        raise Closed("late", language)
    return Invitation(
        link=link, player=addressee.player, code=mine.code, by=addressee.about, language=language, game=scene.game
    )


def seen(
    link: Link,
    player: UUID,
    state: GameState,
    reader: tuple[str, str],
    news: tuple[LoggedEvent, ...],
    *,
    cut: bool,
    ballot: Ballot | None = None,
) -> Visit:
    """Return the visit of a player who has a seat. `reader` is their language and time zone."""
    seat = state.seat
    assert seat is not None  # noqa: S101  see above
    # Players who resigned only watch; on autopilot the next move takes the seat back.
    legal = [] if seat in state.table.resigned else engine.legal_commands(state.table, seat)
    votes = [] if ballot is None else ballot.legal(state.table, seat)
    paper = None if ballot is None else _vote_of(link, ballot)
    if ballot is not None and paper is not None:
        standing = _standing_of_vote(link, paper, ballot, votes, state)
        command: Command | None = paper if standing is Standing.MOVE else None
    else:
        standing, command = _standing(link, state, legal, news)
    language, zone = reader
    return Visit(
        link=link,
        player=player,
        seat=seat,
        language=language,
        zone=zone,
        state=state,
        view=engine.view(state.table, seat),
        options=choices(state.table, [*votes, *legal]),
        command=command,
        standing=standing,
        news=news,
        cut=cut,
    )


def _standing(
    link: Link, state: GameState, legal: list[Command], news: tuple[LoggedEvent, ...]
) -> tuple[Standing, Command | None]:
    if link.shows_the_table:
        return Standing.TABLE, None
    if link.version == state.game.version:
        command = link.command(legal)
        return (Standing.IMPOSSIBLE, None) if command is None else (Standing.MOVE, command)
    first = next((logged for logged in news if logged.seq == link.version + 1), None)
    if first is not None and first.command_id == link.command_id:
        return Standing.MADE, None
    if first is not None and first.actor == state.seat:
        return Standing.ALREADY, None
    return Standing.OVERTAKEN, None


def _vote_of(link: Link, ballot: Ballot) -> engine.Vote | None:
    """Return the vote that the link casts, whether or not it is still legal; None if it casts none."""
    found = link.command(ballot.papers)
    return found if isinstance(found, engine.Vote) else None


def _standing_of_vote(
    link: Link, paper: engine.Vote, ballot: Ballot, votes: list[Command], state: GameState
) -> Standing:
    if link.command_id in ballot.votes:
        return Standing.CAST
    if not ballot.is_open:
        return Standing.DECIDED
    if paper in votes:
        return Standing.MOVE
    supporters = dict(state.table.votes).get(ballot.motion, ())
    return Standing.VOTED if paper.yes and state.seat in supporters else Standing.NO_VOTE


def _news(link: Link, player: UUID, state: GameState) -> tuple[tuple[LoggedEvent, ...], bool]:
    version = state.game.version
    since = link.version if link.version < version else max(0, version - RECENT)
    page = one_game.events_after(state.game.id, player, since, MOST)
    events = page.events
    if page.more:
        latest = one_game.events_after(state.game.id, player, version - MOST, MOST)
        events = (*events[:1], *latest.events)
    return tuple(logged for logged in events if logged.seq <= version), page.more
