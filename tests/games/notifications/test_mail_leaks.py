"""Two worlds that differ only in what a reader may not know produce the same mails, to the last byte."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import pytest

import engine
from games.notifications.kinds import KINDS
from games.notifications.links import action_links, table_link
from games.notifications.rendering.content import Content, Links
from games.notifications.rendering.digest import Item, digest
from games.notifications.rendering.mail import render
from games.notifications.rendering.texts import TEXTS
from games.reads.since_looked import MOST, News
from games.types import LoggedEvent
from players.notifications.channels import OutgoingMessage
from players.notifications.channels.mail import compose
from tests.engine.matches import Style
from tests.engine.worlds import new_run, together, twin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.notifications.kinds import Kind
    from games.notifications.rendering.content import Parts
    from tests.engine.knowledge import Viewer
    from tests.engine.worlds import Moment, Playing, Run

pytestmark = pytest.mark.slow

GAME, NOTIFICATION, PLAYER = UUID(int=1), UUID(int=2), UUID(int=3)
NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
LANGUAGES = tuple(TEXTS)
NAMES = ["Ann", "Bob", None, "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo"]
PAIRS = 24
"""Pairs for each kind of table; with their moments they make some thousands of mails."""


TABLES: dict[str, dict[str, object]] = {
    "plain": {},
    "printed cards": {"pairing": "physical"},
    "backs seen always": {"own_backs": "visible"},
    "cards given to partners": {"teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"},
    "partners who show their cards": {"teams": 2, "team_view": True, "own_backs": "visible", "seven_o": True},
    "hands that move": {"seven_o": True, "own_backs": "visible"},
    "gifts": {"edition": "marvel"},
    "duels": {"edition": "transformers"},
    "a launcher": {"game": "attack", "launcher": [0, 2, 1, 0, 3]},
    "a wheel": {"game": "spin", "wheel": ["WAR", "SHOW_HAND", "UNO_SPIN", "ALMOST_UNO", "DRAW_RED"]},
}


class Pair(NamedTuple):
    run: Run
    viewer: Viewer
    other: Playing
    last: int


def pairs(options: Mapping[str, object], count: int) -> Iterator[Pair]:
    """Yield pairs of worlds, each run for several viewers."""
    dice = engine.Dice(repr(options).encode())
    for number in range(count // 3):
        seats = 4 if "teams" in options else 2 + dice.below(4)
        run = new_run(options, seats, number, list(Style)[number % len(Style)], 30)
        for _ in range(3):
            viewer = [None, *range(seats), *range(seats)][dice.below(2 * seats + 1)]
            yield Pair(run, viewer, twin(run, viewer, len(run.steps) - 1, dice), len(run.steps) - 1)


def moments(pair: Pair) -> Iterator[tuple[Moment, Moment]]:
    for first, second in together(pair.run, pair.viewer, pair.other, pair.last):
        # The first world has been played to its end already.
        yield first._replace(log=first.log[: first.table.version - pair.run.lobby.version]), second


def called_for(moment: Moment) -> list[tuple[Kind, dict[str, object]]]:
    """Return the kinds of message for this moment, with the facts that the reader may know."""
    told = [engine.redact(event, moment.viewer) for event in moment.events]
    found = [
        (kind, {"you": moment.viewer} | {fact: event.get(fact) for fact in kind.facts})
        for kind in KINDS
        for event in told
        if event["type"] in kind.events and kind.when(event, -1)
    ]
    return [*found, *((kind, {}) for kind in KINDS if not kind.events)]


def notice_of(kind: Kind, facts: dict[str, object], moment: Moment) -> Content:
    names = NAMES[: moment.table.seats]
    return Content(
        id=NOTIFICATION, kind=kind.name, player_id=PLAYER, data=facts, created_at=NOW, game_id=GAME, seq=moment.step,
        seat=moment.viewer, names=names, deadline_at=NOW, happened=moment.events,
    )  # fmt: skip


def links_of(moment: Moment, seat: int | None) -> Links:
    legal = [] if seat is None else engine.legal_commands(moment.table, seat)
    version = moment.table.version
    return Links(
        game=table_link(NOTIFICATION, GAME, version, address="ann@example.org"),
        commands=action_links(NOTIFICATION, GAME, version, legal, address="ann@example.org"),
        unsubscribe="https://play.example/m/unsubscribe/x",
    )


def rendered(kind: Kind, facts: dict[str, object], moment: Moment, seat: int | None) -> Parts:
    links = links_of(moment, seat)
    legal = [command for command, _ in links.commands]
    language = LANGUAGES[moment.step % len(LANGUAGES)]
    view = engine.view(moment.table, seat)
    return render(notice_of(kind, facts, moment), view, legal, language, "Europe/Paris", links)


def looked(moment: Moment) -> News:
    """Return what happened since the reader looked long ago."""
    log = moment.log[-MOST:]
    first = moment.table.version - len(log)
    events = [LoggedEvent(seq, NOW, 255, GAME, event, b"", None) for seq, event in enumerate(log, start=first + 1)]
    return News(first, tuple(events), cut=True, language="", made=1)


def observed(moment: Moment, seat: int | None) -> list[object]:
    """Return all mails of a moment as they are sent, with everything that a mail server sees of them."""
    seen: list[object] = []
    for kind, facts in called_for(moment):
        parts = rendered(kind, facts, moment, seat)
        mail = compose(
            OutgoingMessage(
                id=NOTIFICATION, kind=kind.name, player_id=PLAYER, language="en", title=parts.title, body=parts.body,
                text=parts.text, html=parts.html, url="", created_at=NOW, actions=parts.actions, collapse="x" * 22,
                unsubscribe_url="https://play.example/m/unsubscribe/x",
            ),
            "ann@example.org",
        )  # fmt: skip
        seen += [mail.subject, mail.body, mail.alternatives, mail.extra_headers, parts.body, parts.actions]
    told = replace(notice_of(KINDS[2], {}, moment), looked=looked(moment))
    item = Item(told, engine.view(moment.table, seat), links_of(moment, seat))
    seen.append(digest([item, item], LANGUAGES[moment.step % len(LANGUAGES)], "UTC", None))
    return seen


def some(pair: Pair) -> Iterator[tuple[Moment, Moment]]:
    """Yield some moments of a pair, including those with news."""
    for number, (first, second) in enumerate(moments(pair)):
        news = any(kind.events for kind, _ in called_for(first) if kind.name != "your_turn")
        if number % 9 == 5 or (news and number % 3 == 0):
            yield first, second


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_mails_tell_nothing_that_the_reader_may_not_know(table: Mapping[str, object]) -> None:
    compared: Counter[str] = Counter()
    known: dict[object, list[object]] = {}
    for pair in pairs(table, PAIRS):
        for first, second in some(pair):
            place = (pair.run.seed, pair.viewer, first.step)
            if place not in known:
                known[place] = observed(first, pair.viewer)
            assert observed(second, pair.viewer) == known[place]
            compared.update(kind.name for kind, _ in called_for(first))
    assert compared["reminder"] > 30


def test_a_mail_with_the_view_of_another_seat_would_be_found() -> None:
    def differs(pair: Pair) -> bool:
        other = (pair.viewer + 1) % pair.run.lobby.seats if pair.viewer is not None else 0
        return any(observed(first, other) != observed(second, other) for first, second in islice(some(pair), 3))

    assert any(differs(pair) for pair in pairs(TABLES["plain"], 20))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lock_screen_shows_tells_no_card(language: str) -> None:
    found = 0
    for pair in pairs(TABLES["plain"], 10):
        for moment, _ in islice(moments(pair), 4, 30, 5):
            others = [seat for seat in range(moment.table.seats) if seat != pair.viewer]
            for kind, facts in called_for(moment):
                seen = set()
                for seat in [pair.viewer, *others]:
                    links = links_of(moment, seat)
                    parts = render(
                        notice_of(kind, facts, moment), engine.view(moment.table, seat),
                        [command for command, _ in links.commands], language, "UTC", links,
                    )  # fmt: skip
                    seen.add((parts.title, parts.body))
                assert len(seen) == 1
                found += 1
    assert found > 50
