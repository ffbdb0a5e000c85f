"""A redeal is fair, and the seat would have seen the same with the cards it deals (SPEC 3.14)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import engine
from engine import events as e
from engine.chance import Tape
from engine.knowledge import Observer
from engine.rules.branches import redeal
from tests.engine.branches import places, seen
from tests.engine.knowledge import told
from tests.engine.matches import Match, Style, branch_of, turns
from tests.engine.worlds import Playing, new_run, together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.engine.worlds import Run

HINTS = (
    e.DrawnCardOffered, e.ChallengeDecided, e.TurnStarted, e.PileReshuffled, e.CardsDrawn, e.SeatSkipped, e.ColorAsked,
    e.DuelFought, e.WarFought, e.CardsDiscarded, e.UnoCleared, e.UnoMissed,
)  # fmt: skip
"""Events that reveal something about hidden cards, such as a playable drawn card or the result of a challenge."""


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pairing": "physical"},
        {"own_backs": "visible"},
        {"game": "classic", "seven_o": True},
        {"game": "classic", "skip_effect": "give_card", "misplay_penalty": 1},
        {"game": "spin"},
        {"game": "attack"},
        {"edition": "transformers"},
    ],
    ids=str,
)
def test_with_the_cards_of_a_redeal_the_seat_would_have_seen_the_same_all_along(options: dict[str, object]) -> None:
    """The origin is played again with the redealt cards lying where they would have lain before it began."""
    reached = redealt = 0
    for number in range(60):
        seats, seat = 2 + number % 3, number % 2
        run = new_run(options, seats, number, Style.ANY, 6 + number % 20)
        if run.tables[-1].phase is not engine.Phase.TURN or any(
            isinstance(event, e.PileReshuffled) for events in run.events for event in events
        ):
            continue
        run.steps[:] = [with_handle(*step, events) for step, events in zip(run.steps, run.events, strict=True)]
        watcher = Observer(seat)
        watcher.table = run.lobby.copy()
        for event in (event for events in run.events for event in events):
            watcher.watch(event)
        before = places(watcher.table)
        after = before[:]
        dice = engine.Dice(b"%d" % number)
        for group in watcher.hidden_places():
            for place, card in zip(group, dice.shuffle([after[place] for place in group]), strict=True):
                after[place] = card
        moved = dict(zip(before, after, strict=True))
        world = run.world._replace(pile=tuple(moved.get(card, card) for card in run.world.pile))
        other = Playing(run.lobby, run.dealer, world, b"\x02" * 32)
        steps = [second for _, second in together(run, seat, other, len(run.steps) - 1)]
        redealt += 1
        if len(steps) == len(run.steps):
            reached += 1
            assert seen(steps[-1].table, seat) == seen(watcher.table, seat)
        else:
            assert_hinted(run, seat, len(steps), other)
    assert reached > redealt / 5
    assert redealt > 20


def with_handle(
    seat: int | None, command: engine.Command, events: Sequence[engine.Event]
) -> tuple[int | None, engine.Command]:
    """Name the very card that was played: in another hand, another card might be the first with its face."""
    played = next((event for event in events if isinstance(event, e.CardPlayed)), None)
    if played and isinstance(command, engine.Play):
        command = command._replace(handle=played.handle)
    return seat, command


def assert_hinted(run: Run, seat: int, step: int, other: Playing) -> None:
    """The first difference is not a card, but a decision that a player made because of their cards."""
    here = [told(event, seat) for event in run.events[step]]
    there = [told(event, seat) for event in other.log]
    there = there[sum(len(events) for events in run.events[:step]) :]
    different = next((pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), None)
    if different is not None:
        hints = {kind.__name__ for kind in HINTS}
        assert {different[0][0], different[1][0]} <= hints, different


def chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
def test_all_orders_of_three_hidden_places_are_equally_likely() -> None:
    match = Match({"game": "classic"}, 2, 1).play(20)
    position = branch_of(match, turns(match)[-1], 0).origin[1]._replace(hidden=((0, 20, 30),))  # type: ignore[index]
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(6_000):
        hands, pile = redeal(position, Tape(number.to_bytes(32, "big")))
        cards = [card for hand in (*hands, pile) for card in hand]
        found[cards[0], cards[20], cards[30]] += 1
    assert len(found) == 6
    assert chi_square(list(found.values()), 1_000) < 20.5  # 5 degrees of freedom, p = 0.001


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
def test_every_hidden_card_is_equally_likely_to_be_the_first_of_anothers_hand() -> None:
    match = Match({"game": "classic"}, 2, 1).play(20)
    position = branch_of(match, turns(match)[-1], 0).origin[1]  # type: ignore[index]
    place = len(position.hands[0])
    hidden = next(group for group in position.hidden if place in group)
    draws = 100 * len(hidden)
    found = Counter(redeal(position, Tape(number.to_bytes(32, "big")))[0][1][0] for number in range(draws))
    assert len(found) == len(hidden)
    freedom = len(hidden) - 1
    assert chi_square(list(found.values()), 100) < freedom + 3.1 * (2 * freedom) ** 0.5 + 6  # p = 0.001


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
def test_behind_a_back_lies_each_of_the_two_cards_with_it_half_of_the_time() -> None:
    match = Match({"pairing": "physical"}, 2, 2).play(9)
    position = branch_of(match, turns(match)[-1], 0).origin[1]  # type: ignore[index]
    hand = range(len(position.hands[0]), len(position.hands[0]) + len(position.hands[1]))
    place = next(group[0] for group in position.hidden if len(group) == 2 and group[0] in hand)
    number_in_hand = place - len(position.hands[0])
    found = Counter(redeal(position, Tape(number.to_bytes(32, "big")))[0][1][number_in_hand] for number in range(2_000))
    assert len(found) == 2
    assert chi_square(list(found.values()), 1_000) < 10.8


def test_the_redeal_is_the_published_one() -> None:
    """Compare with the vector of docs/protocol/protocol.md."""
    match = Match({"game": "classic"}, 3, 1).play(20)
    position = (
        branch_of(match, turns(match)[-1])
        .origin[1]
        ._replace(  # type: ignore[index]
            hands=((10, 11, 12), (20, 21), (30, 31, 32)),
            pile=(40, 41, 42, 43, 44),
            hidden=((3, 5, 7, 9, 11), (4, 6), (8, 9, 10, 11)),
        )
    )
    hands, pile = redeal(position, Tape(bytes.fromhex(MASTER)))
    assert hands == [(10, 11, 12), (43, 21), (32, 31, 30)]
    assert pile == (20, 40, 42, 41, 44)


MASTER = "9f84412d39d018d217cadd63235ac682f0bbe53bdbc2fb9b5e6e1dbaa996b0a4"
"""K of the vectors."""
