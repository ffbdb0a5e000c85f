"""Stepping through a match in the terminal."""

from __future__ import annotations

import gzip
import io
import os
import pty
import re
import subprocess
import sys
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.__main__ import main
from engine.notation.narration import narrate
from engine.notation.record_files import read_groups, read_match
from engine.notation.record_writing import print_record
from engine.terminal import Playback, Player, viewer_named
from engine.terminal.board import draw_table, draw_view
from tests.engine.accepted_commands import groups
from tests.engine.matches import Match, Style
from tests.engine.strategies import SEEDS, STYLES, matches, seated_rulesets
from tests.engine.transcripts import recorded, short_match

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MATCH = short_match(3, game="flip", scoring="winner_takes", target=100)
DATA = recorded(MATCH)


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "match.gz").write_bytes(gzip.compress(DATA))
    return str(tmp_path / "match.gz")


@pytest.fixture
def playback(path: str) -> Playback:
    return Playback(read_groups(path))


def projected(playback: Playback, lines: Iterable[str], viewer: int | None = engine.OPEN) -> str:
    player = Player(playback, viewer, playback.moves[0])
    shown: str | None = ""
    for line in lines:
        shown = player.press(line)
    assert shown is not None
    return shown


def place(shown: str) -> tuple[int, ...]:
    """Return the shown event and move."""
    found = re.match(r"== event (\d+) of \d+, move (\d+) of", shown)
    assert found
    return tuple(map(int, found.groups()))


# -- Playback -----------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(seated_rulesets(), SEEDS, STYLES, st.data())
def test_a_film_has_the_table_of_every_version_in_any_order(
    wish: tuple[dict[str, object], int], seed: int, style: Style, data: st.DataObject
) -> None:
    match = Match(*wish, seed, style, kept=seed % 2 == 0)
    seen = [match.log[:], *(sent.events for sent in groups(match, 60))]
    playback = Playback(seen)
    assert (playback.last, playback.events) == (len(match.log), match.log)
    for version in data.draw(st.lists(st.integers(0, playback.last), max_size=20)):
        assert playback.table(version) == engine.replay(match.log[:version])
        assert (
            playback.of_move(version)
            == match.log[:version][
                playback.moves[playback.number_of_move(version) - 2] if playback.number_of_move(version) > 1 else 0 :
            ]
        )


def test_moves_and_rounds_lead_forwards_and_backwards_and_stop_at_the_ends(playback: Playback) -> None:
    assert len(playback.rounds) > 1
    version = playback.moves[0]
    for move in playback.moves[1:]:
        assert playback.move_before(playback.move_after(version)) == version
        version = playback.move_after(version)
        assert version == move
    assert playback.move_after(playback.last) == playback.last
    assert playback.move_before(playback.moves[0]) == playback.moves[0]
    first, second = playback.rounds[:2]
    assert isinstance(playback.events[playback.moves[bisect_left(playback.moves, first) - 1]], e.MatchStarted)
    rounds = (playback.round_after(0), playback.round_after(first), playback.round_before(second))
    assert rounds == (
        first,
        second,
        first,
    )
    assert playback.round_before(first) == playback.moves[0]
    assert playback.round_after(playback.rounds[-1]) == playback.last


def test_events_that_do_not_fit_are_refused() -> None:
    for event, why in (
        (e.CardKept("A"), "event 2: the field seat of card_kept"),  # type: ignore[arg-type]
        (e.CardPlayed(0, 5, 1, 1, 1, 1), "event 2, card_played, does not fit"),
        (e.SeatTaken(0, "cat", "", "server"), "event 2, seat_taken, does not fit"),
    ):
        with pytest.raises(engine.CannotInfer, match=why):
            Playback([[MATCH.log[0]], [event]])


def test_a_table_that_cannot_be_is_not_drawn() -> None:
    player = Player(Playback([[MATCH.log[0]], [e.DealerDrawn(0, 1, 1), e.CardKept(77)]]), None, 3)
    with pytest.raises(engine.CannotInfer, match="the table after event 3 cannot be drawn"):
        player.screen()


def test_what_a_terminal_obeys_is_not_printed() -> None:
    playback = Playback([[MATCH.log[0]], [e.AutopilotEngaged(0, "\x1b[2J\n")]])
    assert "?[2J" in Player(playback, None, 2).screen()


# -- Player ---------------------------------------------------------------------------------------------------------


def test_keys_go_by_move_by_round_and_to_a_version(playback: Playback) -> None:
    moves, rounds = playback.moves, playback.rounds
    assert place(projected(playback, [""])) == (moves[1], 2)
    assert place(projected(playback, ["n", "n", "b"])) == (moves[1], 2)
    assert place(projected(playback, ["r"]))[0] == rounds[0]
    assert place(projected(playback, ["$", "rb"]))[0] == rounds[-1]
    assert place(projected(playback, ["12"]))[0] == 12
    assert place(projected(playback, ["12", " 0 \n"])) == (0, 1)
    assert place(projected(playback, ["999999999"])) == place(projected(playback, ["$"])) == (playback.last, len(moves))


def test_what_means_nothing_is_said_with_what_does(playback: Playback) -> None:
    assert projected(playback, ["?"]).startswith("Enter or n  the next move")
    for keys in ("x", "as", "12a", "-1", "1" * 30, "²"):
        assert "means nothing here.\nEnter or n" in projected(playback, [keys])
    assert projected(playback, ["as Z"]) == "There is no 'Z' to look as: A, B, open and nobody are.\n"
    assert Player(playback, None, 5).press("q\n") is None


