"""The deck: the 112 printed cards, their points, and the faces behind each other (SPEC 1)."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import engine
from engine.cards import COLOR_OF, FACES, NUMBER_OF, SYMBOL_OF
from engine.editions.flip import FLIP_DECK, FLIP_POINTS
from tests.engine.matches import Match

LIGHT = Counter(FACES[face] for face in FLIP_DECK.light)
DARK = Counter(FACES[face] for face in FLIP_DECK.dark)
PRINTED = Counter(f"{FACES[light]}/{FACES[dark]}" for light, dark in zip(*FLIP_DECK, strict=True))


@pytest.mark.rule("1.1", "C01")
@pytest.mark.parametrize(
    ("side", "colors", "actions", "wilds"),
    [(LIGHT, "RYGB", ("+1", "R", "S", "F"), ("W", "W2")), (DARK, "ptov", ("+5", "R", "E", "F"), ("w", "wc"))],
)
def test_each_side_has_every_colored_face_twice_and_every_wild_four_times(
    side: Counter[str], colors: str, actions: tuple[str, ...], wilds: tuple[str, ...]
) -> None:
    symbols = (*"123456789", *actions)
    expected = {color + symbol: 2 for color in colors for symbol in symbols} | dict.fromkeys(wilds, 4)
    assert side == expected
    assert side.total() == 112


@pytest.mark.rule("1.1")
def test_no_side_has_a_zero() -> None:
    assert not [face for face in LIGHT + DARK if face.endswith("0")]


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("face", "points"),
    [
        *[("R" + str(number), number) for number in range(1, 10)],
        *[("v" + str(number), number) for number in range(1, 10)],
        ("G+1", 10), ("GR", 20), ("GS", 20), ("GF", 20), ("W", 40), ("W2", 50),
        ("t+5", 20), ("tR", 20), ("tE", 30), ("tF", 20), ("w", 40), ("wc", 60),
    ],
)  # fmt: skip
def test_a_face_is_worth_its_points(face: str, points: int) -> None:
    assert FLIP_POINTS[FACES.index(face)] == points


@pytest.mark.rule("1.1")
def test_the_light_side_is_worth_1280_and_the_dark_side_1480() -> None:
    assert sum(FLIP_POINTS[face] for face in FLIP_DECK.light) == 1280
    assert sum(FLIP_POINTS[face] for face in FLIP_DECK.dark) == 1480


@pytest.mark.rule("1.4")
def test_blue_one_over_skip_everyone_is_the_only_printed_card_that_exists_twice() -> None:
    assert [card for card, count in PRINTED.items() if count > 1] == ["B1/vE"]


@pytest.mark.rule("1.4")
def test_no_printed_card_has_a_wild_or_a_flip_on_both_sides() -> None:
    for light, dark in zip(*FLIP_DECK, strict=True):
        assert {SYMBOL_OF[light], SYMBOL_OF[dark]} != {"F"}
        assert not (FACES[light][0] == "W" and FACES[dark][0] == "w")


@pytest.mark.rule("1.4")
def test_forty_printed_cards_have_numbers_on_both_sides() -> None:
    assert sum(NUMBER_OF[light] > 0 and NUMBER_OF[dark] > 0 for light, dark in zip(*FLIP_DECK, strict=True)) == 40


@pytest.mark.rule("1.4")
def test_behind_a_draw_card_of_the_light_side_is_always_a_number() -> None:
    backs = [dark for light, dark in zip(*FLIP_DECK, strict=True) if SYMBOL_OF[light] in ("+1", "W2")]
    assert len(backs) == 12
    assert all(NUMBER_OF[back] > 0 for back in backs)


@pytest.mark.rule("1.4")
def test_a_printed_back_leaves_two_fronts_at_most_but_for_the_wilds() -> None:
    fronts = defaultdict(set)
    for light, dark in zip(*FLIP_DECK, strict=True):
        fronts[FACES[dark]].add(light)
    assert {back for back, faces in fronts.items() if len(faces) > 2} == {"w", "wc"}
    assert len(fronts["vE"]) == 1


def pairs_of(match: Match) -> list[tuple[int, int]]:
    return list(zip(*match.table.faces, strict=True))


def started(seed: int, **options: object) -> Match:
    return Match(options, 3, seed).play(4)


@pytest.mark.rule("1.4", "R-PAIRING")
def test_pairing_is_by_lot_fresh_for_every_match() -> None:
    first, second = pairs_of(started(1)), pairs_of(started(2))
    assert first != second
    for pairs in (first, second):
        assert Counter(light for light, _ in pairs) == Counter(FLIP_DECK.light)
        assert Counter(dark for _, dark in pairs) == Counter(FLIP_DECK.dark)


@pytest.mark.rule("1.3")
def test_no_dark_color_goes_with_a_light_color() -> None:
    together = {(COLOR_OF[light], COLOR_OF[dark]) for seed in range(8) for light, dark in pairs_of(started(seed))}
    assert len(together) == 5 * 5  # four colors and wild, on either side


@pytest.mark.rule("R-PAIRING")
def test_the_pairing_is_kept_for_all_rounds_of_a_match() -> None:
    match = started(3, target=10_000)
    pairs = pairs_of(match)
    while match.table.round < 3:
        match.step()
    assert pairs_of(match) == pairs


@pytest.mark.rule("R-PAIRING")
def test_pairing_physical_is_what_is_printed() -> None:
    assert pairs_of(started(1, pairing="physical")) == pairs_of(started(2, pairing="physical"))
    assert Counter(pairs_of(started(1, pairing="physical"))) == Counter(zip(*FLIP_DECK, strict=True))


@pytest.mark.rule("R-PAIRING")
def test_a_custom_pairing_is_taken_as_given() -> None:
    dark = FLIP_DECK.dark[::-1]
    cards = [f"{FACES[front]}/{FACES[back]}" for front, back in zip(FLIP_DECK.light, dark, strict=True)]
    assert pairs_of(started(1, pairing=cards)) == list(zip(FLIP_DECK.light, dark, strict=True))


@pytest.mark.rule("R-PAIRING")
@pytest.mark.parametrize("cards", ["custom", ["R1"] * 112, ["R1/p3/x"] * 112, ["R1/q3"] * 112, [1] * 112])
def test_a_custom_pairing_that_is_no_list_of_cards_is_refused(cards: object) -> None:
    with pytest.raises(engine.BadOptionValue):
        engine.resolve({"pairing": cards})


@pytest.mark.rule("R-PAIRING")
@pytest.mark.parametrize("cards", [[], ["R1/p3"] * 112])
def test_a_custom_pairing_that_is_no_whole_deck_is_refused(cards: object) -> None:
    with pytest.raises(engine.OptionNotApplicable):
        engine.resolve({"pairing": cards})


@pytest.mark.rule("R-PAIRING")
def test_the_pairing_stays_secret_while_the_match_runs() -> None:
    match = started(5)
    begun = next(event for event in match.log if type(event).__name__ == "MatchStarted")
    for viewer in (None, 0, 1, 2):
        assert {"light", "dark"}.isdisjoint(engine.redact(begun, viewer))
    assert len(engine.redact(begun, engine.OPEN)["dark"]) == 112
