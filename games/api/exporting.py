"""The export, piece by piece, so that no process ever holds the whole of it.

What of a game leaves here has passed `engine.redact` for the caller's own seat, also after the match, when everybody
may read everything elsewhere: what others held is theirs.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from games.api import seeks
from games.api.views.webhooks import shown as shown_webhook
from games.reads import lists, one_game
from games.reads.handles import first_handle
from games.services import loans, standing_orders
from games.wire import export as wire
from games.wire import log, option_names
from games.wire.orders import to_wire
from players.privacy import export

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from uuid import UUID

    from games.reads.lists import Sitting
    from games.services.standing_orders import Given

logger = logging.getLogger(__name__)

EVENTS_AT_ONCE: Final = 500

_encode = msgspec.json.Encoder().encode


def pieces(player: UUID, now: datetime) -> Iterator[bytes]:
    """The document, see `wire.export.Export`, in pieces of UTF-8."""
    small: dict[str, Any] = {
        "exported_at": now,
        "account": _as(wire.ExportedAccount, export.account(player)),
        "preferences": _as(wire.ExportedPreferences, export.wishes(player)),
        "tokens": _all(wire.ExportedToken, export.tokens(player)),
        "authorizations": _all(wire.ExportedAuthorization, export.authorizations(player)),
        "apps": _all(wire.ExportedApp, export.apps(player)),
        "devices": _all(wire.ExportedDevice, export.devices(player)),
        "vacations": _all(wire.ExportedVacation, export.vacations(player)),
        "webhooks": [shown_webhook(hook) for hook in export.hooks(player)],
        "merges": _all(wire.ExportedMerge, export.merges(player)),
        "invitations": _all(wire.ExportedInvitation, export.invitations(player)),
        "presets": _all(wire.ExportedPreset, export.presets(player)),
        "blocks": _all(wire.ExportedBlock, export.blocks(player)),
        "seeks": seeks.of_player(player).seeks,
        "orders": [_orders(game, given) for game, given in standing_orders.all_of(player)],
        "reminders": _all(wire.ExportedReminder, export.reminders(player)),
        "seen": _all(wire.ExportedSeen, export.seen(player)),
        "removals": _all(wire.ExportedRemoval, export.removals(player)),
        "former_seats": _all(wire.ExportedFormerSeat, lists.former_seats(player)),
        "loans": _all(wire.ExportedLoan, loans.all_of(player)),
    }
    yield _open(_encode(small))
    yield b',"notifications":['
    told = (_as(wire.ExportedNotification, row) for row in export.notifications(player))
    yield from _listed(_encode(one) for one in told)
    yield b'],"games":['
    first = True
    for sitting in lists.sittings(player):
        if not first:
            yield b","
        first = False
        yield from _game(player, sitting)
    yield b"]}"


def _orders(game: UUID, given: Given) -> wire.ExportedOrders:
    return wire.ExportedOrders(
        game_id=game, orders=to_wire(given.orders), given_at=given.given_at, expires_at=given.expires_at
    )


def _game(player: UUID, sitting: Sitting) -> Iterator[bytes]:
    """A game and its log, page by page."""
    game = sitting.game
    facts = {
        "id": game.id,
        "seat": sitting.seat,
        "pseudonym": sitting.pseudonym,
        "status": game.status.word,
        "private": game.private,
        "ruleset": game.ruleset,
        "edition": game.edition,
        "options": option_names.to_wire(game.option_set.changed),
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "version": game.version,
        "chain": game.chain.hex(),
    }
    yield _open(_encode(facts))
    yield b',"events":['
    after, complete = 0, True
    while after < game.version:
        try:
            page = one_game.events_after(game.id, player, after, min(EVENTS_AT_ONCE, game.version - after))
            shown = page.sight.shown_to(sitting.seat)
            entries = [
                _encode(one)
                for one in log.entries_seen_by(
                    page.events,
                    sitting.seat,
                    shown,
                    since=page.since,
                    backs_open=page.sight.backs_open,
                    first_handle=partial(first_handle, game.id, page.events),
                )
            ]
        except Exception:  # what has gone out cannot be taken back: the rest is to come out
            logger.exception("game %s: its log cannot be exported", game.id)
            complete = False
            break
        if after and entries:
            yield b","
        yield from _listed(entries)
        after += len(entries)
        if not entries:
            complete = False
            break
    yield b'],"complete":' + (b"true}" if complete else b"false}")


def _open(whole: bytes) -> bytes:
    """An object without its end."""
    return whole[:-1]


def _listed(items: Iterable[bytes]) -> Iterator[bytes]:
    first = True
    for item in items:
        yield item if first else b"," + item
        first = False


def _as(kind: Any, row: dict[str, Any]) -> Any:
    """The row as a wire type, so that what goes out is what is described."""
    return msgspec.convert(row, kind)


def _all(kind: Any, rows: list[dict[str, Any]]) -> list[Any]:
    return [_as(kind, row) for row in rows]