def test_eyes_are_a_seat_s_open_or_nobody_s(playback: Playback) -> None:
    shown = {name: projected(playback, ["r", "n", f"as {name}"]) for name in ("A", "B", "open", "nobody")}
    table = playback.table(playback.move_after(playback.rounds[0]))
    assert draw_table(table) in shown["open"]
    for seat, name in ((0, "A"), (1, "B"), (None, "nobody")):
        assert draw_view(engine.view(table, seat)) in shown[name]
        assert f"as {name} ==" in shown[name]
    assert len(set(shown.values())) == 4
    with pytest.raises(ValueError, match="not in tuple"):
        viewer_named("C", 2)


def test_the_picture_of_a_view_has_the_own_hand_and_the_backs_of_others() -> None:
    table = engine.replay(MATCH.log[: MATCH.log.index(next(x for x in MATCH.log if isinstance(x, e.TurnStarted)))])
    rows = draw_view(engine.view(table, 0)).splitlines()[-2:]
    hand = " ".join(card.card for card in engine.view(table, 0).hand or ())
    backs = " ".join(engine.view(table, 0).seats[1].backs or ())
    assert rows[0].endswith(f"  {hand}")
    assert rows[1].endswith(f"  ({backs})")
    plain = Match({"game": "classic"}, 2, 1)
    plain.start()
    assert draw_view(engine.view(plain.table, 0)).splitlines()[-1].rstrip().endswith("7 cards")


@settings(max_examples=60)
@given(matches(most=150))
def test_sentences_tell_a_viewer_what_they_may_know_and_no_more(match: Match) -> None:
    """A change of anything hidden from the viewer does not change the sentence."""
    for event in match.log:
        for viewer in (None, *range(match.table.seats)):
            seen = engine.redact(event, viewer)
            other: Any = event
            for field, value in zip(engine.FIELDS[type(event)], event, strict=True):
                if field.name not in seen:
                    other = other._replace(**{field.name: tuple(0 for _ in value) if isinstance(value, tuple) else 0})
            assert narrate(event, viewer) == narrate(other, viewer)
        assert narrate(event) == narrate(event, engine.OPEN)


def test_drawn_shown_and_given_cards_are_counted_where_they_are_hidden() -> None:
    drawn, shown = e.CardsDrawn(1, "turn", (3, 4), 5, (6, 7), (8, 9)), e.HandShown(0, 1, (1, 2))
    given = e.CardGiven(0, 1, 3, 4, 5, 6)
    assert [narrate(drawn, viewer) for viewer in (0, 1)] == ["B draws 2 (turn)", "B draws R8 R9 (turn)"]
    assert [narrate(shown, viewer) for viewer in (None, 1)] == ["A shows B: its hand", "A shows B: R1 R2"]
    assert [narrate(given, viewer) for viewer in (0, 1, 2)] == ["A gives B R5", "A gives B R5", "A gives B a card"]


# -- The command line --------------------------------------------------------------------------------------------------


def replayed(path: str, *arguments: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", "replay", path, *arguments]
    return subprocess.run(command, input=keys, capture_output=True, text=True, check=False)


def test_a_match_is_stepped_through_by_lines_in_a_pipe(path: str) -> None:
    done = replayed(path, "--as", "B", "--at", "12", keys="\n\nas A\nr\nb\nq\n\n\n")
    assert done.returncode == 0
    places = re.findall(r"== event (\d+) .* as (\w+) ==", done.stdout)
    assert [eyes for _, eyes in places] == ["B", "B", "B", "A", "A", "A"]
    assert places[0][0] == "12"
    assert "\x1b" not in done.stdout
    assert replayed(path).stdout.count("== event") == 1  # the input ends


def test_the_input_is_read_to_its_end_or_until_somebody_leaves(
    path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for keys, shown in (("\n", 2), ("\nq\n\n", 2), ("", 1)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(keys))
        assert main(["replay", path]) == 0
        assert capsys.readouterr().out.count("== event") == shown


def test_a_match_is_stepped_through_in_a_terminal(path: str) -> None:
    parent, child = pty.openpty()
    with subprocess.Popen([sys.executable, "-m", "engine", "replay", path], stdin=child, stdout=child) as running:
        os.close(child)
        os.write(parent, b"\nas B\n25\nq\n")
        shown = b""
        # The terminal ends with an error when the other side has gone.
        while chunk := _read(parent):
            shown += chunk
        assert running.wait(timeout=60) == 0
    os.close(parent)
    assert shown.count(b"\x1b[H\x1b[2J") == 4
    assert b"== event 25 of" in shown
    assert b"as B ==" in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


def test_all_moves_are_printed_or_one_table(path: str, capsys: pytest.CaptureFixture[str], playback: Playback) -> None:
    assert main(["replay", path, "--print", "--as", "nobody"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("== event") == len(playback.moves)
    assert main(["replay", path, "--print", "--at", "20"]) == 0
    assert capsys.readouterr().out == Player(playback, engine.OPEN, 20).screen() + "\n"


def test_a_record_is_stepped_through_like_its_transcript(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "record").write_text(print_record(read_match(path)))
    for file in (path, str(tmp_path / "record")):
        assert main(["replay", file, "--print"]) == 0
    printed = capsys.readouterr().out
    half = len(printed) // 2
    assert printed[:half] == printed[half:]


def test_what_cannot_be_stepped_through_is_refused(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", path, "--as", "Q"]) == 2
    assert "a seat's letter, open or nobody" in capsys.readouterr().err
    (tmp_path / "none").write_text("hello\n")
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert "line 1: it is not JSON" in capsys.readouterr().err
