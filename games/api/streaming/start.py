"""The beginning of a stream: a snapshot, or what the listener has missed since their cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games import clock as clocks
from games import errors
from games.api import present
from games.api.cursors import sign
from games.api.streaming import cursors, player_items
from games.api.streaming.cursors import Place, Unplaceable
from games.api.streaming.formats import encode, retry
from games.api.streaming.items import told
from games.api.streaming.listener import Listener
from games.api.streaming.player_items import PLAYER_ITEMS
from games.reads import lists, one_game, updates
from games.services import get_game
from games.types import Status
from games.wire.streams import GameFacts, GamesFacts, SummaryFacts

if TYPE_CHECKING:
    from uuid import UUID

    from games.reads.lists import GameSummary, Page
    from games.reads.updates import GameUpdate
    from games.types import Game
    from games.wire.streams import EndReason, ResetReason

BACKLOG: Final = 1000
"""Events that a listener may have missed; beyond that the stream begins anew."""
FOLLOWED: Final = 128
"""Games of one player that their stream follows, the most urgent first."""
READS: Final = 3
"""How often seat and events are read until the listener has the same seat in both."""
LINGER: Final = 120 * clocks.SECOND
"""So long after the end of a match a cursor still knows it: commits may come to light in another order."""


@dataclass(slots=True)
class Opening:
    """What a listener hears at once. `end`: why nothing follows; None: something may."""

    listener: Listener
    heard: bytes
    end: EndReason | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell, now or ever."""
        return not self.heard and self.end == "finished"

    def whole(self) -> bytes:
        """The stream, if it ends here."""
        return retry(self.listener.media) + self.heard + self.listener.end(self.end or "pause")


class _AnewError(Exception):
    """The listener has to begin anew."""

    def __init__(self, reason: ResetReason) -> None:
        super().__init__(reason)
        self.reason = reason


def of_game(listener: Listener, game_id: UUID, after: int | str | None) -> Opening:
    """Begin to follow one game. `after`: a cursor, or a version.

    Raises `GameNotFound`, `NoSpectators`, `GameQuarantined` if it cannot even be shown, `BadCursor`, `StoreBusy` if
    newer code has moved it.
    """
    if after is None:
        return _shown(listener, game_id)
    try:
        return _missed(listener, game_id, after)
    except _AnewError as anew:
        reset = listener.reset(anew.reason)
        opening = _shown(listener, game_id)
        opening.heard = reset + opening.heard
        return opening


def _shown(listener: Listener, game_id: UUID) -> Opening:
    state = get_game.get_game(game_id, listener.player)
    game = state.game
    listener.place.versions[game_id] = game.version
    listener.seats[game_id] = state.seat
    heard = listener.say("snapshot", encode(GameFacts(game=present.game(state))))
    return Opening(listener, heard, _end(status=game.status, quarantined=game.is_quarantined))


def _missed(listener: Listener, game_id: UUID, after: int | str) -> Opening:
    version, owes = (after, False) if isinstance(after, int) else _version(after, listener.place.scope)
    found = _news(listener, game_id, version)
    if version > found.version:
        raise _AnewError("unknown")
    if found.waits:
        raise errors.StoreBusy
    if found.more:
        raise _AnewError("too_old")
    seat = found.seat_of(listener.player)
    listener.place.versions[game_id] = version
    listener.place.owing = game_id if owes else None
    listener.seats[game_id] = seat
    heard = listener.tell(game_id, told(found, found.place_of(listener.player)))
    return Opening(listener, heard, _end(status=found.status, quarantined=found.quarantined))


def _news(listener: Listener, game_id: UUID, version: int) -> GameUpdate:
    """What the listener has missed, by where they sit. Raises `GameNotFound`, `NoSpectators`.

    Who sits there is asked first: a log that is read for somebody who may not see it tells them, by the time it takes,
    how far the match is.
    """
    for _ in range(READS):
        audience = game_id, one_game.head_of(game_id, listener.player).seat is None
        found = updates.after({audience: version}, BACKLOG).get(audience)
        if found is not None and found.outside == (found.seat_of(listener.player) is None):
            return found
    raise errors.GameNotFound


def _version(cursor: str, scope: str) -> tuple[int, bool]:
    try:
        return cursors.version_of(cursor, scope)
    except Unplaceable:
        raise _AnewError("unknown") from None


