"""Whole pages: the shell, the page of a visit, and the page for those to whom there is nothing to show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import engine
from games import clock as clocks
from games.notifications.rendering.board import IDLE, board_of, names_of
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.format import moment
from games.notifications.rendering.moves import CommandLabels
from games.notifications.rendering.sentences import Narrator
from games.pages import forms
from games.pages.drawing import middle, players
from games.pages.forms import Desk
from games.pages.link import LIFETIME, Standing
from games.pages.stylesheet import STYLE
from games.pages.texts import PAGES
from games.records import Status
from games.services import protection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.notifications.rendering.texts import Texts
    from games.pages.link import Visit
    from games.pages.texts import PageTexts
    from games.records import Header

LINES: Final = 14
"""Sentences of the story at most."""
_ICON: Final = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='3' y='1' width='10' "
    "height='14' rx='2' fill='%235b3fa8'/%3E%3C/svg%3E"
)
_SAID: Final = {
    Standing.MADE: ("made", None),
    Standing.ALREADY: ("already", "already_why"),
    Standing.OVERTAKEN: ("overtaken", "overtaken_why"),
    Standing.IMPOSSIBLE: ("impossible", "impossible_why"),
    Standing.UNCHOSEN: ("unchosen", "unchosen_why"),
}
"""What the page begins with, and why."""


def page_of(visit: Visit) -> str:
    """The page of a visit: what the link does or did, what its player can do now, the table, and what happened."""
    texts = PAGES[visit.language]
    people = [record.name for record in visit.state.header.seats]
    deck, names = deck_of(visit.view, texts.words), names_of(visit.view, people, texts.words)
    desk = Desk(visit, board_of(visit.view, people, texts.words), CommandLabels(deck, names), texts)
    story = Narrator(texts.words, deck, names, visit.seat).sentences([logged.event for logged in visit.news])
    asking = visit.command is not None
    title = texts.page["title_move" if asking else "title"]
    question = _question(desk)
    left = [*(question or [_say(desk)]), forms.looked_at(desk) if question else _hand(desk)]
    right = [middle(desk.scene), players(desk.scene)]
    # Who has nothing to do reads: on a wide window the story stands where others have their moves.
    (right if question or visit.options else left).append(_story(desk, story))
    main = f'<main class="two side-{visit.view.side}"><div class="left">{"".join(left)}</div>{"".join(right)}</main>'
    # Of a match that is over nobody can move any more.
    over = visit.state.header.status is Status.FINISHED
    note = "" if over else f"<p>{escape(texts.page['links_note'])}</p>"
    note = rules_link(visit.state.header, texts) + note
    return shell(texts, title, main, game_name(visit.state.header, texts.words), note)


def closed(reason: str, language: str) -> str:
    """The page for those to whom there is nothing to show."""
    texts = PAGES[language]
    title, text = texts.closed[reason]
    said = texts.words.fill(text, days=LIFETIME.days)
    main = f'<main class="lone"><div class="say"><h1>{escape(title)}</h1><p>{escape(said)}</p></div></main>'
    return shell(texts, title, main, "", "")


def shell(texts: PageTexts, title: str, main: str, game: str, note: str) -> str:
    """A page around `main`; `game` stands beside the name at the top, `note` at the foot, both may be empty."""
    brand = f"<b>Flipside</b> · {escape(game)}" if game else "<b>Flipside</b>"
    return (
        f'<!doctype html>\n<html lang="{texts.words.code}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex, nofollow"><meta name="format-detection" content="telephone=no">'
        f"<title>{escape(title)} · Flipside</title>"
        f'<link rel="icon" href="{_ICON}"><style>{STYLE}</style></head>'
        f'<body><header class="top">{brand}</header>{main}'
        f"<footer>{note}<p>{escape(texts.words.mail['affiliation'])}</p></footer></body></html>\n"
    )


def rules_link(header: Header, texts: PageTexts) -> str:
    """The way to the rules with the options of this table. Of a private one browsers cannot get them."""
    if header.private:
        return ""
    address = f"/v1/games/{header.id}/rules?language={texts.words.code}"
    return f'<p><a class="quiet" href="{address}">{escape(texts.page["rules"])}</a></p>'


def game_name(header: Header, words: Texts) -> str:
    """What the game of a table is called."""
    names = engine.rulesets()
    return next((words.rulesets[name] for name, pair in names.items() if pair == (header.game, header.edition)), "")


def _question(desk: Desk) -> list[str]:
    """The step that asks once more, after what was wrong with the last press; empty if the link makes no move."""
    visit = desk.visit
    choice = visit.choice()
    if choice is None or visit.command is None:
        return []
    form = forms.question(desk, choice, visit.command)
    if visit.standing is Standing.MOVE:
        until = "".join((*_deadline(desk), *_away(desk)))
        return [f'<div class="ask-first">{form}{until}</div>']
    return [_say(desk), f'<div class="ask-first">{form}</div>']


def _hand(desk: Desk) -> str:
    shown = forms.hand(desk)
    return f'<div class="do">{shown}</div>' if shown else ""


def _say(desk: Desk) -> str:
    """What the page begins with: what became of the link, or how the table stands for its player."""
    page, visit = desk.texts.page, desk.visit
    key, why = _SAID.get(visit.standing, (_stand(visit), None))
    lines = [f"<h1>{escape(page[key])}</h1>"]
    if why:
        lines.append(f'<p class="why">{escape(page[why])}</p>')
    # The heading says as much as the table would.
    if why or key == "made" or not (key in IDLE.values() or (key == "your_turn" and visit.view.decision is None)):
        lines.append(f'<p class="now">{escape(desk.scene.decision)}</p>')
    if visit.options and visit.view.seats[visit.seat].autopilot:
        lines.append(f"<p>{escape(page['autopilot'])}</p>")
    lines += (*_deadline(desk), *_away(desk))
    if not visit.options and visit.state.header.status is not Status.FINISHED:
        lines.append(f'<p><a class="quiet" href="{desk.path()}">{escape(page["reload"])}</a></p>')
    lines += _keepsakes(desk)
    return f'<div class="say">{"".join(lines)}</div>'


def _keepsakes(desk: Desk) -> Iterator[str]:
    """What is left of a match that is over: to read, to keep, and to check. Of a private one browsers cannot get it."""
    header, page = desk.visit.state.header, desk.texts.page
    if header.status is not Status.FINISHED or header.private:
        return
    game = f"/v1/games/{header.id}"
    for key, address in (("record", f"{game}/record"), ("transcript", f"{game}/transcript"), ("verify", "/verify/")):
        yield f'<p><a class="quiet" href="{address}">{escape(page[key])}</a></p>'


def _stand(visit: Visit) -> str:
    view = visit.view
    if view.phase in IDLE:
        return IDLE[view.phase]
    if view.paused:
        return "paused"
    if view.seats[visit.seat].resigned:
        return "resigned"
    if not visit.options:
        return "watching"
    return "your_turn" if view.turn == visit.seat else "your_answer"


def _deadline(desk: Desk) -> Iterator[str]:
    visit, page = desk.visit, desk.texts.page
    deadline = visit.state.header.deadline_at
    if deadline is None or visit.view.turn is None:
        return
    label = page["deadline" if visit.view.turn == visit.seat else "deadline_other"]
    shown = moment(deadline, visit.zone, desk.texts.words)
    yield f'<p>{escape(label)} <time datetime="{deadline.isoformat()}">{escape(shown)}</time></p>'


def _away(desk: Desk) -> Iterator[str]:
    """Until when the one whom the game waits for is on vacation, which explains a deadline far away."""
    visit, texts = desk.visit, desk.texts
    clock, seat = visit.state.clock, visit.view.turn
    if clock is None or seat is None:
        return
    now = clocks.micros(visit.state.now)
    for pause in protection.known(clock, seat):
        if pause.until is not None and pause.since <= now < pause.until:
            until = moment(clocks.as_time(pause.until), visit.zone, texts.words)
            said = texts.page["away_own" if seat == visit.seat else "away"]
            yield f"<p>{escape(said.format(player=desk.speaker.names[seat], until=until))}</p>"


def _story(desk: Desk, story: list[str]) -> str:
    if not story:
        return ""
    words = desk.texts.words.mail
    cut = desk.visit.cut or len(story) > LINES
    earlier = f'<p class="faint">{escape(words["earlier"])}</p>' if cut else ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in story[-LINES:])
    return (
        f'<section class="story" aria-labelledby="story"><h2 id="story">{escape(words["happened"])}</h2>{earlier}'
        f"<ol>{lines}</ol></section>"
    )
