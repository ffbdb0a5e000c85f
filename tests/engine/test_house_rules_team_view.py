"""Partners who see each other's cards (SPEC 4, 8.2 team_view)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import TYPE_CHECKING, Any, get_args, get_origin

import pytest

import engine
from engine import events as e
from engine.knowledge import Observer
from engine.notation.narration import narrate
from engine.terminal.board import draw_view
from tests.engine.client import Client
from tests.engine.matches import Match, Style
from tests.engine.observers import redacted
from tests.engine.positions import AtTable, at
from tests.engine.test_laws import seen_by

if TYPE_CHECKING:
    from collections.abc import Mapping

FOUR = (
    "L cw t=A; A: Y2/t1 R5/p2 G1/o5; B: R1/p5 R2/t7; C: Y5/o1 B7/v2 R5/t3; D: R3/p1 R4/p4; dr: B1/v7 B2/t8; di: Y8/p6"
)
"""A and C are partners, B and D are."""
SHOWN = {"teams": 2, "team_view": True}


def table(position: str = FOUR, **options: object) -> AtTable:
    return at(position, **(SHOWN | options))


def fronts(game: AtTable, seat: str | None) -> dict[int, list[str]]:
    return {other.seat: other.fronts for other in game.sees(seat).seats if isinstance(other, engine.PartnerView)}


@pytest.mark.rule("4", "8.2")
def test_it_needs_teams() -> None:
    with pytest.raises(engine.OptionNotApplicable) as refused:
        engine.resolve({"team_view": True})
    assert refused.value.fields["option"] == "team_view"


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_a_seat_sees_the_fronts_of_its_partners_sorted_and_their_backs_apart() -> None:
    game = table()
    partner = game.sees("A").seats[2]
    assert fronts(game, "A") == {2: ["R5", "Y5", "B7"]}
    assert partner.backs == ["t3", "o1", "v2"]
    assert fronts(game, "C") == {0: ["R5", "Y2", "G1"]}
    assert fronts(game, "B") == {3: ["R3", "R4"]}
    assert fronts(game, None) == {}


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_all_partners_of_a_large_team_are_seen() -> None:
    game = at(FOUR.replace("; dr", "; E: G2; F: G3; dr"), **SHOWN)
    assert fronts(game, "E") == {0: ["R5", "Y2", "G1"], 2: ["R5", "Y5", "B7"]}


@pytest.mark.rule("4", "R-TEAM-VIEW")
@pytest.mark.parametrize("options", [{"teams": 2}, {"teams": 2, "team_view": False}, {}])
def test_without_the_option_nothing_is_different(options: Mapping[str, object]) -> None:
    game = at(FOUR, **options)
    assert {type(seat) for seat in game.sees("A").seats} == {engine.SeatView}
    assert "team_view" not in game.sees("A").options
    assert engine.resolve(options) is engine.resolve({name: options[name] for name in options if name == "teams"})


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_only_those_who_show_their_cards_tell_the_view_of_them() -> None:
    seats = dataclasses.asdict(table().sees("A"))["seats"]
    assert [("fronts" in seat) for seat in seats] == [False, False, True, False]


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_a_partner_is_told_what_was_drawn_and_others_are_not() -> None:
    game = table().send("A draw")
    drawn = {seat: game.told(seat, "cards_drawn")[0].get("faces") for seat in ("A", "B", "C", "D", None)}
    assert drawn == {"A": ["B1"], "B": None, "C": ["B1"], "D": None, None: None}
    assert fronts(game, "C") == {0: ["R5", "Y2", "G1", "B1"]}


@pytest.mark.rule("4", "R-BACKS")
def test_a_partner_is_never_told_a_handle() -> None:
    game = table().send("A play Y2")
    assert "handle" in game.told("A", "card_played")[0]
    told = game.told("C", "card_played")[0]
    assert "handle" not in told
    assert told["back"] == "t1"


PARTNERS_ARE_TOLD = {
    (e.HandsDealt, "faces"),
    (e.PositionResumed, "faces"),
    (e.HandsMoved, "faces"),
    (e.Flipped, "faces"),
    (e.CardsDrawn, "faces"),
    (e.CardGiven, "face"),
}
"""All fields that R-TEAM-VIEW names."""


@pytest.mark.rule("4", "R-TEAM-VIEW")
@pytest.mark.parametrize("kind", engine.FIELDS, ids=lambda kind: kind.__name__)
def test_partners_are_told_fronts_of_hands_and_nothing_else_that_others_are_not(kind: type[engine.Event]) -> None:
    event = by_the_first_seat(kind)
    for viewer, partner in ((2, 0), (3, 1), (3, 2)):
        other, told = engine.redact(event, viewer), engine.redact(event, viewer, [partner])
        more = {name for name in told if told[name] != other.get(name)}
        known = {name for of, name in PARTNERS_ARE_TOLD if of is kind}
        assert more <= known
        if partner == 0:
            assert more == known
        for name in more & other.keys():  # a list by seat
            alike = [told[name][seat] == other[name][seat] for seat in range(4)]
            assert alike == [seat != partner for seat in range(4)]


def by_the_first_seat(kind: type[engine.Event]) -> engine.Event:
    """Return an event of this kind: of seat 0 and to seat 1 if it concerns seats, by seat if it concerns four hands."""
    return kind(*[0 if field.name == "seat" else sample(field.annotation) for field in engine.FIELDS[kind]])


def sample(annotation: Any) -> Any:
    if get_origin(annotation) is not tuple:
        return annotation is bool or 1
    inner, *_ = get_args(annotation)
    return (sample(inner),) * (4 if get_origin(inner) is tuple else 1)


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_the_drawn_card_that_may_be_played_is_named_to_its_holder_alone() -> None:
    game = table(FOUR.replace("dr: B1", "dr: Y1")).send("A draw")
    decisions = [game.sees(seat).decision for seat in ("A", "C")]
    handles = [decision.handle for decision in decisions if isinstance(decision, engine.DrawnCardDecision)]
    assert [handle is not None for handle in handles] == [True, False]


@pytest.mark.rule("4", "3.8")
def test_after_a_flip_partners_see_the_new_fronts() -> None:
    game = table(FOUR.replace("A: Y2/t1", "A: YF/t1")).send("A play YF")
    assert fronts(game, "A") == {2: ["t3", "o1", "v2"]}
    assert game.sees("A").seats[2].backs == ["R5", "Y5", "B7"]
    told = game.told("A", "flipped")[0]
    assert [entry is not None for entry in told["faces"]] == [True, False, True, False]


@pytest.mark.rule("4", "8.2")
def test_a_gift_is_seen_by_partners_of_giver_and_receiver_and_by_nobody_else() -> None:
    position = "L cw t=A; A: YS Y3 R9; B: R1 R2; C: Y5 B7; D: R3 R4; E: G1 G2; F: B4 B6; dr: x9; di: Y8"
    game = at(position, teams=["X", "Y", "X", "Y", "Z", "Z"], team_view=True, skip_effect="give_card")
    game.send("A play YS", "A give R9 to=B")
    faces = {seat: game.told(seat, "card_given")[0].get("face") for seat in ("A", "B", "C", "D", "E", "F", None)}
    assert faces == {"A": "R9", "B": "R9", "C": "R9", "D": "R9", "E": None, "F": None, None: None}


@pytest.mark.rule("4", "3.6")
def test_a_challenged_hand_is_shown_to_the_challenger_alone() -> None:
    game = table(FOUR.replace("A: Y2/t1", "A: W2/t1")).send("A play W2 color=G", "B challenge")
    shown = {seat: "faces" in game.told(seat, "hand_shown")[0] for seat in ("A", "B", "C", "D")}
    assert shown == {"A": False, "B": True, "C": False, "D": False}


@pytest.mark.rule("4", "R-TEAM-VIEW")
def test_own_backs_that_a_holder_looks_at_are_not_shown_to_partners() -> None:
    match = Match({**SHOWN, "own_backs": "visible"}, 4, 1).play(6)
    (dealt,) = [event for event in match.log if isinstance(event, e.HandsDealt)]
    told = engine.redact(dealt, 0, match.table.hands_shown_to(0))
    assert [entry is not None for entry in told["faces"]] == [True, False, True, False]
    assert [entry is not None for entry in told["own_backs"]] == [True, False, False, False]


@pytest.mark.rule("3.12", "4")
@pytest.mark.parametrize(
    "options", [{}, {"seven_o": True}, {"edition": "marvel", "teammate_gives": True}, {"game": "attack"}]
)
def test_the_view_of_a_seat_is_a_function_of_the_events_shown_to_it(options: dict[str, object]) -> None:
    seen = 0
    for seed in range(3):
        match = Match({**SHOWN, **options}, 4 + 2 * (seed % 2), seed, list(Style)[seed]).play(120)
        again = match.again()
        clients = [Client(viewer) for viewer in (None, *range(match.table.seats))]
        events = again.log[:]
        for seat, command in match.sent:
            for client in clients:
                for event in events:
                    client.watch(redacted(event, again.table, client.viewer))
                if again.table.round and client.viewer is not None:
                    assert seen_by(again.table, client.viewer) == client.knows()
                    seen += sum(map(Counter.total, client.fronts.values())) > 0
            events = again.send(seat, command)
    assert seen > 100


@pytest.mark.rule("R-BRANCH-KNOWN")
def test_a_redeal_for_a_seat_leaves_the_cards_of_its_partners() -> None:
    match = Match({**SHOWN, "seven_o": True}, 4, 5).play(60)
    watchers = [Observer(seat) for seat in range(4)]
    for event in match.log:
        for watcher in watchers:
            watcher.watch(event)
    places = [len(hand) for hand in match.table.hands]
    for watcher in watchers:
        moved = {place for hidden in watcher.hidden_places() for place in hidden}
        assert moved
        for seat in (watcher.seat, (watcher.seat + 2) % 4):
            first = sum(places[:seat])
            assert moved.isdisjoint(range(first, first + places[seat]))


def test_a_terminal_shows_the_cards_of_partners() -> None:
    game = table()
    rows = draw_view(game.sees("A")).splitlines()[-4:]
    assert rows[2].endswith("R5 Y5 B7 (t3 o1 v2)")
    assert rows[1].endswith("(p5 t7)")
    (drawn,) = [event for event in game.send("A draw").log if isinstance(event, e.CardsDrawn)]
    assert narrate(drawn, 2, game.table.hands_shown_to(2)) == "A draws B1 (turn)"
    assert narrate(drawn, 1, game.table.hands_shown_to(1)) == "A draws 1 (turn)"
