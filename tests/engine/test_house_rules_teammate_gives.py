"""Teammates who help a seat that cannot play (SPEC 8.2 teammate_gives)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from engine.notation import parse_position, print_position
from tests.engine.positions import AtTable, at

STUCK = "L cw t=A; A: B3 G4; B: R1 R2; C: Y5 B7 B9; D: R3 R4; dr: B1 B2 Y3 B6; di: Y8"
"""A cannot play; its partner C can help."""
THREE = "L cw t=A; A: B3 G4; B: R1 R2; C: Y5 B7; D: R3 R4; E: Y6 B9; F: R5 R6; dr: B1 Y3 B6 B8; di: Y8"
"""A's partners are C and E."""


def table(position: str = STUCK, **options: object) -> AtTable:
    return at(position, **({"teams": 2, "teammate_gives": True} | options))


def asks(game: AtTable) -> bool:
    return any(isinstance(command, engine.Ask) for command in game.legal("A"))


@pytest.mark.rule("8.2", "8.4")
def test_it_needs_teams() -> None:
    with pytest.raises(engine.OptionNotApplicable) as refused:
        engine.resolve({"teammate_gives": True})
    assert refused.value.fields["option"] == "teammate_gives"


@pytest.mark.rule("8.2")
def test_without_the_house_rule_nobody_asks() -> None:
    assert at(STUCK, teams=2).refusal("A ask") == "option_off"
    assert not asks(at(STUCK, teams=2))


@pytest.mark.rule("8.2")
def test_a_playable_gift_is_treated_like_a_drawn_card() -> None:
    game = table().send("A ask", "C give Y5")
    assert (game.phase, game.actor) == ("DRAWN", "A")
    assert {type(command) for command in game.legal("A")} == {engine.Pass, engine.Play}
    assert game.refusal("A play B3") == "only_drawn_card"
    assert game.refusal("A ask") == "wrong_phase"
    game.send("A play Y5")
    assert (game.actor, game.sizes) == ("B", {"A": 2, "B": 2, "C": 2, "D": 2})


@pytest.mark.rule("8.2")
def test_a_playable_gift_may_be_kept_unless_drawn_cards_must_be_played() -> None:
    assert table().send("A ask", "C give Y5", "A pass").actor == "B"
    assert table(drawn_play="forced").send("A ask", "C give Y5").refusal("A pass") == "must_play"


@pytest.mark.rule("8.2")
def test_a_gift_that_does_not_fit_stays_and_ends_the_turn() -> None:
    game = table().send("A ask", "C give B7")
    assert (game.phase, game.actor) == ("TURN", "B")
    assert game.hand("A") == ["B3", "G4", "B7"]
    assert not game.events(e.CardsDrawn)


@pytest.mark.rule("8.2")
def test_after_a_refusal_the_seat_draws_as_usual() -> None:
    game = table().send("A ask", "C decline")
    assert game.hand("A") == ["B3", "G4", "B1"]
    assert (game.phase, game.actor) == ("TURN", "B")
    offered = table(STUCK.replace("dr: B1", "dr: Y1")).send("A ask", "C decline")
    assert (offered.phase, offered.actor) == ("DRAWN", "A")


@pytest.mark.rule("8.2", "8.4")
def test_with_draw_until_playable_the_seat_asks_first_and_then_draws_until_it_can_play() -> None:
    game = table(draw_until_playable=True).send("A ask", "C decline")
    assert game.hand("A") == ["B3", "G4", "B1", "B2", "Y3"]
    assert (game.phase, game.actor) == ("DRAWN", "A")


@pytest.mark.rule("8.2")
def test_nobody_gives_their_last_card_so_without_a_helper_the_seat_draws_at_once() -> None:
    game = table(STUCK.replace("C: Y5 B7 B9", "C: Y5")).send("A ask")
    assert not game.events(e.HelpAsked)
    assert game.hand("A") == ["B3", "G4", "B1"]


@pytest.mark.rule("8.2")
def test_who_can_play_may_not_ask() -> None:
    game = table(STUCK.replace("A: B3", "A: Y3"))
    assert game.refusal("A ask") == "must_play"
    assert (game.refused.rule, game.refused.paragraph) == ("8.2", "teammate_gives")
    assert str(game.refused) == "You hold a playable card, so you cannot ask for help."
    assert not asks(game)
    assert asks(table())
    assert game.refusal("B ask") == "not_your_turn"


