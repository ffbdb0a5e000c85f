"""The second verifier accepts matches of every game, with all kinds of rules, to their end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine import samples as variants
from tests.corpus.manifest import entries, unpacked
from tests.engine.matches import Match, Style
from tests.engine.transcripts import SYSTEM, Scribe, file_of, recorded
from tests.verifier.node import reports

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

CHECKS = (
    "format", "chain", "commands", "events", "seed", "private", "entropies", "rules", "transcript", "shuffles", "luck",
    "cards", "turns", "result", "signature", "anchors",
)  # fmt: skip
MOST_COMMANDS = 400

RULES: list[tuple[dict[str, object], int]] = [
    ({"pairing": "physical", "own_backs": "visible", "dealer_selection": "random"}, 3),
    ({"dealer_selection": "high_starts", "own_backs": "table"}, 10),
    ({"dealer_selection": "seat=H", "flip_starter": "redraw", "zero_spell": "dump_color", "spell_number": 3}, 3),
    ({"scoring": "elimination", "target": 60}, 4),
    ({"teams": 2, "teammate_gives": True, "skip_effect": "give_card", "reveal_draw_color": "doubt"}, 4),
    ({"stack": "same_wild", "misplay_penalty": 2, "false_catch_penalty": 2, "jump_in": True}, 4),
    ({"edition": "marvel", "edition_plain_wilds": 3, "seven_o": True}, 4),
    ({"edition": "transformers", "reveal_draw_color": "all"}, 3),
    ({"game": "classic", "deck": 112}, 3),
    ({"game": "classic", "deck": 112, "hands_wild": "shuffle", "hand_limit": 15}, 5),
    ({"game": "h2o", "h2o_downpour": True, "hand_limit": 12}, 4),
    ({"game": "attack", "attack_deck": "2010s"}, 4),
    ({"game": "attack", "attack_deck": "classic108", "launcher": [3, 0, 9]}, 3),
    ({"game": "spin", "wheel": ["WAR", "TRADE_HANDS", "ALMOST_UNO", "DRAW_RED"]}, 2),
    ({"game": "spin"}, 6),
    ({"stack": "same_wild", "stack_across": True, "deflect": True, "uno_window": "last_card"}, 5),
    ({"stack": "same", "stack_draw_color": True, "stack_across": True, "jump_in": True, "jump_in_cancels": True}, 4),
]


def ended(options: dict[str, object], seats: int, seed: int, style: Style, *, kept: bool = False) -> bytes | None:
    """Return the transcript of such a match; None if it takes too long."""
    chosen = options if {"scoring", "target"} & options.keys() else {**options, "scoring": "single_round"}
    match = Match(chosen, seats, seed, style, kept=kept).play(MOST_COMMANDS)
    return recorded(match, [2, len(match.log)]) if match.table.is_over else None


def of_every_edition() -> Iterator[bytes | None]:
    for number, edition in enumerate(variants.editions()):
        yield ended(edition, 2 + number % 3, number, Style.SHED)
        yield ended(edition, 4, 100 + number, Style.SHED, kept=True)
        yield ended(edition, 2, 150 + number, Style.HOARD)


def of_chosen_rules() -> Iterator[bytes | None]:
    for number, (options, seats) in enumerate(RULES):
        yield ended(options, seats, 200 + number, Style.SHED)
        yield ended(options, seats, 300 + number, Style.ANY, kept=number % 3 == 0)


def of_the_corpus() -> Iterator[bytes]:
    return map(unpacked, entries())


@pytest.mark.parametrize(("matches", "least"), [(of_every_edition, 20), (of_chosen_rules, 20), (of_the_corpus, 80)])
def test_it_derives_all_chance_and_finds_every_card_in_its_place(tmp_path: Path, matches: Any, least: int) -> None:
    files = [data for data in matches() if data is not None]
    assert len(files) >= least
    seen: Counter[str] = Counter()
    for report in reports(tmp_path, files):
        assert report.ok, report.sentence
        # At a table that was closed before its match there was nothing to shuffle.
        undealt = {"transcript"} if report.facts["deals"] == 0 else set()
        assert set(CHECKS) - undealt <= set(report.checks) <= {*CHECKS, "origin"}
        seen.update({name: value for name, value in report.facts.items() if isinstance(value, int)})
    if matches is of_every_edition:
        luck = ("reshuffles", "flips", "moved", "presses", "spins", "dealerCards", "byPlayers", "days")
        assert [what for what in luck if not seen[what]] == []


def test_rounds_after_the_first_are_dealt_by_the_next_seat(tmp_path: Path) -> None:
    data = ended({"target": 150}, 3, 7, Style.SHED)
    assert data is not None
    (report,) = reports(tmp_path, [data])
    assert report.ok, report.sentence
    assert report.facts["deals"] == report.facts["rounds"] > 1


def test_seats_that_take_themselves_back_with_a_move_hold(tmp_path: Path) -> None:
    match = Match({"game": "classic", "scoring": "single_round", "seven_o": True}, 3, 11, Style.SHED)
    match.start()
    scribe = Scribe(match.chance)
    scribe.record(SYSTEM, match.log)
    while not match.table.is_over:
        seat, command = match.choose()
        back: list[engine.Event] = []
        if seat is not None and match.table.has_vote(seat):
            scribe.record(SYSTEM, match.send(None, engine.Engage(seat, "left")))
            back = match.send(seat, engine.TakeBack())
        scribe.record(SYSTEM if seat is None else seat, [*back, *match.send(seat, command)])
    (report,) = reports(tmp_path, [file_of(scribe.rows, match.chance.match_id)])
    assert report.ok, report.sentence


def test_early_ends_are_ends(tmp_path: Path) -> None:
    files = [early(cause) for cause in ("aborted", "resigned", "abandoned")]
    assert [report.sentence for report in reports(tmp_path, files) if not report.ok] == []


def early(cause: str) -> bytes:
    match = Match({"game": "classic"}, 3, 5, kept=True)
    match.start()
    people = [seat for seat, kind in enumerate(match.table.seat_kinds) if kind is engine.SeatKind.HUMAN]
    for _ in range(12):
        if match.table.turn is not None:
            match.send(match.table.turn, engine.legal_commands(match.table, match.table.turn)[0])
    for seat in people:
        if not match.table.is_over:
            match.send(None, engine.Engage(seat, "left")) if cause == "abandoned" else match.send(
                seat, engine.Vote("abort", yes=True) if cause == "aborted" else engine.Resign()
            )
    assert match.table.result is not None
    assert match.table.result.cause == cause
    return recorded(match)


def test_a_table_that_was_closed_before_its_match_holds(tmp_path: Path) -> None:
    files = [closed_table(taken) for taken in range(4)]
    for report in reports(tmp_path, files):
        assert report.ok, report.sentence
        assert set(CHECKS) - set(report.checks) == {"transcript"}


def test_a_match_that_was_dealt_is_no_closed_table(tmp_path: Path) -> None:
    match = Match({"game": "classic"}, 2, 1)
    match.start()
    scribe = Scribe(match.chance)
    scribe.record(SYSTEM, match.log)
    scribe.record(SYSTEM, [engine.MatchEnded((), (1, 1), match.chance.seed.hex(), "closed")])
    (report,) = reports(tmp_path, [file_of(scribe.rows, match.chance.match_id)])
    assert not report.ok


def closed_table(taken: int) -> bytes:
    """Return the transcript of a closed table with this number of seats taken, after one was left."""
    match = Match({"game": "classic"}, 3, 5, kept=True)
    scribe = Scribe(match.chance)
    scribe.record(SYSTEM, match.log)
    moves: list[tuple[int, engine.Command]] = [(0, engine.TakeSeat("human")), (0, engine.LeaveSeat())]
    moves += [(seat, engine.TakeSeat("human", "ab" * 32 if seat else None)) for seat in range(taken)]
    for seat, command in moves:
        scribe.record(seat, match.send(seat, command))
    scribe.record(SYSTEM, match.send(None, engine.CloseTable()))
    return file_of(scribe.rows, match.chance.match_id)
