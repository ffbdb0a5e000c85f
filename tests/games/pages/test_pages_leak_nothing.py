"""In two worlds that differ only in hidden cards, the pages behind a player's links are equal (SPEC 4)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games.notifications import links
from games.notifications.rendering.sentences import Narrator
from games.pages import render
from games.pages.link import MOST, seen
from games.pages.stylesheet import STYLE
from games.store.option_sets import OptionSet
from games.types import Game, GameState, LoggedEvent, SeatKind, SeatRecord, Spectators, Status
from tests.engine.matches import Style
from tests.engine.worlds import new_run, together, twin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.engine.worlds import Moment

pytestmark = pytest.mark.slow

GAME, TOLD = UUID(int=7), UUID(int=8)
NOW = datetime(2026, 11, 21, tzinfo=UTC)
PAIRS, TWINS = 16, 8
"""Pairs of worlds of each kind, and per run. Few suffice: views are compared ten thousand times elsewhere."""
KINDS: dict[str, Mapping[str, object]] = {
    "flip": {},
    "printed cards": {"pairing": "physical"},
    "backs seen always": {"own_backs": "visible"},
    "cards given away": {"skip_effect": "give_card"},
    "partners who show their cards": {"teams": 2, "team_view": True, "seven_o": True},
    "hands that move": {"seven_o": True},
    "gifts": {"edition": "marvel"},
    "duels": {"edition": "transformers"},
    "drawn cards laid open": {"reveal_draw_color": "all"},
    "a launcher": {"game": "attack", "launcher": [0, 2, 1, 0, 3]},
    "a wheel": {"game": "spin", "wheel": ["WAR", "SHOW_HAND", "UNO_SPIN", "TRADE_HANDS", "ALMOST_UNO", "DRAW_RED"]},
}


def compared(options: Mapping[str, object], count: int) -> Iterator[tuple[Moment, Moment]]:
    """Yield moments of two worlds that a seat may not tell apart, with their number."""
    dice = engine.Dice(repr(sorted(options)).encode())
    for number in range(count // TWINS):
        seats = 4 if "teams" in options else 2 + dice.below(4)
        run = new_run(options, seats, number, tuple(Style)[number % len(Style)], 40)
        for _ in range(TWINS):
            viewer, last = dice.below(seats), len(run.steps) - 1
            for first, second in together(run, viewer, twin(run, viewer, last, dice), last):
                # The first world has been played to its end already.
                yield first._replace(log=first.log[: first.table.version - run.lobby.version]), second


def pages(moment: Moment) -> list[str]:
    """Return the pages of the links that the viewer has at this moment."""
    seat = moment.viewer
    assert seat is not None
    state = GameState(_game(moment.table), moment.table, None, seat, NOW)
    version = moment.table.version
    legal = engine.legal_commands(moment.table, seat)
    urls = [url for _, url in links.action_links(TOLD, GAME, version, legal[:6])]
    stale = max(0, version - len(moment.events))
    urls += [links.table_link(TOLD, GAME, version), links.table_link(TOLD, GAME, stale)]
    urls += [url for _, url in links.action_links(TOLD, GAME, stale, [engine.Draw()])]
    return [render.page_of(_visit(url, state, moment)).replace(STYLE, "") for url in urls]


def _visit(url: str, state: GameState, moment: Moment) -> Any:
    link = links.read(url.rpartition("/")[2])
    assert link is not None
    first = moment.table.version - len(moment.log) + 1
    logged = [LoggedEvent(seq, NOW, 255, GAME, event, b"", None) for seq, event in enumerate(moment.log, start=first)]
    return seen(link, UUID(int=9), state, ("en", "UTC"), tuple(logged[-MOST:]), cut=True)


def _game(table: engine.Table) -> Game:
    options = dict(table.spec.options)
    seats = [
        SeatRecord(seat, SeatKind.HUMAN, UUID(int=10 + seat), f"Player {seat}", None) for seat in range(table.seats)
    ]
    return Game(
        id=GAME, version=table.version, chain=b"", status=Status.RUNNING, private=False,
        spectators=Spectators.DELAYED, spectator_version=0,
        ruleset=str(options["game"]), edition=str(options["edition"]), option_set=OptionSet.of(options),
        seats=tuple(seats), control=None, turn_seat=table.turn, waits_for=(), asked_at=None, deadline_at=None,
        followed=False, created_at=NOW, updated_at=NOW,
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_can_tell_worlds_apart_by_their_pages(kind: str) -> None:
    seen_pages = 0
    for number, (first, second) in enumerate(compared(KINDS[kind], PAIRS)):
        if number % 7 == 6:
            here = pages(first)
            assert here == pages(second), (kind, number)
            seen_pages += len(here)
    assert seen_pages > 3 * PAIRS


_view, _legal, _told = engine.view, engine.legal_commands, Narrator.sentences


def view_of_the_next_seat(table: engine.Table, seat: int | None) -> engine.View:
    return _view(table, ((seat or 0) + 1) % table.seats)


def moves_of_the_next_seat(table: engine.Table, seat: int) -> list[engine.Command]:
    return _legal(table, (seat + 1) % table.seats)


def told_as_to_its_seat(teller: Narrator, events: Iterable[engine.Event]) -> list[str]:
    return [
        line for event in events for line in _told(teller._replace(you=getattr(event, "seat", teller.you)), [event])
    ]


PLANTED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "the view of another seat": (engine, "view", view_of_the_next_seat),
    "the moves of another seat": (engine, "legal_commands", moves_of_the_next_seat),
    "what a seat is told of its own cards": (Narrator, "sentences", told_as_to_its_seat),
}


@pytest.mark.parametrize("leak", PLANTED.values(), ids=PLANTED)
def test_a_planted_leak_is_found(leak: tuple[Any, str, Callable[..., Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, planted = leak

    def differ(first: Moment, second: Moment) -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(where, name, planted)
            return pages(first) != pages(second)

    assert any(differ(first, second) for first, second in compared(KINDS["flip"], 4 * PAIRS))