@pytest.mark.rule("8.2", "8.4")
def test_who_must_answer_a_stacked_penalty_may_not_ask() -> None:
    position = "L cw t=D; A: B3 G4; B: R1 R2; C: Y5 B7 B9; D: Y+1 R4; dr: x9; di: Y8"
    game = table(position, stack="same").send("D play Y+1 uno")
    assert (game.phase, game.actor) == ("PENALTY", "A")
    assert game.refusal("A ask") == "wrong_phase"


@pytest.mark.rule("8.2", "3.4")
def test_only_teammates_answer_and_nobody_else_may_do_anything() -> None:
    game = table().send("A ask")
    assert (game.phase, game.actor) == ("TEAM_AID", "C")
    assert game.refusal("B give R1") == "not_your_turn"
    assert game.refusal("D decline") == "not_your_turn"
    assert game.refusal("A give B3") == "not_your_turn"
    assert game.refusal("C give Y5 to=B") == "bad_target"
    assert game.refusal("C give Y6") == "card_not_in_hand"
    assert game.refusal("C draw") == "wrong_phase"
    assert game.refusal("A draw") == "not_your_turn"
    assert game.legal("A") == game.legal("B") == game.legal("D") == []
    assert any(isinstance(command, engine.Decline) for command in game.legal("C"))
    assert engine.Give("Y5", 0) in game.legal("C")


@pytest.mark.rule("8.2")
def test_all_teammates_are_asked_and_any_of_them_may_answer_first() -> None:
    game = table(THREE).send("A ask")
    assert game.events(e.HelpAsked) == [e.HelpAsked(2, 0, (2, 4))]
    game.send("E decline")
    assert game.refusal("E give Y6") == "not_your_turn"
    assert game.actor == "C"
    game.send("C decline")
    assert (game.actor, game.hand("A")) == ("B", ["B3", "G4", "B1"])
    given = table(THREE).send("A ask", "E give Y6 uno")
    assert (given.actor, given.phase, given.uno["E"]) == ("A", "DRAWN", "safe")
    second = table(THREE).send("A ask", "C decline")
    assert (second.actor, second.phase) == ("E", "TEAM_AID")


@pytest.mark.rule("8.2", "3.5")
def test_teammates_are_asked_in_the_direction_of_play() -> None:
    assert table(THREE.replace("cw", "ccw")).send("A ask").actor == "E"


@pytest.mark.rule("8.2", "3.9")
def test_who_gives_down_to_one_card_calls_uno_or_may_be_caught() -> None:
    position = STUCK.replace("C: Y5 B7 B9", "C: Y5 B7")
    game = table(position).send("A ask", "C give Y5")
    assert game.uno["C"] == "exposed"
    assert game.send("B catch C").sizes["C"] == 3
    assert table(position).send("A ask", "C give Y5 uno").uno["C"] == "safe"


@pytest.mark.rule("8.2", "3.9")
def test_who_is_given_a_card_has_no_call_to_make_any_more() -> None:
    game = table("L cw t=A; A: B3; B: R1 R2; C: Y5 B7 B9; D: R3 R4; dr: x5; di: Y8")
    game.send("A ask", "C give B7")
    assert (game.sizes["A"], game.uno["A"]) == (2, "none")


@pytest.mark.rule("8.2", "4")
def test_the_two_seats_know_the_card_and_the_others_its_back() -> None:
    game = table(STUCK.replace("Y5", "Y5/t8")).send("A ask", "C give Y5")
    assert game.told("A", "card_given")[0]["face"] == game.told("C", "card_given")[0]["face"] == "Y5"
    assert "face" not in game.told("B", "card_given")[0]
    assert game.told(None, "card_given")[0]["back"] == "t8"
    assert table().send("A ask").sees("B").decision == engine.HelpDecision(seat=2, by=0, seats=[2])


@pytest.mark.rule("8.2", "R-BLOCKED")
def test_a_round_in_which_nobody_can_draw_is_blocked_after_refusals_too() -> None:
    game = table("L cw t=A; A: B3 G4; B: R1 R2; C: G5 B7; D: R3 R4; dr: ; di: Y8")
    game.send("A ask", "C decline", "B ask", "D decline", "C ask", "A decline", "D ask", "B decline")
    assert game.events(e.RoundBlocked)


