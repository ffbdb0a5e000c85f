"""Automatic moves: of a seat without a choice, and by standing orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.chance import automatic_id
from tests.engine.positions import at
from tests.engine.strategies import matches

if TYPE_CHECKING:
    from tests.engine.matches import Match
    from tests.engine.positions import AtTable

CHOICE = "L cw t=A; A: R5 G5 Y7; B: x5; C: x5; dr: x20; di: R7"
NO_CHOICE = "L cw t=A; A: G5 Y8 B9; B: x5; C: x5; dr: x20; di: R7"


def automatic(
    table: AtTable, orders: engine.Orders = engine.NO_ORDERS, seat: str = "A", *, forced: bool = True
) -> engine.AutomaticMove | None:
    return engine.automatic_move(table.sees(seat), table.legal(seat), orders, forced_moves=forced)


# -- Forced moves ------------------------------------------------------------------------------------------------------


def test_a_seat_without_a_choice_draws() -> None:
    assert automatic(at(NO_CHOICE)) == (engine.Draw(), "forced")


def test_only_where_the_table_has_forced_moves() -> None:
    assert automatic(at(NO_CHOICE), forced=False) is None


def test_playing_or_drawing_is_a_choice() -> None:
    assert automatic(at(CHOICE)) is None


def test_nothing_is_made_for_a_seat_that_is_not_on_turn() -> None:
    assert automatic(at(NO_CHOICE), seat="B") is None


def test_a_spectator_has_no_moves() -> None:
    table = at(NO_CHOICE)
    assert engine.automatic_move(engine.view(table.table, None), [], forced_moves=True) is None


# -- A plan ------------------------------------------------------------------------------------------------------------


def planned(*cards: str) -> engine.Orders:
    return engine.Orders(plan=tuple(engine.PlannedPlay(card) for card in cards))


def test_the_next_card_of_a_plan_is_played() -> None:
    assert automatic(at(CHOICE), planned("R5", "G5")) == (engine.Play("R5"), "plan")


def test_a_later_card_of_a_plan_is_not_played_before_its_turn() -> None:
    assert automatic(at(CHOICE), planned("G5", "R5")) is None


def test_a_planned_wild_names_its_color() -> None:
    orders = engine.Orders(plan=(engine.PlannedPlay("W", "G"),))
    assert automatic(at("L cw t=A; A: W G5 Y8; B: x5; C: x5; dr: x20; di: R7"), orders) == (
        engine.Play("W", "G"),
        "plan",
    )


def test_a_plan_does_not_call_uno_unless_the_orders_say_so() -> None:
    position = "L cw t=A; A: R5 G5; B: x5; C: x5; dr: x20; di: R7"
    assert automatic(at(position), planned("R5")) == (engine.Play("R5"), "plan")
    calls = planned("R5")._replace(call_uno=True)
    assert automatic(at(position), calls) == (engine.Play("R5", uno=True), "plan")


# -- Answers -----------------------------------------------------------------------------------------------------------

WILD_DRAW = "L cw t=A; A: W2 R5 G5 Y1; B: R1 R2 R3 R4 R6; C: x5; dr: x20; di: R7"


@pytest.mark.parametrize(
    ("least", "command"), [(0, engine.Accept()), (3, engine.Challenge()), (4, engine.Accept()), (None, None)]
)
def test_a_challenge_is_made_from_a_number_of_cards_on(least: int | None, command: engine.Command | None) -> None:
    table = at(WILD_DRAW).send("A play W2 color=B")
    made = automatic(table, engine.Orders(challenge=least), "B")
    assert made == (None if command is None else (command, "challenge"))


DRAWN = "L cw t=A; A: G5 Y8 B9; B: x5; C: x5; dr: R4 x20; di: R7"


def drawn() -> AtTable:
    table = at(DRAWN).send("A draw")
    assert table.legal("A"), "the card can be played or kept"
    return table


def test_a_drawn_card_is_played_or_kept() -> None:
    assert automatic(drawn(), engine.Orders(drawn_card="keep")) == (engine.Pass(), "drawn_card")
    assert automatic(drawn(), engine.Orders(drawn_card="play")) == (engine.Play("R4"), "drawn_card")
    assert automatic(drawn(), engine.Orders(challenge=3)) is None


def test_a_drawn_wild_waits_for_its_color() -> None:
    table = at("L cw t=A; A: G5 Y8 B9; B: x5; C: x5; dr: W x20; di: R7").send("A draw")
    assert automatic(table, engine.Orders(drawn_card="play")) is None


# -- Waking the player -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wake", "side"),
    [
        (engine.WakeMe(one_card=True), None),
        (engine.WakeMe(flipped=True), "dark"),
        (engine.WakeMe(few_cards=3), None),
    ],
)
def test_the_player_is_woken_where_they_want_to_decide(wake: engine.WakeMe, side: str | None) -> None:
    table = at("L cw t=A; A: R5 G5 Y7; B: x1; C: x5; dr: x20; di: R7")
    assert automatic(table, planned("R5")._replace(wake_me=wake, side=side)) is None
    assert automatic(table, planned("R5")._replace(wake_me=engine.WakeMe(few_cards=2), side="light")) is not None


def test_the_player_is_woken_before_a_penalty() -> None:
    orders = engine.Orders(challenge=0, wake_me=engine.WakeMe(penalty=True))
    assert automatic(at(WILD_DRAW).send("A play W2 color=B"), orders, "B") is None


def test_nobody_is_woken_for_a_move_without_a_choice() -> None:
    assert automatic(at(NO_CHOICE), engine.Orders(wake_me=engine.WakeMe(few_cards=7))) == (engine.Draw(), "forced")


# -- Laws --------------------------------------------------------------------------------------------------------------

ORDERS = st.builds(
    engine.Orders,
    challenge=st.none() | st.integers(0, 10),
    drawn_card=st.sampled_from((None, "play", "keep")),
    call_uno=st.booleans(),
    plan=st.just(()),
    wake_me=st.builds(engine.WakeMe, st.booleans(), st.booleans(), st.booleans(), st.integers(0, 8)),
    side=st.sampled_from((None, "light", "dark")),
)


@pytest.mark.slow
@given(match=matches(most=60), orders=ORDERS, data=st.data())
@settings(max_examples=150, deadline=None)
def test_an_automatic_move_is_legal_and_follows_from_what_the_seat_sees(
    match: Match, orders: engine.Orders, data: st.DataObject
) -> None:
    forced = data.draw(st.booleans())
    for seat in range(match.table.seats):
        view, legal = engine.view(match.table, seat), engine.legal_commands(match.table, seat)
        plays = [one for one in legal if isinstance(one, engine.Play)]
        if plays:
            card, color, *_, target, _ = data.draw(st.sampled_from(plays))
            orders = orders._replace(plan=(engine.PlannedPlay(card, color, target),))
        move = engine.automatic_move(view, legal, orders, forced_moves=forced)
        assert move is None or (move.command in legal and match.table.turn == seat)
        assert move == engine.automatic_move(view, list(reversed(legal)), orders, forced_moves=forced)


# -- Chance ------------------------------------------------------------------------------------------------------------

SEED = bytes(range(32))


def test_the_id_of_an_automatic_move_is_bound_to_its_version_seat_and_cause() -> None:
    ids = {
        automatic_id(SEED, version, seat, cause)
        for version in (7, 8)
        for seat in (0, 1)
        for cause in ("forced", "plan")
    }
    assert len(ids) == 8
    assert all(one[6] >> 4 == 4 and one[8] >> 6 == 2 for one in ids), "they look like random UUIDs"
    chance = engine.Chance(bytes(16), SEED)
    assert chance.automatic_id(7, 1, "plan") == automatic_id(SEED, 7, 1, "plan")


def test_delays_follow_from_the_seed_version_and_seat() -> None:
    chance = engine.Chance(bytes(16), SEED)
    drawn = [chance.automatic_delay(*at).below(65_536) for at in ((7, 1), (7, 1), (8, 1), (7, 2))]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3
