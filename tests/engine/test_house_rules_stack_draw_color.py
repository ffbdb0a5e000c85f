"""Wild Draw Color in stacks (SPEC 8.3, R-STACK-DRAW-COLOR)."""

from __future__ import annotations

import pytest

import engine
from engine.errors import WouldBeBluff
from engine.events import CardsDrawn, CardsRevealed, Doubted, DoubtOpened, PenaltyStacked, PileExhausted
from engine.notation import parse_position, print_position
from engine.notation.narration import narrate
from engine.rules.timeouts import move_for
from tests.engine.positions import AtTable, at, texts
from tests.engine.sharp_bot import answer, card

RULE: dict[str, object] = {"stack": "same", "stack_draw_color": True}
ACROSS = {**RULE, "stack_across": True}
DEFLECT = {**RULE, "deflect": True}
PILE = "p1 p2 p3 p4 p6 o1 o2 v7 t1 v8 t2 p7 x9"
THREE = "D cw t=A; A: {a}; B: {b}; C: {c}; dr: {pile}; di: p9"


def table(a: str, b: str = "x3", c: str = "x3", pile: str = PILE, **options: object) -> AtTable:
    return at(THREE.format(a=a, b=b, c=c, pile=pile), **(options or RULE))


def drawn(game: AtTable) -> list[tuple[int, list[str]]]:
    """Return who has drawn which cards, draw by draw; each of them for the stack."""
    assert {event.reason for event in game.events(CardsDrawn)} <= {"stack"}
    return [(event.seat, texts(event.faces)) for event in game.events(CardsDrawn)]


# -- Opening, answering, taking ----------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_a_wild_draw_color_opens_a_penalty_without_a_number() -> None:
    game = table("wc o1 o2").send("A play wc color=t")
    assert (game.actor, game.phase, game.color) == ("B", "PENALTY", "t")
    assert (game.table.owed, game.table.owes_color) == (0, True)
    assert game.refusal("B draw") == "wrong_phase"
    game.send("B take")
    assert drawn(game) == [(1, ["p1", "p2", "p3", "p4", "p6", "o1", "o2", "v7", "t1"])]
    assert (game.actor, game.phase, game.table.owes_color) == ("C", "TURN", False)


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_the_sum_is_drawn_first_and_one_drawing_follows_for_all_wild_draw_colors() -> None:
    game = table("p+5 p1 p2", "wc o1 o2", "wc o3 o4").send("A play p+5", "B play wc color=t", "C play wc color=v")
    assert (game.actor, game.table.owed, game.table.owes_color) == ("A", 5, True)
    game.send("A take")
    assert drawn(game) == [(0, ["p1", "p2", "p3", "p4", "p6"]), (0, ["o1", "o2", "v7"])]
    assert game.actor == "B"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_a_card_of_the_color_among_the_sum_does_not_end_the_drawing() -> None:
    game = table("p+5 p1 p2", "wc o1 o2").send("A play p+5", "B play wc color=p", "C take")
    assert drawn(game) == [(2, ["p1", "p2", "p3", "p4", "p6"]), (2, ["o1", "o2", "v7", "t1", "v8", "t2", "p7"])]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_on_a_wild_draw_color_only_another_one_answers() -> None:
    game = table("p+5 p1 p2", "wc o1 o2", "t+5 p+5 w tS t1").send("A play p+5", "B play wc color=t")
    for command in ("t+5", "p+5", "w color=t", "tS", "t1"):
        assert game.refusal(f"C play {command}") == "card_not_playable"
    assert game.legal("C") == [engine.Accept(), engine.Challenge(), engine.Take()]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-ACROSS")
