"""Positions and commands as text (docs/players/rules.md section 0.1)."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.__main__ import main
from engine.notation import SEATS, parse_command, parse_position, print_command, print_position
from engine.terminal.board import draw_table
from engine.testing.random_match import random_match
from tests.engine.positions import at
from tests.engine.test_scenarios import OURS

if TYPE_CHECKING:
    from engine.state import Table

RULES = engine.resolve({})
EXAMPLE = "L cw t=A; A: Y2 R8 W W2 B3; B: x4; C: x4; dr: x4; di: Y8/p1"


def _read(text: str) -> Table:
    return parse_position(text, RULES)


def test_a_position_says_who_holds_what() -> None:
    table = _read(EXAMPLE)

    assert [len(hand) for hand in table.hands] == [5, 4, 4]
    assert (table.turn, table.phase, table.side, table.direction) == (0, engine.Phase.TURN, 0, 1)
    assert (len(table.draw), len(table.discard)) == (4, 1)


def test_the_last_part_of_a_position_may_end_like_the_others() -> None:
    assert print_position(_read(f" {EXAMPLE} ; ")) == print_position(_read(EXAMPLE))


@pytest.mark.parametrize(("answer", "size"), [("B accept", 2), ("B challenge", 4)])
def test_what_lies_under_a_wild_draw_card_need_not_be_named(answer: str, size: int) -> None:
    game = at("L cw c=B t=B ph=CHALLENGE; A: R8 Y1; B: x; C: x; dr: x4; di: W2").send(answer)

    assert (game.actor, game.sizes["B"]) == ("C", 1 + size)


@pytest.mark.rule("5")
def test_in_an_elimination_match_a_seat_with_the_target_has_left() -> None:
    position = "L cw sc=A+0,B+510,C+499 t=A; A: YR Y2 Y3; B:; C: x3; D: x3; dr: x9; di: Y8"
    rules = {"scoring": "elimination"}

    assert at(position.replace("YR", "Y1"), **rules).send("A play Y1").actor == "C"
    assert at(position.replace("YR", "Y+1"), **rules).send("A play Y+1").sizes == {"A": 2, "B": 0, "C": 4, "D": 3}
    assert at(position.replace(" D: x3;", ""), **rules).send("A play YR").actor == "A"
    assert at(position).send("A play Y2").actor == "B"
    with pytest.raises(engine.BadNotation):
        at(position.replace("t=A", "t=B"), **rules)


@pytest.mark.parametrize("row", OURS, ids=[row["id"] for row in OURS])
def test_a_printed_position_reads_back_as_the_same_table(row: dict[str, str]) -> None:
    table = _read(row["given"])

    text = print_position(table)

    assert print_position(_read(text)) == text
    assert engine.view(_read(text), 0) == engine.view(table, 0)


@given(st.binary(min_size=32, max_size=32), st.integers(2, 5), st.integers(1, 60))
def test_every_table_of_a_match_can_be_printed_and_read(seed: bytes, seats: int, moves: int) -> None:
    bots = [engine.bot("random")] * seats
    table = list(islice((table for table, _ in random_match(bots, {}, seed)), moves))[-1]

    text = print_position(table)

    again = _read(text)
    assert print_position(again) == text
    assert (again.turn, again.phase, again.color) == (table.turn, table.phase, table.color)


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("phase", ["ROUND_OVER", "MATCH_OVER"])
@pytest.mark.parametrize("line", ["A play Y2", "B draw", "B catch A", "A expire"])
def test_after_the_round_of_a_position_every_move_is_refused(phase: str, line: str) -> None:
    game = at(f"L cw ph={phase}; A: Y2; B: ; dr: x; di: Y8")

    assert game.refusal(line) == "round_over"
    assert engine.view(game.table, 0).turn is None


@pytest.mark.rule("R-DOUBT")
@pytest.mark.parametrize(("by", "doubted"), [("", "B"), (" by=A", "A"), (" by=D", "D")])
def test_a_position_may_be_one_in_which_a_drawing_may_be_doubted(by: str, doubted: str) -> None:
    position = f"D cw c=v ph=PROOF t=C{by}; A: x2; B: x2; C: x2; D: x2; dr: x4; di: wc p1"
    rules = {"reveal_draw_color": "doubt"}

    assert at(position, **rules).refusal(f"{doubted} doubt") == "not_your_turn"
    assert at(position, **rules).send("C doubt").sizes["C"] == 4
    printed = print_position(at(position, **rules).table)
    assert f"ph=PROOF dl=D t=C{by if doubted != 'B' else ''};" in printed
    assert print_position(at(printed, **rules).table) == printed
    with pytest.raises(engine.BadNotation):
        at(position)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X cw t=A; A: Y2; di: Y8",
        "L up t=A; A: Y2; di: Y8",
        "L",
        "L cw t=C; A: Y2; B: x; di: Y8",
        "L cw; A: Y2; B: x; di: Y8",
        "L cw t=A dl=Z; A: Y2; B: x; di: Y8",
        "L cw t=A c=q; A: Y2; B: x; di: Y8",
        "L cw t=A sc=A+x; A: Y2; B: x; di: Y8",
        "L cw t=A sc=C+5; A: Y2; B: x; di: Y8",
        "L cw t=A ph=DANCE; A: Y2; B: x; di: Y8",
        "L cw t=A ph=DRAWN; A: ; B: x; di: Y8",
        "L cw t=A ph=CHALLENGE; A: Y2; B: x; di: Y2 Y1",
        "L cw t=A nonsense; A: Y2; B: x; di: Y8",
        "L cw t=A; B: Y2; di: Y8",
        "L cw t=A; A: Y2; B: x; xx: Y8",
        "L cw t=A; A: Q2; B: x; di: Y8",
        "L cw t=A; A: p2; B: x; di: Y8",
        "L cw t=A; A: Y2/R3; B: x; di: Y8",
        "D cw t=A; A: Y2; B: x; di: p8",
    ],
)
def test_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(engine.BadNotation) as refused:
        _read(text)
    assert refused.value.fields["text"]
    assert refused.value.fields["reason"]


UNFIT = "that does not fit the top card, the hands and the options"
SCORE = "a score is that of a seat or team at the table, as in A+120"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("L", "-; the direction is one of cw, ccw"),
        (" ; ", "-; the side is one of L, D"),
        ("L up", "up; the direction is one of cw, ccw"),
        ("L cw", "-; there are no hands"),
        ("L cw; A: Y2; B: x", "-; the seat that acts (t=) is one of A, B"),
        ("L cw zz; A: Y2", "zz; the head may have c=, ph=, dl=, sc=, t=, by=, sector=, target=, owed="),
        ("L cw t=A; A: H25; B: x", "H25; H25 is no face of the light side"),
        ("L cw t=A; A: Y2/; B: x", "Y2/; - is no face of the dark side"),
        ("L cw t=A; A: Y2; B: x; di: Y8; di: Y7", "di: Y7; di is there already"),
        ("L cw t=A; A: Y2; C: x; di: Y8", "C: x; after the head come the hands A:, B: and so on, dr: and di:"),
        ("L cw t=A ph=CHALLENGE; A: Y2; B: x; di: Y8", f"ph=CHALLENGE; {UNFIT}"),
        ("L cw t=A; A: x99999999; B: x; di: Y8", "x99999999; no deck has more than 1000 cards"),
        ("L cw t=A; A: x" + "9" * 5000, "x" + "9" * 59 + "...; no deck has more than 1000 cards"),
        ("L cw t=A sc=A+9999999999; A: Y2; B: x", f"A+9999999999; {SCORE}"),
    ],
)  # fmt: skip
def test_a_refused_position_says_what_would_be_understood(text: str, told: str) -> None:
    with pytest.raises(engine.BadNotation) as refused:
        _read(text)
    assert str(refused.value) == f"Not understood: {told}"


def test_the_cards_of_all_hands_count_together() -> None:
    with pytest.raises(engine.BadNotation, match="1000 cards"):
        _read("L cw t=A; A: x600; B: x600; di: Y8")


@pytest.mark.rule("8.3")
def test_a_color_named_with_a_jump_says_nothing() -> None:
    assert parse_command("D jump W color=R") == parse_command("D jump W")


@pytest.mark.parametrize(
    "line",
    [
        "A play R5",
        "J play W2 color=G uno",
        "A play R5 handle=17",
        "B draw",
        "B pass",
        "C color v",
        "B accept",
        "B challenge",
        "A uno",
        "B catch A",
        "D jump Y8",
        "A discard R1 R2 color=G uno handles=3,5",
        "A discard color=G",
        "C give Y5",
        "A give R1 to=C",
        "A play WO color=G target=B",
        "A play R0 dump=G",
        "B wheel B",
        "A expire",
        "A resign",
        "B vote abort",
        "B vote pause no",
        "A resume",
        "A take_back",
        "A time_out 1790000000000000 engage",
        "start",
    ],
)
def test_a_command_reads_and_prints_as_the_same_line(line: str) -> None:
    assert print_command(*parse_command(line)) == line


@pytest.mark.parametrize(
    "line", ["", "A", "K draw", "A dance", "A play", "A draw R5", "A catch Z", "A play R5 R6 R7", "A play R5 handle=x"]
)
def test_text_that_is_no_command_is_refused(line: str) -> None:
    with pytest.raises(engine.BadNotation) as refused:
        parse_command(line)
    assert str(refused.value).startswith(f"Not understood: {line}; ")


def test_the_command_line_draws_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", EXAMPLE]) == 0

    drawn = capsys.readouterr().out
    assert "color yellow" in drawn
    assert "> A     0 points   5 cards  Y2 R8 W W2 B3" in drawn
    assert "B     0 points   4 cards  ? ? ? ?" in drawn


@pytest.mark.parametrize(
    ("position", "seen"),
    [
        ("D ccw t=B c=v dl=A; A: p1; B: o2; dr: ; di: w", "dark side, counter-clockwise, turn, color violet"),
        ("L cw ph=SETUP; A: R1; B: R2; dr: R3 x; di:", "setup, color to be named"),
        ("L cw t=A; A: R1; B: R2; dr: x; di: Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 R9", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 ..."),
    ],
)
def test_a_drawn_table_tells_its_state(position: str, seen: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", position]) == 0
    assert seen in capsys.readouterr().out


def test_an_exposed_seat_is_marked() -> None:
    table = _read("L cw t=A; A: Y2 R8; B: x3; dr: x4; di: Y8")
    engine.act(table, *parse_command("A play Y2"))

    assert "UNO exposed" in draw_table(table)


def test_a_position_that_is_no_position_gives_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "L sideways"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_command_line_plays_a_match_the_same_way_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "--seats", "3", "--seed", "tea", "--bots", "random", "--option", "target=50"]

    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert main(arguments) == 0

    assert capsys.readouterr().out == first
    assert first.splitlines()[-1].startswith("Match to ")


@pytest.mark.parametrize("wrong", [["--bots", "nobody"], ["--seats", "1"], ["--option", "edition=none"]])
def test_a_match_that_cannot_be_played_gives_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_match_to_the_end_under_every_way_to_score_is_narrated(capsys: pytest.CaptureFixture[str]) -> None:
    for scoring in ("winner_takes", "own_low", "loser_at", "single_round", "elimination"):
        target = [] if scoring == "single_round" else ["--option", "target=60"]
        options = ["--option", f"scoring={json.dumps(scoring)}", *target]
        assert main(["play", "--seats", "4", "--seed", scoring, "--bots", "random", *options]) == 0
    told = capsys.readouterr().out

    for sentence in ("leaves the match", "Flip!", "may challenge", "shows", "calls UNO", "catches", "is skipped"):
        assert sentence in told
    assert set(SEATS[:4]) <= set(told)


def test_a_starter_that_cannot_go_back_under_a_card_is_kept() -> None:
    table = _read("L cw dl=B ph=SETUP; A: Y2; B: x; dr: W2 R1; di:")

    engine.act(table, None, engine.TurnStarter())

    assert (table.turn, table.phase) == (0, engine.Phase.START_COLOR)


@pytest.mark.parametrize("phase", ["START_COLOR", "COLOR"])
def test_a_position_in_which_a_color_is_asked_needs_no_card_below_the_wild(phase: str) -> None:
    table = _read(f"L cw t=A ph={phase}; A: Y2; B: x; dr: x; di: W")

    engine.act(table, *parse_command("A color R"))

    assert table.color == 0


def test_a_position_before_the_first_discard_can_be_drawn() -> None:
    assert _read("L cw t=A c=R; A: Y2; B: x; dr: x; di:").color == 0
    assert _read("L cw t=A; A: Y2; B: x; dr: x; di:").phase is engine.Phase.TURN


def test_a_position_follows_the_option_that_shows_own_backs() -> None:
    table = parse_position("L cw t=A; A: Y2/t1; B: x; dr: x; di: Y8", engine.resolve({"own_backs": "visible"}))

    hand = engine.view(table, 0).hand
    assert hand is not None
    assert [card.back for card in hand] == ["t1"]


@pytest.mark.parametrize(
    ("options", "card", "others"),
    [
        ({"game": "classic"}, "WS", "B: x3; C: x2; "),
        ({"game": "attack"}, "WAA", "B: x3; C: x2; "),
        ({"edition": "transformers"}, "WO", "B: R9 x2; C: x2; "),
        ({"edition": "transformers"}, "WO", "B: R9 x2; "),
    ],
)
def test_a_position_that_waits_for_the_color_of_an_aimed_card_says_whom_it_is_aimed_at(
    options: dict[str, object], card: str, others: str
) -> None:
    rules = engine.resolve(options)
    played = parse_position(f"L cw t=A; A: {card} G1 G2; {others}dr: x9; di: R5", rules)
    engine.act(played, *parse_command(f"A play {card} target=B"))
    read = parse_position(print_position(played), rules)
    assert print_position(read) == print_position(played)
    for table in (played, read):
        table.version = 0
        engine.act(table, *parse_command("A color G"), engine.Chance(bytes(16), bytes(32)))
    assert print_position(read) == print_position(played)


def test_with_two_seats_a_position_need_not_say_whom_a_card_is_aimed_at() -> None:
    rules = engine.resolve({"edition": "transformers"})
    table = parse_position("L cw ph=COLOR t=A; A: G1 G2; B: R9 R8; dr: x9; di: WO R5", rules)
    engine.act(table, *parse_command("A color G"))
    assert (table.turn, table.phase) == (1, engine.Phase.EFFECT)