def _end(*, status: Status, quarantined: bool) -> EndReason | None:
    if quarantined:
        return "quarantined"
    return "finished" if status is Status.FINISHED else None


def of_all(listener: Listener, player: UUID, after: str | None) -> Opening:
    """Begin to follow all games of a player. Raises `BadCursor`."""
    listener.marks = player_items.marks([player])[player]
    listener.roster = updates.rosters([player]).get(player)  # first: a later comparison finds what is not listed
    found = lists.my_games(player, None, FOLLOWED)
    now = clocks.micros(found.now)
    listener.place.at = now
    if after is None:
        return _listed(listener, player, found)
    try:
        opening = _missed_in_all(listener, player, after, found)
    except _AnewError as anew:
        listener.place.versions.clear()
        listener.place.at = now
        reset = listener.reset(anew.reason)
        opening = _listed(listener, player, found)
        opening.heard = reset + opening.heard
    else:
        opening.heard += _of_player(listener, player)
    return opening


def _listed(listener: Listener, player: UUID, found: Page) -> Opening:
    for one in found.items:
        if is_followed(one.game, clocks.micros(found.now)):
            _follow(listener, one, one.game.version)
    position = found.next_cursor
    facts = GamesFacts(
        games=[present.summary(one) for one in found.items],
        server_now=found.now,
        next=None if position is None else sign([position], scope=f"me/games|{player}"),
    )
    return Opening(listener, listener.say("snapshot", encode(facts)) + _of_player(listener, player))


def _of_player(listener: Listener, player: UUID) -> bytes:
    return b"".join(listener.say(kind, PLAYER_ITEMS[kind].facts(player)) for kind in listener.marks)


def is_followed(game: Game, at: int) -> bool:
    """Whether something may happen in a game, or has happened so late that a listener of then may not know."""
    return game.status is not Status.FINISHED or clocks.micros(game.updated_at) > at - LINGER


def _follow(listener: Listener, game: GameSummary, version: int) -> None:
    listener.place.versions[game.game.id] = version
    listener.seats[game.game.id] = game.seat
    if game.game.is_quarantined:
        listener.quarantined.add(game.game.id)


def _missed_in_all(listener: Listener, player: UUID, after: str, found: Page) -> Opening:
    at, known, owing = _versions(after, listener.place.scope)
    place, fresh, behind = listener.place, [], {}
    owes = next((one.game.id for one in found.items if cursors.short(one.game.id) == owing), None)
    for one in found.items:
        version = known.pop(cursors.short(one.game.id), None)
        if version is None and is_followed(one.game, at):
            fresh.append(one)
        elif version is not None:
            _follow(listener, one, version)
            behind[one.game.id] = one.game.version - version
    if known or any(count < 0 for count in behind.values()):
        raise _AnewError("unknown")  # of games that are no longer theirs, or of a time that never was
    if sum(behind.values()) > BACKLOG:
        raise _AnewError("too_old")
    missed = {game: place.versions[game] for game, count in behind.items() if count or game == owes}
    place.owing = owes
    heard = [join(listener, one) for one in fresh]
    found_news = updates.after({(game, False): version for game, version in missed.items()}, BACKLOG)
    news = [one for one in found_news.values() if one.seat_of(player) is not None]
    news.sort(key=lambda one: one.game_id != owes)  # it comes first: a cursor has room for one
    heard += [listener.tell(one.game_id, told(one, one.place_of(player))) for one in news if not one.waits]
    return Opening(listener, b"".join(heard))


def _versions(cursor: str, scope: str) -> cursors.Known:
    try:
        return cursors.versions_of(cursor, scope)
    except Unplaceable:
        raise _AnewError("unknown") from None


def join(listener: Listener, game: GameSummary) -> bytes:
    """A game that the listener did not follow before."""
    _follow(listener, game, game.game.version)
    return listener.say("game", encode(SummaryFacts(game=present.summary(game))))


def new_listener(media: str, player: UUID | None, token: UUID | None, game_id: UUID | None) -> Listener:
    """A listener who has heard nothing yet; `game_id` None: of all their games."""
    place = Place(cursors.scope_of(player, game_id), at=0 if game_id is None else None)
    return Listener(player, token, media, place)