def test_across_kinds_a_draw_five_of_the_named_color_answers_it_and_the_drawing_stays_owed() -> None:
    game = table("wc o1 o2", "t+5 p+5 o2", "p+5 o1 o2", **ACROSS).send("A play wc color=t")
    assert game.refusal("B play p+5") == "card_not_playable"
    game.send("B play t+5", "C play p+5")
    assert (game.actor, game.table.owed, game.table.owes_color, game.color) == ("A", 10, True, "p")
    assert [len(cards) for _, cards in drawn(game.send("A take"))] == [10, 2]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_without_the_rule_it_is_no_answer_and_no_penalty() -> None:
    game = table("p+5 p1 p2", "wc o1 o2", stack="same", stack_draw_color=False).send("A play p+5")
    assert game.refusal("B play wc color=t") == "card_not_playable"
    assert table("wc o1 o2", stack="same").send("A play wc color=t").phase == "CHALLENGE"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_the_color_may_be_named_afterwards_and_what_is_owed_waits_for_it() -> None:
    game = table("p+5 p1 p2", "wc o1 o2").send("A play p+5", "B play wc")
    assert (game.actor, game.phase, game.table.owed) == ("B", "COLOR", 5)
    game.send("B color t")
    assert (game.actor, game.phase, game.table.owed, game.table.owes_color) == ("C", "PENALTY", 5, True)


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_after_it_was_taken_the_next_stack_owes_no_drawing() -> None:
    game = table("wc t+5 o2", "x3", "t+5 o1 o2").send("A play wc color=t", "B take", "C play t+5")
    assert (game.actor, game.table.owed, game.table.owes_color) == ("A", 5, False)
    assert game.send("A play t+5").table.owed == 10


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "3.9")
def test_a_call_before_the_answer_lapses_if_the_cards_are_taken() -> None:
    game = table("wc o1 o2", "wc o1").send("A play wc color=t", "B uno")
    assert game.uno["B"] == "safe"
    assert game.send("B take").uno["B"] == "none"
    called = table("wc o1 o2", "wc o1").send("A play wc color=t", "B play wc color=v uno")
    assert (called.uno["B"], called.actor) == ("safe", "C")


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
def test_with_two_seats_it_goes_to_and_fro() -> None:
    game = at(f"D cw t=A; A: wc wc o1; B: wc o2 o3; dr: {PILE}; di: p9", **RULE)
    game.send("A play wc color=t", "B play wc color=v", "A play wc color=t uno")
    assert (game.actor, game.send("B take").actor) == ("B", "A")


# -- Challenges --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-CHALLENGE")
def test_the_guilty_player_draws_the_sum_and_for_the_color() -> None:
    game = table("p+5 p1 p2", "wc p8 o2").send("A play p+5", "B play wc color=t", "C challenge")
    assert drawn(game) == [(1, ["p1", "p2", "p3", "p4", "p6"]), (1, ["o1", "o2", "v7", "t1"])]
    assert (game.actor, game.phase, game.table.owes_color) == ("C", "TURN", False)


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-CHALLENGE")
def test_the_challenger_of_an_innocent_player_draws_everything_and_two_cards_more() -> None:
    game = table("p+5 p1 p2", "wc o1 o2").send("A play p+5", "B play wc color=t", "C challenge")
    assert drawn(game) == [(2, ["p1", "p2", "p3", "p4", "p6"]), (2, ["o1", "o2", "v7", "t1"]), (2, ["v8", "t2"])]
    assert game.actor == "A"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-CHALLENGE")
def test_only_the_card_on_top_is_challenged() -> None:
    bluffed = table("p+5 p1 p2", "wc p8 o2", "wc o1 o2").send("A play p+5", "B play wc color=t", "C play wc color=v")
    assert [seat for seat, _ in drawn(bluffed.send("A challenge"))] == [0, 0, 0]
    answered = table("wc p8 o2", "t+5 o1 o2", **ACROSS).send("A play wc color=t", "B play t+5")
    assert answered.refusal("C challenge") == "wrong_phase"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-CHALLENGE")
def test_without_challenges_it_is_answered_or_taken() -> None:
    game = table("wc o1 o2", **RULE, wild_draw_enforcement="none").send("A play wc color=t")
    assert game.legal("B") == [engine.Take()]
    strict = table("p+5 p1 p2", "wc p8 o2", **RULE, wild_draw_enforcement="strict").send("A play p+5")
    strict.refusal("B play wc color=t")
    assert isinstance(strict.refused, WouldBeBluff)


# -- Last cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "3.10")
def test_a_last_wild_draw_color_makes_the_next_seat_take_at_once() -> None:
    game = table("wc").send("A play wc color=t")
    assert (game.phase, [seat for seat, _ in drawn(game)]) == ("ROUND_OVER", [1])
    assert drawn(game)[0][1][-1] == "t1"
    summed = table("p+5 p1 p2", "wc", "x3").send("A play p+5", "B play wc color=t")
    assert drawn(summed) == [(2, ["p1", "p2", "p3", "p4", "p6"]), (2, ["o1", "o2", "v7", "t1"])]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "3.10", "R-STACK-ACROSS", "R-DEFLECT")
@pytest.mark.parametrize(("last", "options", "draws"), [("t+5", ACROSS, 2), ("tS", DEFLECT, 1), ("tR", DEFLECT, 1)])
def test_another_last_card_leaves_the_drawing_owed_too(last: str, options: dict[str, object], draws: int) -> None:
    game = table("wc o1 o2", last, **options).send("A play wc color=t", f"B play {last}")
    seat = 0 if last == "tR" else 2
    assert (game.phase, [who for who, _ in drawn(game)]) == ("ROUND_OVER", [seat] * draws)
    assert drawn(game)[-1][1][-1] == "t1"


