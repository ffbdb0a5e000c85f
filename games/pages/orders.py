"""The page that cancels standing orders, from a mail: GET asks, POST cancels, without signing in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.notifications.rendering.format import moment
from games.notifications.rendering.texts import texts_in
from games.pages.unsubscribe import answer
from games.services import standing_orders

if TYPE_CHECKING:
    from django.http import HttpResponse

    from games.pages.link import Visit


def cancel_orders(found: Visit, *, pressed: bool) -> HttpResponse:
    """Show the question, or cancel the orders. Safe to repeat."""
    texts, game = texts_in(found.language), found.state.game.id
    if pressed:
        standing_orders.cancel(game, found.player)
        return answer(texts, texts.orders, "done_title", "done")
    given = standing_orders.read(game, found.player)
    if given is None:
        return answer(texts, texts.orders, "over_title", "over")
    button = {"label": texts.orders["button"], "is_main": True}
    until = moment(given.expires_at, found.zone, texts)
    return answer(texts, texts.orders, "title", "ask", [button], moment=until)
