"""The decks, starters and options of the editions of UNO Flip! (SPEC 1.5, 2, 6)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.cards import DARK, FACES, LIGHT
from engine.editions.flip import FLIP_DECK
from engine.testing.random_match import random_match
from tests.engine.matches import Match
from tests.engine.positions import at, texts

UNIQUE = {"marvel": ("WH", "wv"), "stranger_things": ("WJ", "we"), "transformers": ("WO", "wm")}
"""The wilds of each edition, light and dark."""
EDITIONS = pytest.mark.parametrize("edition", UNIQUE)


def faces(edition: str, side: int, **options: object) -> list[str]:
    return texts(engine.resolve({"edition": edition, **options}).deck[side])


@pytest.mark.rule("1.5")
@EDITIONS
def test_four_wilds_of_each_side_are_the_editions_own_and_all_else_is_the_base_deck(edition: str) -> None:
    for side, unique, plain in ((LIGHT, UNIQUE[edition][0], "W"), (DARK, UNIQUE[edition][1], "w")):
        assert Counter(faces(edition, side))[unique] == 4
        assert [plain if text == unique else text for text in faces(edition, side)] == texts(FLIP_DECK[side])


@pytest.mark.rule("1.5")
@EDITIONS
def test_a_wild_of_an_edition_counts_40_points(edition: str) -> None:
    rules = engine.resolve({"edition": edition})
    sums = [sum(rules.points[face] for face in side) for side in rules.deck]
    assert sums == [1280, 1480]
    assert {rules.points[FACES.index(text)] for text in UNIQUE[edition]} == {40}


@pytest.mark.rule("1.5")
@pytest.mark.parametrize("count", range(5))
def test_some_wilds_can_be_plain_ones(count: int) -> None:
    light, dark = (Counter(faces("marvel", side, edition_plain_wilds=count)) for side in (LIGHT, DARK))
    assert (light["W"], light["WH"], dark["w"], dark["wv"]) == (count, 4 - count, count, 4 - count)


@pytest.mark.rule("R-PAIRING")
@EDITIONS
def test_the_printed_cards_have_the_unique_wilds_in_the_places_of_the_plain_ones(edition: str) -> None:
    match = Match({"edition": edition, "pairing": "physical"}, 2, 1)
    match.start()
    plain = {FACES.index(text): FACES.index(wild) for text, wild in zip(UNIQUE[edition], "Ww", strict=True)}
    assert [tuple(plain.get(face, face) for face in side) for side in match.table.faces] == list(FLIP_DECK)


@pytest.mark.rule("R-PAIRING")
def test_a_given_pairing_is_a_list_of_the_cards_of_the_edition() -> None:
    def cards(edition: str) -> list[str]:
        light, dark = (faces(edition, side) for side in (LIGHT, DARK))
        return [f"{front}/{back}" for front, back in zip(light, dark[::-1], strict=True)]

    match = Match({"edition": "marvel", "pairing": cards("marvel")}, 2, 1)
    match.start()
    assert texts(match.table.faces[DARK]) == faces("marvel", DARK)[::-1]
    with pytest.raises(engine.OptionNotApplicable):
        engine.resolve({"edition": "marvel", "pairing": cards("base")})


@pytest.mark.rule("6")
def test_editions_come_with_their_own_starters_and_ways_to_score_unless_others_are_chosen() -> None:
    def chosen(edition: str, **options: object) -> tuple[object, object]:
        spec = dict(engine.resolve({"edition": edition, **options}).spec.options)
        return spec["starter"], spec["scoring"]

    assert chosen("marvel") == ("apply", "winner_takes")
    assert chosen("stranger_things") == chosen("transformers") == ("number_only", "single_round")
    assert chosen("transformers", starter="apply", scoring="own_low") == ("apply", "own_low")


@pytest.mark.rule("2.7", "6")
@pytest.mark.parametrize(
    ("edition", "starter"), [("marvel", "WH"), ("stranger_things", "WJ"), ("transformers", "WO"), ("marvel", "W")]
)
def test_a_wild_as_the_starter_only_lets_the_first_seat_name_the_color(edition: str, starter: str) -> None:
    deal = f"L cw dl=C ph=SETUP; A: x7; B: x7; C: x7; dr: {starter} x3; di:"
    table = at(deal, edition=edition, starter="apply").send("start")
    assert (table.phase, table.actor) == ("START_COLOR", "A")
    table.send("A color G")
    assert (table.phase, table.actor, table.color, table.sizes) == ("TURN", "A", "G", {"A": 7, "B": 7, "C": 7})


@pytest.mark.rule("2.7", "C12")
def test_in_two_editions_actions_and_wilds_are_covered_until_a_number_starts() -> None:
    table = at("L cw dl=B ph=SETUP; A: x7; B: x7; dr: WJ GF W2 R4 x3; di:", edition="stranger_things").send("start")
    assert (table.phase, table.actor, table.top) == ("TURN", "A", "R4")
    assert len(table.table.discard) == 4


@pytest.mark.rule("6", "3.8")
@pytest.mark.parametrize(("edition", "wild"), [(edition, wilds[1]) for edition, wilds in UNIQUE.items()])
def test_a_wild_uncovered_by_a_flip_has_no_effect_but_a_color(edition: str, wild: str) -> None:
    table = at(f"L cw t=A; A: YF x3; B: x2; C: x1; dr: x9; di: Y8/{wild}", edition=edition).send("A play YF")
    assert (table.phase, table.actor, table.top) == ("START_COLOR", "B", wild)
    table.send("B color t")
    assert (table.phase, table.actor, table.sizes) == ("TURN", "B", {"A": 3, "B": 2, "C": 1})


@pytest.mark.rule("6", "3.6")
@pytest.mark.parametrize(("edition", "wild"), [(edition, wilds[0]) for edition, wilds in UNIQUE.items()])
def test_a_wild_of_an_edition_may_be_laid_while_holding_the_color_and_convicts_like_any_wild(
    edition: str, wild: str
) -> None:
    commands = at(f"L cw t=A; A: {wild} Y1; B: x3; C: x3; dr: x9; di: Y8", edition=edition).legal("A")
    assert wild in {command.card for command in commands if isinstance(command, engine.Play)}
    table = at(f"L cw t=A; A: W2 {wild} G1; B: x3; C: x3; dr: x9; di: Y8", edition=edition)
    table.send("A play W2 color=G", "B challenge")
    assert table.sizes == {"A": 4, "B": 3, "C": 3}  # guilty


@pytest.mark.rule("8.1", "6")
@pytest.mark.parametrize(
    ("options", "refused"),
    [
        ({"edition_plain_wilds": 1}, "edition_plain_wilds"),
        ({"edition_tie": "player_chooses"}, "edition_tie"),
        ({"edition_tie": "player_chooses", "edition": "transformers"}, "edition_tie"),
        ({"edition_tie": "player_chooses", "edition": "marvel", "edition_plain_wilds": 4}, "edition_tie"),
        ({"edition_gift_may_go_out": True}, "edition_gift_may_go_out"),
        (
            {"edition_gift_may_go_out": True, "edition": "transformers", "edition_plain_wilds": 4},
            "edition_gift_may_go_out",
        ),
        ({"waffle_faces": [1]}, "waffle_faces"),
        ({"waffle_faces": [1], "edition": "marvel"}, "waffle_faces"),
        ({"waffle_faces": [], "edition": "stranger_things"}, "waffle_faces"),
    ],
)
def test_an_option_of_the_editions_is_refused_where_it_would_change_nothing(
    options: dict[str, object], refused: str
) -> None:
    with pytest.raises(engine.OptionNotApplicable) as error:
        engine.resolve(options)
    assert error.value.fields["option"] == refused


@pytest.mark.slow
@pytest.mark.rule("6")
@EDITIONS
@pytest.mark.parametrize("name", ["random", "sharp"])
def test_bots_play_matches_of_every_edition_to_their_end(edition: str, name: str) -> None:
    for seats in (2, 4, 10):
        options = {"edition": edition, "scoring": "single_round"}
        *_, (table, _) = random_match([engine.bot(name)] * seats, options, bytes([seats]) * 32)
        assert table.result is not None