# -- Other house rules -------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-DEFLECT")
def test_it_is_deflected_though_no_number_is_owed() -> None:
    back = table("wc wc o2", "tR o1 o2", **DEFLECT).send("A play wc color=t", "B play tR")
    assert (back.actor, back.phase, back.table.owed, back.table.owes_color) == ("A", "PENALTY", 0, True)
    assert back.send("A play wc color=v").actor == "C"
    on = table("wc o1 o2", "tS o1 o2", **DEFLECT).send("A play wc color=t", "B play tS", "C take")
    assert (drawn(on)[0][0], drawn(on)[0][1][-1]) == (2, "t1")
    two = at(f"D cw t=A; A: wc o1 o2; B: tS o2 o3; dr: {PILE}; di: p9", **DEFLECT)
    assert two.send("A play wc color=t", "B play tS").actor == "A"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-JUMP-CANCEL")
def test_a_jump_that_cancels_a_sum_leaves_the_drawing_owed() -> None:
    options = {**ACROSS, "jump_in": True, "jump_in_cancels": True}
    game = table("wc t+5 o2", "t+5 o1 o2", **options).send("A play wc color=t", "B play t+5", "A jump t+5 uno")
    assert (game.actor, game.phase, game.table.owed, game.table.owes_color) == ("B", "PENALTY", 5, True)
    last = table("wc t+5", "t+5 o1 o2", **options).send("A play wc color=t uno", "B play t+5", "A jump t+5")
    assert (last.phase, [len(cards) for _, cards in drawn(last)]) == ("ROUND_OVER", [5, 4])


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-JUMP-WILD", "R-JUMP-CANCEL")
@pytest.mark.parametrize("cancels", [True, False])
def test_a_wild_draw_color_that_jumps_in_opens_a_penalty_of_its_own(cancels: bool) -> None:  # noqa: FBT001
    options = {**RULE, "jump_in": True, "jump_in_wilds": True, "jump_in_cancels": cancels}
    game = at(f"D cw c=t t=B; A: x3; B: x3; C: wc o1 o2; dr: {PILE}; di: wc p9", **options)
    game.send("C jump wc", "C color t")
    assert (game.actor, game.phase, game.table.owed, game.table.owes_color) == ("A", "PENALTY", 0, True)
    last = at(f"D cw c=t t=B; A: x3; B: x3; C: wc; dr: {PILE}; di: wc p9", **options)
    assert drawn(last.send("C jump wc", "C color t"))[0][1][-1] == "t1"


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-DRAW-CAP")
def test_the_cap_limits_the_drawing_alone() -> None:
    game = table("p+5 p1 p2", "wc o1 o2", **RULE, draw_cap=2)
    game.send("A play p+5", "B play wc color=t", "C challenge")
    assert [len(cards) for _, cards in drawn(game)] == [5, 2, 2]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "8.2")
def test_a_wild_ends_the_drawing_where_it_satisfies_the_color() -> None:
    game = table("wc o1 o2", pile="p1 w t1 x9", **RULE, wild_satisfies_draw_color=True)
    assert drawn(game.send("A play wc color=t", "B take")) == [(1, ["p1", "w"])]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-DOUBT")
def test_the_drawing_alone_is_shown_or_doubted() -> None:
    shown = table("p+5 p1 p2", "wc o1 o2", **RULE, reveal_draw_color="all")
    shown.send("A play p+5", "B play wc color=t", "C take")
    assert [texts(event.faces) for event in shown.events(CardsRevealed)] == [["o1", "o2", "v7", "t1"]]
    doubted = table("wc o1 o2", **RULE, reveal_draw_color="doubt").send("A play wc color=t", "B take")
    assert doubted.events(DoubtOpened) == [DoubtOpened(1)]
    assert doubted.send("A doubt").events(Doubted) == [Doubted(0, 1)]


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-EXHAUST")
def test_it_ends_when_nothing_is_left_to_draw() -> None:
    game = table("p+5 p1 p2", "wc o1 o2", pile="p1 p2 p3").send("A play p+5", "B play wc color=t", "C challenge")
    assert game.events(PileExhausted)
    assert (game.sizes["C"], game.actor, game.table.draw) == (3 + 3 + 2, "A", [])


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "stacking is off"),
        ({"game": "classic", "stack": "same"}, "no Wild Draw Color"),
    ],
)
def test_it_needs_stack_and_the_card(options: dict[str, object], why: str) -> None:
    with pytest.raises(engine.OptionNotApplicable, match=why):
        engine.resolve({**options, "stack_draw_color": True})


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "R-STACK-ACROSS")
def test_with_it_the_dark_side_has_two_kinds_to_mix() -> None:
    assert engine.resolve(ACROSS).stacked >= {"+5", "wc"}