@pytest.mark.rule("8.2", "8.3")
def test_a_seat_that_waits_for_help_is_knocked_out_only_afterwards() -> None:
    position = "L cw t=A; A: Y3 B4; B: R1 R2; C: Y5 B7 B9; D: G1 G2; dr: R5 R6 R7 x20; di: Y8"
    game = table(position, hand_limit=10, uno_penalty=10, uno_window="last_card")
    game.send("A play Y3", "B draw", "C draw", "D draw", "A ask", "B catch A")
    assert (game.sizes["A"], game.phase, game.table.out) == (11, "TEAM_AID", ())
    game.send("C give B7")
    assert (game.table.out, game.actor) == ((0,), "B")


@pytest.mark.rule("8.2", "8.3", "R-MERCY")
@pytest.mark.parametrize("asked", ["C", "E"])
def test_a_teammate_that_is_asked_for_help_is_knocked_out_only_after_its_answer(asked: str) -> None:
    game = table(THREE.replace("dr: ", "dr: x20 "), hand_limit=10, false_catch_penalty=8)
    game.send("A ask", f"{asked} catch B")
    assert (game.sizes[asked], game.phase, game.table.out) == (10, "TEAM_AID", ())
    game.send(f"{asked} decline")
    assert (game.phase, game.table.out) == ("TEAM_AID", ("ABCDEF".index(asked),))


@pytest.mark.rule("8.2", "8.3", "R-MERCY")
def test_a_teammate_that_is_out_of_the_round_is_not_asked() -> None:
    game = table(THREE.replace("dr: ", "dr: x20 "), hand_limit=10, false_catch_penalty=8).send("E catch B", "A ask")
    assert game.table.out == (4,)
    assert game.events(e.HelpAsked) == [e.HelpAsked(2, 0, (2,))]


@pytest.mark.rule("8.2", "8.3", "R-MERCY")
def test_a_teammate_with_too_many_cards_may_give_one_and_stay() -> None:
    game = table(THREE.replace("dr: ", "dr: x20 "), hand_limit=10, false_catch_penalty=8)
    game.send("A ask", "E catch B", "E give Y6")
    assert (game.sizes["E"], game.phase, game.table.out) == (9, "DRAWN", ())


@pytest.mark.rule("0.1", "8.2")
@pytest.mark.parametrize("asked", ["A ask", "C ask", "E ask"])
def test_a_position_says_who_asks(asked: str) -> None:
    game = table(THREE.replace("t=A", f"t={asked[0]}").replace("Y5", "B5").replace("Y6", "G6")).send(asked)
    again = parse_position(print_position(game.table), engine.rules_of(game.table.spec))
    assert again.pending == game.table.pending
    left = game.send("E decline" if asked[0] != "E" else "A decline")
    again = parse_position(print_position(left.table), engine.rules_of(game.table.spec))
    assert isinstance(again.pending, e.HelpAsked)
    assert again.pending.asker == "ABCDEF".index(asked[0])


@pytest.mark.rule("0.1", "8.2")
def test_nobody_helps_where_there_are_no_teams() -> None:
    with pytest.raises(engine.BadNotation):
        at("L cw ph=TEAM_AID t=C; A: B3; B: R1; C: Y5 B7; dr: x4; di: Y8")


ATTACK = "L cw t=A; A: B3 G4; B: R1 R2; C: Y5 B7 B9; D: R3 R4; dr: B1 B2 Y3 B6; di: Y8"


@pytest.mark.rule("8.2", "8.4", "7.4")
def test_in_attack_a_refusal_leads_to_a_press() -> None:
    game = table(ATTACK, game="attack", launcher=[2]).send("A ask", "C decline")
    assert game.events(e.LauncherPressed) == [e.LauncherPressed(0, 2)]
    assert (game.actor, game.sizes["A"]) == ("B", 4)


@pytest.mark.rule("8.2", "8.4", "7.4")
def test_in_attack_a_gift_takes_the_place_of_the_press() -> None:
    useless = table(ATTACK, game="attack").send("A ask", "C give B7")
    assert (useless.phase, useless.actor) == ("TURN", "B")
    fitting = table(ATTACK, game="attack").send("A ask", "C give Y5")
    assert (fitting.phase, fitting.actor) == ("DRAWN", "A")
    assert fitting.send("A play Y5").actor == "B"
    kept = table(ATTACK, game="attack").send("A ask", "C give Y5", "A pass")
    assert kept.actor == "B"
    assert not useless.events(e.LauncherPressed) + fitting.events(e.LauncherPressed) + kept.events(e.LauncherPressed)
