"""Knowledge of the cards that a seat could have gathered (R-BRANCH-KNOWN)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

import engine
from engine import events as e
from engine.cards import FACES
from engine.knowledge import Observer
from tests.engine.branches import played_until
from tests.engine.matches import Match


def unknown_to(match: Match, seat: int, holder: int, version: int | None = None) -> list[str]:
    """Return the faces in the hand of `holder` that `seat` does not know."""
    watcher = Observer(seat)
    for event in match.log[:version]:
        watcher.watch(event)
    active = watcher.table.faces[watcher.table.side]
    return [FACES[active[card]] for card in watcher.table.hands[holder] if watcher.mixes[card]]


def last(match: Match, kind: type[Any]) -> Any:
    return next(event for event in reversed(match.log) if isinstance(event, kind))


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "3.6")
def test_a_hand_shown_in_a_challenge_is_known_to_the_challenger_alone() -> None:
    match = played_until({"game": "classic"}, 3, e.HandShown)
    shown = last(match, e.HandShown)
    (third,) = {0, 1, 2} - {shown.seat, shown.to}
    version = next(n for n, event in enumerate(match.log, 1) if event is shown)
    assert unknown_to(match, shown.to, shown.seat, version) == []
    assert len(unknown_to(match, third, shown.seat, version)) > 0


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "3.8")
def test_after_a_flip_all_hands_are_known_to_all() -> None:
    match = played_until({}, 3, e.Flipped)
    version = 1 + next(n for n, event in enumerate(match.log) if isinstance(event, e.Flipped))
    for seat in range(3):
        assert all(not unknown_to(match, seat, holder, version) for holder in range(3))


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "8.3")
def test_a_hand_that_was_ones_own_is_known_wherever_it_goes() -> None:
    match = played_until({"seven_o": True, "game": "classic"}, 3, e.HandsMoved)
    moved = last(match, e.HandsMoved)
    version = next(n for n, event in enumerate(match.log, 1) if event is moved)
    for holder, source in enumerate(moved.sources):
        assert unknown_to(match, source, holder, version) == []


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "7.2")
def test_hands_that_are_shuffled_are_known_to_nobody_but_their_holders() -> None:
    match = played_until({"game": "classic", "hands_wild": "shuffle"}, 3, e.HandsMoved)
    moved = last(match, e.HandsMoved)
    version = next(n for n, event in enumerate(match.log, 1) if event is moved)
    for seat in range(3):
        for holder in range(3):
            held = moved.cards[holder]
            assert len(unknown_to(match, seat, holder, version)) == (0 if holder == seat else len(held))


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "8.2")
def test_a_card_given_away_is_known_to_the_giver() -> None:
    match = played_until({"skip_effect": "give_card", "game": "classic"}, 3, e.CardGiven)
    given = last(match, e.CardGiven)
    version = next(n for n, event in enumerate(match.log, 1) if event is given)
    (third,) = {0, 1, 2} - {given.seat, given.to}
    face = FACES[given.face]
    mine, others = (Counter(unknown_to(match, seat, given.to, version)) for seat in (given.seat, third))
    assert (others - mine)[face] == 1


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "8.3")
def test_a_misplayed_card_is_known_until_it_is_played() -> None:
    match = Match({"misplay_penalty": 1, "game": "classic"}, 3, 4).play(30)
    table = match.table
    while table.phase is not engine.Phase.TURN:
        match.step()
    seat = table.turn
    assert seat is not None
    wrong = next(
        FACES[table.faces[0][card]]
        for card in table.hands[seat]
        if not any(getattr(c, "card", None) == FACES[table.faces[0][card]] for c in engine.legal_commands(table, seat))
    )
    other = (seat + 1) % 3
    before = Counter(unknown_to(match, other, seat))
    match.send(seat, engine.Play(wrong))
    gone = before - Counter(unknown_to(match, other, seat))
    assert gone == Counter([wrong])


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
def test_of_two_equal_cards_the_one_that_was_shown_may_be_the_one_that_was_played() -> None:
    """The seat knew of one R5 in a hand; an R5 is played from it, so the rest may be any card again."""
    watcher = Observer(0)
    match = Match({"game": "classic"}, 2, 1)
    match.start()
    for event in match.log:
        watcher.watch(event)
    faces = watcher.table.faces[0]
    by_face: dict[int, list[int]] = defaultdict(list)
    for card, face in enumerate(faces):
        by_face[face].append(card)
    shown, played = next(cards for cards in by_face.values() if len(cards) == 2)
    watcher.table.hands[1] = {shown: 1, played: 2}
    watcher.mixes[shown], watcher.mixes[played] = (1,), (1, 2)
    watcher.shows(1, [faces[shown]])
    assert (watcher.mixes[shown], watcher.mixes[played]) == ((), (1, 2))
    watcher.watch(e.CardPlayed(1, played, faces[played], 0, 2, 0))
    assert (watcher.mixes[shown], watcher.mixes[played]) == ((1, 2), ())


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN", "6", "7.5")
@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"edition": "transformers"}, e.DuelFought),
        ({"edition": "transformers"}, e.HandRevealed),
        ({"game": "spin", "wheel": ["WAR"]}, e.WarFought),
        ({"game": "spin", "wheel": ["SHOW_HAND"]}, e.HandRevealed),
        ({"reveal_draw_color": "all"}, e.CardsRevealed),
    ],
    ids=str,
)
def test_what_is_shown_to_all_is_known_to_all(options: dict[str, object], kind: type[Any]) -> None:
    match = played_until(options, 3, kind)
    number = next(n for n, event in enumerate(match.log) if isinstance(event, kind))
    event, table = match.log[number], engine.replay(match.log[: number + 1])
    active = table.faces[table.side]
    for holder, faces in shown_by(event).items():
        held = Counter(FACES[active[card]] for card in table.hands[holder])
        for seat in range(3):
            known = held - Counter(unknown_to(match, seat, holder, number + 1))
            assert Counter(faces) <= known


def shown_by(event: Any) -> dict[int, list[str]]:
    """Return the faces that an event shows, by the seat that holds them."""
    if isinstance(event, e.WarFought):
        return {seat: [FACES[face] for face in faces] for seat, faces in enumerate(event.faces)}
    if isinstance(event, e.DuelFought):
        return {
            seat: [FACES[face]] for seat, face in zip((event.seat, event.target), event.faces, strict=True) if face >= 0
        }
    return {event.seat: [FACES[face] for face in event.faces]}