# -- What is seen, written, and played by machines ---------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-DRAW-COLOR", "4")
def test_everybody_sees_that_a_drawing_is_owed() -> None:
    game = table("p+5 p1 p2", "wc o1 o2").send("A play p+5")
    for seat in ("A", "B", "C", None):
        owed = engine.PenaltyDecision(seat=1, by=0, card="p+5", total=5, draws_color=False)
        assert game.sees(seat).decision == owed
    game.send("B play wc color=t")
    for seat in ("A", "B", "C", None):
        known = {"seat": 2, "by": 1, "card": "wc", "total": 5, "draws_color": True}
        owed = engine.PenaltyDecision(**known, color_before="p", extra=2)
        assert game.sees(seat).decision == owed


@pytest.mark.rule("0.1", "R-STACK-DRAW-COLOR")
@pytest.mark.parametrize(
    ("lines", "options", "owed"),
    [
        (["A play wc color=t"], RULE, ""),
        (["A play p+5", "B play wc color=t"], RULE, " owed=5 "),
        (["A play wc color=t", "B play t+5"], ACROSS, " owed=5+color "),
        (["A play wc color=t", "B play tS"], DEFLECT, " owed=0+color "),
    ],
)
def test_a_position_says_what_is_owed_unless_the_top_cards_do(
    lines: list[str], options: dict[str, object], owed: str
) -> None:
    game = table("wc p+5 o2", "wc t+5 tS o2", **options).send(*lines)
    text = print_position(game.table)
    assert owed in text
    assert ("owed" in text) == bool(owed)
    again = parse_position(text, engine.rules_of(game.table.spec))
    assert print_position(again) == text
    assert (again.owed, again.owes_color) == (game.table.owed, True)
    assert (again.evidence is None) == (game.table.evidence is None)


@pytest.mark.rule("0.1", "R-STACK-DRAW-COLOR")
@pytest.mark.parametrize(
    ("owed", "top", "options"),
    [
        ("", "wc", {"stack": "same"}),
        ("owed=5+color", "p+5", {"stack": "same"}),
        ("owed=+color", "p+5", RULE),
        ("owed=5+colors", "p+5", RULE),
    ],
)
def test_a_position_owes_no_drawing_that_the_rules_do_not_know(owed: str, top: str, options: dict[str, object]) -> None:
    with pytest.raises(engine.BadNotation):
        parse_position(f"D cw c=p ph=PENALTY t=A {owed}; A: x; B: x; dr: x; di: {top}", engine.resolve(options))


@pytest.mark.rule("R-STACK-DRAW-COLOR")
def test_the_story_says_what_is_owed() -> None:
    game = table("p+5 wc p2", "wc tR o2", "t1 t2 tR", **DEFLECT)
    game.send("A play p+5", "B play wc color=t")
    assert [narrate(event) for event in game.events(PenaltyStacked)] == [
        "B must answer or take 5",
        "C must answer or take 5 and draw for the color",
    ]
    plain = table("wc o1 o2", "tR o1 o2", **DEFLECT).send("A play wc color=t", "B play tR")
    assert [narrate(event) for event in plain.events(PenaltyStacked)] == [
        "B must answer or draw for the color",
        "A must answer or draw for the color",
    ]


@pytest.mark.rule("3.11", "R-TIMEOUT", "R-STACK-DRAW-COLOR")
def test_the_plainest_move_is_to_take() -> None:
    game = table("wc o1 o2", "wc o1 o2").send("A play wc color=t")
    assert move_for(engine.resolve(RULE), game.table, 1) == engine.Take()


def test_the_sharp_bot_passes_the_drawing_on_and_challenges_a_full_hand() -> None:
    game = table("wc o1 o2", "wc o3 v2 v5").send("A play wc color=t")
    assert card(answer(game, "B")) == "wc"
    assert isinstance(answer(table("wc o1 o2", "o3 v2 v5").send("A play wc color=t"), "B"), engine.Take | engine.Accept)
    full = table("wc x15", "o3 v2 v5").send("A play wc color=t")
    assert isinstance(answer(full, "B"), engine.Challenge)
