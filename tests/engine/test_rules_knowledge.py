"""Knowledge (SPEC 4): the back of a card is as open as its front is secret."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import orjson
import pytest

import engine
from engine import events as e
from engine.cards import FACES
from tests.engine.matches import Match, Style
from tests.engine.positions import at

HANDS = "L cw t=A; A: Y2/t1 R8/t7; B: G5/oE B1/vE; C: W/p5; dr: R1/p3 R2/oR; di: Y8/p1"


def dump(value: Any) -> str:
    return orjson.dumps(value).decode()


@pytest.mark.rule("4", "T197")
def test_holders_see_the_fronts_of_their_cards_and_nothing_of_the_backs() -> None:
    view = at(HANDS).sees("A")
    assert [card.card for card in view.hand or []] == ["Y2", "R8"]
    assert [card.back for card in view.hand or []] == [None, None]
    assert view.seats[0].backs is None
    assert "t1" not in dump(view)
    assert "t7" not in dump(view)


@pytest.mark.rule("4", "T198", "C32")
@pytest.mark.parametrize("viewer", ["B", "C"])
def test_every_other_seat_sees_the_size_of_a_hand_and_its_backs_in_an_order_of_their_own(viewer: str | None) -> None:
    view = at(HANDS.replace("Y2/t1 R8/t7", "R8/t7 Y2/t1")).sees(viewer)
    assert view.seats[0].cards == 2
    assert view.seats[0].backs == ["t1", "t7"]
    assert "Y2" not in dump(view)
    assert "R8" not in dump(view)


@pytest.mark.rule("4", "R-SPECTATORS")
def test_a_spectator_sees_what_every_seat_sees_and_no_back_that_its_holder_does_not() -> None:
    seen = at(HANDS).sees(None)
    assert [seat.cards for seat in seen.seats] == [2, 2, 1]
    assert [seat.backs for seat in seen.seats] == [None, None, None]
    one_sided = at("L cw t=A; A: Y2 R8; B: G5 B1; dr: R1 R2; di: Y8", game="classic").send("A play Y2")
    (played,) = one_sided.told(None, "card_played")
    assert played["back"] == "x"  # the same for all cards, so it reveals nothing


@pytest.mark.rule("4", "T199")
@pytest.mark.parametrize("viewer", ["A", "C", None])
def test_of_the_draw_pile_everybody_sees_the_number_of_cards_and_the_back_on_top(viewer: str | None) -> None:
    view = at(HANDS).sees(viewer)
    assert (view.draw_pile.count, view.draw_pile.top_back) == (2, "p3")
    for hidden in ("R1", "R2", "oR"):
        assert hidden not in dump(view)


@pytest.mark.rule("4", "T200")
def test_a_drawn_card_is_known_to_the_drawer_and_its_back_to_all() -> None:
    game = at(HANDS).send("A draw")
    (drawer,), (other,), (spectator,) = (game.told(seat, "cards_drawn") for seat in ("A", "B", None))
    assert (drawer["faces"], drawer["backs"]) == (["R1"], ["p3"])
    assert other == spectator
    assert "faces" not in other
    assert (other["backs"], other["top_back"]) == (["p3"], "oR")
    assert "cards" not in drawer


@pytest.mark.rule("4", "3.7")
@pytest.mark.parametrize("viewer", ["B", "C", None])
def test_that_a_drawn_card_can_be_played_is_told_by_the_turn_and_which_it_is_by_nothing(viewer: str | None) -> None:
    fits = at(HANDS.replace("dr: R1/p3", "dr: Y1/p3")).send("A draw")
    assert fits.told(viewer, "drawn_card_offered") == [{"type": "drawn_card_offered", "seat": 0}]
    seen = fits.sees(viewer)
    assert (seen.turn, seen.phase, seen.decision) == (0, "drawn", engine.DrawnCardDecision(seat=0, handle=None))
    kept = fits.send("A pass")
    other = at(HANDS).send("A draw")
    assert other.told(viewer, "drawn_card_offered") == []
    for after in (kept, other):
        assert (after.sees(viewer).turn, after.sees(viewer).phase) == (1, "turn")


@pytest.mark.rule("4")
def test_the_deal_shows_fronts_to_their_holder_and_backs_to_the_others() -> None:
    match = Match({}, 3, 1).play(4)
    (dealt,) = (event for event in match.log if isinstance(event, e.HandsDealt))
    seen = engine.redact(dealt, 1)
    assert [hand is None for hand in seen["faces"]] == [True, False, True]
    assert [hand is None for hand in seen["backs"]] == [False, True, False]
    table = engine.replay(match.log[: match.log.index(dealt) + 1])
    assert seen["backs"][0] == [FACES[face] for face in table.back_faces(0)]
    spectator = engine.redact(dealt, None)
    assert spectator["faces"] == spectator["backs"] == [None, None, None]


@pytest.mark.rule("4")
def test_a_play_tells_the_others_which_back_has_left_the_hand_and_the_player_nothing_of_it() -> None:
    game = at(HANDS).send("A play Y2")
    assert game.told("B", "card_played")[0]["back"] == "t1"
    assert "back" not in game.told("A", "card_played")[0]
    assert "back" not in game.told(None, "card_played")[0]
    assert "handle" not in game.told("B", "card_played")[0]


@pytest.mark.rule("4", "T203")
def test_after_a_flip_the_former_fronts_are_the_open_backs() -> None:
    game = at("L cw t=A; A: YF/o8 R8/t7 Y2/t1; B: G5/oE B1/vE; C: W/p5; dr: R1/p3 R2/oR; di: Y8/p1").send("A play YF")
    assert game.sees("B").seats[0].backs == ["R8", "Y2"]
    assert [card.card for card in game.sees("A").hand or []] == ["t1", "t7"]
    assert game.sees("C").draw_pile.top_back == "R2"
    assert game.told("C", "flipped")[0]["faces"] == [None, None, ["p5"]]


@pytest.mark.rule("4", "R-BACKS")
def test_handles_are_renewed_at_a_flip_and_never_come_back_within_a_round() -> None:
    game = at("L cw t=A; A: YF/o8 R8/t7 Y2/t1; B: W/pF B1/vE x1; C: W/p5; dr: x4; di: Y8/p1")
    seen: list[int] = []
    for line in ("A play YF", "B play pF"):
        seen += [card.handle for card in game.sees("A").hand or []]
        game.send(line)
    seen += [card.handle for card in game.sees("A").hand or [] if card.handle not in seen[-2:]]
    assert len(seen) == len(set(seen)) == 7


@pytest.mark.rule("4", "R-BACKS")
def test_neither_handle_nor_place_ties_a_card_to_what_it_showed_before_a_flip() -> None:
    """No seat knows which of two cards that look the same after a flip is which: they come in either order."""
    order: Counter[bool] = Counter()
    for seed in range(60):
        match = Match({}, 4, seed, Style.SHED)
        match.start()
        while match.table.last_round is None and len(match.sent) < 200:
            before = match.table.copy()
            if any(isinstance(event, e.Flipped) for event in match.step()):
                order.update(kept(before, match.table))
    assert order.total() > 100
    assert 0.3 < order[True] / order.total() < 0.7


def kept(before: engine.Table, after: engine.Table) -> list[bool]:
    """Return, for neighbors in a hand that show the same after a flip, whether they keep the order of the hand."""
    front = after.faces[after.side]
    found = []
    for hand, former in zip(after.hands, before.hands, strict=True):
        cards, held = list(hand), list(former)
        alike = [pair for pair in pairwise(cards) if front[pair[0]] == front[pair[1]]]
        found += [held.index(first) < held.index(second) for first, second in alike]
    return found


@pytest.mark.rule("4")
def test_own_backs_table_shows_them_once_when_they_are_dealt() -> None:
    match = Match({"own_backs": "table"}, 2, 1).play(3)
    (dealt,) = (event for event in match.log if isinstance(event, e.HandsDealt))
    assert None not in engine.redact(dealt, 0)["backs"]
    assert engine.redact(dealt, None)["backs"] == engine.redact(dealt, 0)["backs"]
    assert [seat.backs for seat in engine.view(match.table, None).seats] == [None, None]
    assert all(card.back is None for card in engine.view(match.table, 0).hand or [])


@pytest.mark.rule("4")
def test_own_backs_visible_keeps_them_in_the_view_of_the_holder_alone() -> None:
    game = at(HANDS)
    game.table.own_backs = "visible"
    assert [card.back for card in game.sees("A").hand or []] == ["t1", "t7"]
    assert game.sees(None).hand is None
    assert game.sees(None).seats[0].backs == ["t1", "t7"]
    assert game.send("A play Y2").told(None, "card_played")[0]["back"] == "t1"
    match = Match({"own_backs": "visible"}, 2, 1).play(3)
    (dealt,) = (event for event in match.log if isinstance(event, e.HandsDealt))
    (own, other), nobody = engine.redact(dealt, 0)["own_backs"], engine.redact(dealt, None)["own_backs"]
    assert (len(own), other, nobody) == (7, None, [None, None])


@pytest.mark.rule("4", "T204")
def test_after_a_round_the_hands_lie_open_and_the_pile_stays_hidden() -> None:
    game = at("L cw t=A; A: Y1/w; B: G5/oE B9/p6; C: W/p5; dr: R1/p3 R2/oR; di: Y8/p1").send("A play Y1")
    for viewer in ("A", "B", None):
        view = game.sees(viewer)
        assert view.last_round is not None
        assert view.last_round.hands == [[], ["G5", "B9"], ["W"]]
        assert game.told(viewer, "round_ended")[0]["backs"] == [[], ["p6", "oE"], ["p5"]]
        assert "R2" not in dump(view)
        assert "R1" not in dump(view)
        assert view.result is None


@pytest.mark.rule("4", "T205")
def test_after_the_match_everything_is_open_and_the_seed_is_the_committed_one() -> None:
    match = Match({"scoring": "single_round"}, 3, 4, Style.SHED).play(5_000)
    assert match.table.is_over
    ended = match.log[-1]
    assert isinstance(ended, engine.MatchEnded)
    seed = bytes.fromhex(ended.seed or "")
    assert engine.Chance(match.chance.match_id, seed).commitment.hex() == match.table.commitment
    for event in match.log:
        shown = engine.redact(event, engine.OPEN)
        assert list(shown)[1:] == [field.name for field in engine.FIELDS[type(event)]]
    view = engine.view(match.table, None)
    assert view.result is not None
    assert view.result.seed == ended.seed


@pytest.mark.rule("4")
def test_the_seed_is_nowhere_before_the_end() -> None:
    match = Match({}, 3, 4).play(120)
    seed = match.chance.seed.hex()
    assert seed not in repr(match.log)
    assert seed.encode() not in engine.encode_table(match.table)


@pytest.mark.rule("4")
def test_the_state_itself_cannot_be_written_as_json() -> None:
    with pytest.raises(TypeError):
        orjson.dumps(at(HANDS).table)


@pytest.mark.rule("4")
def test_no_stored_public_part_holds_a_secret() -> None:
    for event in Match({}, 3, 4).play(150).log:
        public = orjson.loads(engine.encode_event(event).public)
        assert list(public) == [field.name for field in engine.FIELDS[type(event)] if field.sees is engine.Sees.PUBLIC]


@pytest.mark.rule("4", "R-SPECTATORS")
@pytest.mark.parametrize("options", [{}, {"own_backs": "table"}, {"own_backs": "visible"}, {"game": "classic"}])
def test_the_rules_say_of_a_match_what_its_table_says_of_the_backs(options: dict[str, object]) -> None:
    table = Match(options, 3, 4).play(10).table
    assert engine.rules_of(table.spec).backs_open == table.backs_open


def test_the_table_in_short_says_what_everybody_sees() -> None:
    table = at("L ccw t=A; A: R5 G5; B: x3; dr: x20; di: R7")
    short, seen = engine.table_summary(table.table), engine.view(table.table, None)
    assert (short.phase, short.side, short.direction, short.color) == (seen.phase, seen.side, seen.direction, "R")
    assert (short.top, short.cards, short.uno) == ("R7", [2, 3], [seat.uno for seat in seen.seats])
    assert (short.decision, short.paused, short.winners) == (None, False, [])
