"""The page behind the link of an offer to play again: its buttons accept and decline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.notifications.rendering.names import shown
from games.pages.link import Closed
from games.pages.render import Button, game_name, message_page, question_page, rules_path
from games.pages.texts import PAGES
from games.services import rematches

if TYPE_CHECKING:
    from games.pages.link import Rematch

DECLINE = "decline"
"""The answer of the button that declines."""


def page_of(visit: Rematch) -> str:
    """Return the page that asks for an answer, or says what has become of the offer."""
    texts, offer = PAGES[visit.language], visit.offer
    said, words = texts.rematch, texts.words
    if not offer.asks(visit.seat):
        state = _state(visit)
        missing = sum(answer == "open" for answer in offer.answers.values())
        return message_page(texts, said[f"{state}_title"], words.fill(said[state], missing=missing))
    name = None if offer.offered_by is None else visit.game.seats[offer.offered_by].name
    by = words.words["somebody"] if name is None else shown(name)
    asked = said["asked" if offer.best_of == 1 else "asked_series"]
    sentences = [
        words.fill(asked, player=by, game=game_name(visit.game, words), best_of=offer.best_of),
        f"{said['same']} {said.get(offer.fill, '')}".rstrip(),
    ]
    return question_page(
        texts,
        said["title"],
        sentences,
        [Button(said["accept"], "accept"), Button(said["decline"], DECLINE)],
        game=game_name(visit.game, words),
        rules=rules_path(visit.game, texts),
        action=visit.link.path,
        promise=said["nothing_yet"],
    )


def answer(visit: Rematch, *, declines: bool) -> None:
    """Accept or decline the offer. Raises `Closed`, and as `rematches.offer` and `rematches.decline`."""
    game, player, offer = visit.game.id, visit.player, visit.offer
    if not offer.asks(visit.seat):
        return
    try:
        if declines:
            rematches.decline(game_id=game, player=player)
        else:
            rematches.offer(game_id=game, player=player, best_of=offer.best_of, fill=offer.fill)
    except engine.RulesetError:
        raise Closed("gone", visit.language) from None  # the rules have changed since


def _state(visit: Rematch) -> str:
    if visit.offer.is_filled:
        return "filling"
    if visit.offer.state == "accepted":
        return "begun"
    if visit.offer.state != "open":
        return "over"
    return visit.offer.answers[visit.seat]
