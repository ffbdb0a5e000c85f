"""The deck prefers nothing: twenty thousand deals are counted. Seeds are fixed, so results never vary."""

import re
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.chance import MiscKind
from tests.engine.fairness import (
    SEATS,
    Drift,
    Places,
    bytes_reduced,
    deals,
    even,
    everywhere,
    neighbors,
    off_by_one,
    one_cut,
    positions,
    presses,
    spins,
)

pytestmark = pytest.mark.slow

DEALS = 20_000
CARDS = 112
LEFT = 60
"""Discards that are shuffled again."""
MOST = 4.0
"""Deviations from even, in either direction, that an honest deck exceeds once in 16,000 times."""
PAGE = (Path(__file__).parents[2] / "docs" / "players" / "verifying.md").read_text("utf-8")


def measured() -> dict[str, Drift]:
    """Return every measured drift by its name on the page."""
    start = engine.rules_of(engine.replay(engine.new_match({}, seats=SEATS, commitment="")).spec)
    backs = Counter(start.deck.dark)
    faces = {face: place for place, face in enumerate(backs)}
    place = Places([1] * CARDS)
    hand = Places([7] * SEATS + [CARDS - 7 * SEATS])
    behind = Places(list(backs.values()))
    again = Places([1] * LEFT)
    starters: Counter[object] = Counter()
    dealers: Counter[object] = Counter()
    lots: Counter[object] = Counter()
    piles = []
    for deal in deals(DEALS):
        place.add((at, (card,)) for at, card in enumerate(deal.pile))
        hand.add([*enumerate(deal.hands), (SEATS, deal.pile[: -7 * SEATS])])
        behind.add((faces[back], (card,)) for card, back in enumerate(deal.dark))
        again.add((at, (card,)) for at, card in enumerate(deal.tape.shuffle(1, range(LEFT))))
        starters[deal.starter] += 1
        dealers[deal.dealer] += 1
        lots[deal.tape.misc(MiscKind.DEALER, 0).below(7)] += 1
        piles.append(deal.pile)
    weights = dict(enumerate(engine.resolve({"game": "attack"}).launcher_weights))
    sectors = dict.fromkeys(engine.resolve({"game": "spin"}).sectors, 1)
    return {
        "place of each card in the pile": place.drift(),
        "card on top of each card": neighbors(piles, CARDS),
        "holder of each card": hand.drift(),
        "dark face behind each card": behind.drift(),
        "place of each card after a reshuffle": again.drift(),
        "starter": even(starters, dict.fromkeys(range(CARDS), 1)),
        "dealer by the highest card": even(dealers, dict.fromkeys(range(SEATS), 1)),
        "dealer by lot": even(lots, dict.fromkeys(range(7), 1)),
        "cards fired by a press": even(Counter(presses(DEALS)), weights),
        "sector of the wheel": even(Counter(spins(DEALS)), sectors),
    }


def test_deals_prefer_nothing_and_the_page_says_so() -> None:
    found = measured()
    assert {what: drift.deviations for what, drift in found.items() if abs(drift.deviations) > MOST} == {}
    rows = re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \| ([\d,.]+) \| ([+-][\d.]+) \|$", PAGE, re.MULTILINE)
    assert rows == [
        (what, f"{drift.freedom:,}", f"{drift.chi_square:,.1f}", f"{drift.deviations:+.2f}")
        for what, drift in found.items()
    ]


@pytest.mark.parametrize("shuffle", [bytes_reduced, off_by_one, everywhere])
def test_a_shuffle_with_a_bias_is_found_out(shuffle: object) -> None:
    drift = positions((shuffle(CARDS, number) for number in range(2_000)), CARDS)  # type: ignore[operator]
    assert drift.deviations > 3 * MOST


def test_cards_that_stay_together_are_found_out() -> None:
    assert neighbors((one_cut(CARDS, number) for number in range(2_000)), CARDS).deviations > 3 * MOST


def test_a_lot_that_leans_a_little_is_found_out() -> None:
    # One seat of four has eleven lots of 41, the others ten each.
    dice = engine.Dice(b"a leaning lot")
    counts: Counter[object] = Counter(max(dice.below(41) - 1, 0) // 10 for _ in range(DEALS))
    assert even(counts, dict.fromkeys(range(4), 1)).deviations > MOST


def test_counts_that_are_too_even_are_found_out() -> None:
    counts: Counter[object] = Counter(dict.fromkeys(range(CARDS), DEALS // CARDS))
    assert even(counts, dict.fromkeys(range(CARDS), 1)).deviations < -MOST
