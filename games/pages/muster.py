"""The page behind the link of a muster: its button confirms the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games import matchmaking
from games.notifications.rendering.format import moment
from games.pages.render import Button, message_page, question_page
from games.pages.texts import PAGES

if TYPE_CHECKING:
    from games.pages.link import Muster


def page_of(muster: Muster) -> str:
    """Return the page that asks for the confirmation, or says that it is given."""
    texts, found = PAGES[muster.language], muster.seek
    page, words = texts.page, texts.words
    if found.confirm_by is None or found.has_confirmed:
        return message_page(texts, page["muster_done"], page["muster_waits"])
    pair = (found.seek.ruleset, found.seek.edition)
    name = next(words.rulesets[name] for name, ruleset in engine.rulesets().items() if ruleset == pair)
    until = moment(found.confirm_by, muster.zone, words)
    return question_page(
        texts,
        page["muster"],
        [words.fill(page["muster_ask"], game=name, people=found.people, until=until)],
        [Button(words.mail["confirm"])],
        game=name,
        action=muster.link.path,
        promise=page["muster_nothing_yet"],
    )


def confirm(muster: Muster) -> None:
    """Confirm the place. Pressing twice confirms it once. Raises as `matchmaking.confirm`."""
    matchmaking.confirm(player=muster.player, seek_id=muster.seek.seek.id)
