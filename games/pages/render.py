"""Whole pages from the autoescaped templates in `templates/pages`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.template.loader import render_to_string

import engine
from games import clock as clocks
from games.notifications.rendering.board import IDLE, board_of, names_of
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.format import moment
from games.notifications.rendering.moves import CommandLabels
from games.notifications.rendering.sentences import Narrator
from games.pages import forms
from games.pages.forms import Desk
from games.pages.link import LIFETIME, Standing
from games.pages.stylesheet import STYLE
from games.pages.texts import PAGES
from games.services import vacation_rules
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.notifications.rendering.texts import Texts
    from games.pages.link import Visit
    from games.pages.texts import PageTexts
    from games.types import Game

LINES: Final = 14
"""Most sentences of the story."""
_SAID: Final = {
    Standing.MADE: ("made", None),
    Standing.ALREADY: ("already", "already_why"),
    Standing.OVERTAKEN: ("overtaken", "overtaken_why"),
    Standing.IMPOSSIBLE: ("impossible", "impossible_why"),
    Standing.UNCHOSEN: ("unchosen", "unchosen_why"),
    Standing.CAST: ("cast", None),
    Standing.VOTED: ("voted", "voted_why"),
    Standing.DECIDED: ("decided", "decided_why"),
    Standing.NO_VOTE: ("no_vote", "no_vote_why"),
}
"""The heading of the page and its explanation."""


def render(template: str, texts: PageTexts, title: str, **context: Any) -> str:
    """Render a page. `game` is shown beside the name at the top; `rules` and `links_work` add lines to the foot."""
    return render_to_string(template, {"texts": texts, "title": title, "style": STYLE, **context})


def message_page(texts: PageTexts, title: str, text: str) -> str:
    """Return a page with a title and a sentence."""
    return render("pages/message.html", texts, title, text=text)


class Button(NamedTuple):
    """A button that answers a question. `value`: the answer, empty where there is only one."""

    label: str
    value: str = ""


def question_page(
    texts: PageTexts, title: str, sentences: Sequence[str], buttons: Sequence[Button], **context: Any
) -> str:
    """Return a page that asks before it does anything. `action`: its own path; `promise`: nothing has happened yet."""
    return render("pages/question.html", texts, title, sentences=sentences, buttons=buttons, links_work=True, **context)


def closed(reason: str, language: str) -> str:
    """Return the page that says why there is nothing to show."""
    texts = PAGES[language]
    title, text = texts.closed[reason]
    return message_page(texts, title, texts.words.fill(text, days=LIFETIME.days))


def page_of(visit: Visit) -> str:
    """Return the page of a link: its effect, the current moves of the player, the table, and recent events."""
    texts, game = PAGES[visit.language], visit.state.game
    people = [record.name for record in game.seats]
    deck, names = deck_of(visit.view, texts.words), names_of(visit.view, people, texts.words)
    desk = Desk(visit, board_of(visit.view, people, texts.words), CommandLabels(deck, names), texts)
    story = Narrator(texts.words, deck, names, visit.seat).sentences([logged.event for logged in visit.news])
    choice = visit.choice()
    question = None if choice is None or visit.command is None else forms.question(desk, choice, visit.command)
    return render(
        "pages/table.html",
        texts,
        texts.page[_title(visit)],
        game=game_name(game, texts.words),
        rules=rules_path(game, texts),
        # No player can move in a match that is over.
        links_work=game.status is not Status.FINISHED,
        side=visit.view.side,
        board=desk.board,
        question=question,
        question_why=visit.standing is not Standing.MOVE,
        summary=_summary(desk),
        deadline=_deadline(desk),
        away=_away(desk),
        hand_beside=forms.hand_beside(desk),
        hand=None if question else forms.hand(desk),
        story=story[-LINES:],
        story_is_cut=visit.cut or len(story) > LINES,
        # On a wide window the story takes the place of the moves if the player has none.
        story_is_left=not question and not visit.options,
    )


def _title(visit: Visit) -> str:
    if visit.command is None:
        return "title"
    return "title_vote" if isinstance(visit.command, engine.Vote) else "title_move"


def rules_path(game: Game, texts: PageTexts) -> str:
    """Return the path of the rules of this table; empty for a private one, whose rules browsers cannot get."""
    return "" if game.private else f"/v1/games/{game.id}/rules?language={texts.words.code}"


def game_name(game: Game, words: Texts) -> str:
    """Return the name of the game of a table."""
    names = engine.rulesets()
    return next((words.rulesets[name] for name, pair in names.items() if pair == (game.ruleset, game.edition)), "")


def _summary(desk: Desk) -> dict[str, Any]:
    page, visit = desk.texts.page, desk.visit
    key, why = _SAID.get(visit.standing, (_situation(visit), None))
    # Some headings already say what the decision is.
    says_it_all = key in IDLE.values() or (key == "your_turn" and visit.view.decision is None)
    is_over = visit.state.game.status is Status.FINISHED
    return {
        "heading": page[key],
        "why": page[why] if why else "",
        "decision": desk.board.decision if why or key in {"made", "cast"} or not says_it_all else "",
        "autopilot": visit.options and visit.view.seats[visit.seat].autopilot,
        "reload": "" if visit.options or is_over else desk.path(),
        "files": _files(desk),
    }


def _files(desk: Desk) -> list[tuple[str, str]]:
    """Return labels and addresses of the files of a finished match; browsers cannot get those of a private one."""
    game, page = desk.visit.state.game, desk.texts.page
    if game.status is not Status.FINISHED or game.private:
        return []
    files = f"/v1/games/{game.id}"
    return [
        (page["record"], f"{files}/record"),
        (page["transcript"], f"{files}/transcript"),
        (page["verify"], "/verify/"),
    ]


def _situation(visit: Visit) -> str:
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


def _deadline(desk: Desk) -> dict[str, str] | None:
    visit, page = desk.visit, desk.texts.page
    deadline = visit.state.game.deadline_at
    if deadline is None or visit.view.turn is None:
        return None
    return {
        "label": page["deadline" if visit.view.turn == visit.seat else "deadline_other"],
        "machine": deadline.isoformat(),
        "moment": moment(deadline, visit.zone, desk.texts.words),
    }


def _away(desk: Desk) -> list[str]:
    """Return a line with the end of the vacation of the player on turn, which explains a distant deadline."""
    visit, texts = desk.visit, desk.texts
    clock, seat = visit.state.clock, visit.view.turn
    if clock is None or seat is None:
        return []
    now = clocks.micros(visit.state.now)
    said = texts.page["away_own" if seat == visit.seat else "away"]
    return [
        said.format(player=desk.labels.names[seat], until=moment(clocks.as_time(pause.until), visit.zone, texts.words))
        for pause in vacation_rules.known(clock, seat)
        if pause.until is not None and pause.since <= now < pause.until
    ]
