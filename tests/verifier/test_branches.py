"""A match that continues from a position of another one: what is dealt again, and whether the position is right."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from tests.engine.matches import MATCH_ID, Match, Style, turns
from tests.engine.transcripts import recorded
from tests.verifier.forgeries import Forger, swap
from tests.verifier.node import report, reports, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ORIGIN = str(UUID(bytes=MATCH_ID))
GAMES: list[tuple[dict[str, object], Style]] = [
    ({"scoring": "single_round"}, Style.SHED),
    ({"scoring": "elimination", "target": 60}, Style.SHED),
    ({"scoring": "single_round", "game": "attack"}, Style.ANY),
    ({"scoring": "single_round", "game": "spin"}, Style.SHED),
]


@cache
def trunk(number: int) -> Match:
    options, style = GAMES[number]
    match = Match(options, 3, 5, style).play(2_000)
    assert match.table.is_over
    return match


@cache
def branch(number: int, place: int, seat: int | None, origin: str = ORIGIN) -> Match:
    """Return a finished branch of the match from the turn at this place, redealt for the seat if one is given."""
    match = trunk(number)
    version = turns(match)[place]
    future: Any = "same" if seat is None else "redealt"
    position = engine.branch(match.log, version, origin=origin, future=future, seat=seat or 0)
    played = Match(match.options, 3, 77, match.style, origin=(match.log, position)).play(2_000)
    assert played.table.is_over
    return played


def save(folder: Path, data: bytes) -> str:
    path = folder / "origin.jsonl"
    path.write_bytes(data)
    return str(path)


def test_a_position_that_somebody_chose_is_called_one(tmp_path: Path) -> None:
    (said,) = reports(tmp_path, [recorded(branch(0, 0, None, engine.NOWHERE))])
    assert said.ok, said.sentence
    assert said.checks["origin"].startswith("This is a match of a sandbox")
    assert said.facts["chosen"]
    assert said.code == 2
    assert "was chosen, not dealt" in run(tmp_path / "0.jsonl").stdout


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_branch_goes_on_from_where_its_origin_stood(tmp_path: Path, number: int) -> None:
    origin = save(tmp_path, recorded(trunk(number)))
    branches = [branch(number, 0, None), branch(number, len(turns(trunk(number))) // 2, 0), branch(number, -1, 1)]
    for said in reports(tmp_path, [recorded(match) for match in branches], "--origin", origin):
        assert said.ok, said.sentence
        assert said.checks["origin"].endswith("and that stood as it says.")


def test_without_its_origin_it_says_what_it_cannot_know(tmp_path: Path) -> None:
    said = report(tmp_path, recorded(branch(0, 2, 0)))
    assert (said.ok, said.code) == (True, 2)
    assert said.checks["origin"].endswith("is not checked without its transcript: name it with --origin.")
    done = run(tmp_path / "0.jsonl")
    assert done.returncode == 2
    assert "  ??     origin " in done.stdout
    assert "but not that this match began as the one that it goes on from stood" in done.stdout.splitlines()[-1]


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], object], str, str]] = {
    "position_resumed": (
        lambda fields: swap(fields["pile"]),
        "shuffles",
        "dealt anew are not those that the seed gives",
    ),
    "position_set ": (
        lambda fields: fields.update(pile=[*fields["pile"], *range(70_000)], hidden=[list(range(70_000))]),
        "cards",
        "a card is lost or there twice",
    ),
    "position_set": (lambda fields: fields.update(hidden=[[0, 0]]), "cards", "hidden places are not places"),
    "match_started": (lambda fields: swap(fields["dark"]), "luck", "dark faces"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_cards_that_are_not_dealt_anew_as_the_seed_says_are_found(tmp_path: Path, name: str) -> None:
    change, check, words = FORGERIES[name]
    said = report(tmp_path, Forger(branch(0, 2, 0)).tell(name.strip(), change).file())
    assert (said.broken, words in said.sentence) == (check, True), said.sentence


@pytest.mark.parametrize("what", ["presses", "idle"])
def test_a_position_that_never_was_is_found_by_its_origin(tmp_path: Path, what: str) -> None:
    # The second verifier does not know what only the rules derive from a position, such as `idle`.
    data = Forger(branch(0, 2, None)).tell("position_set", lambda fields: fields.update({what: 7})).file()
    said = report(tmp_path, data, "--origin", save(tmp_path, recorded(trunk(0))))
    if what == "idle":
        assert said.ok
    else:
        assert said.broken == "origin"
        assert 'The match that this one goes on from had another "presses" after ' in said.sentence


def test_a_branch_of_itself_is_not_followed_for_ever(tmp_path: Path) -> None:
    data = recorded(branch(0, 2, 0))
    said = report(tmp_path, data, "--origin", save(tmp_path, data))
    assert (said.broken, "had another" in said.sentence) == ("origin", True), said.sentence


def test_an_origin_that_does_not_hold_proves_nothing(tmp_path: Path) -> None:
    data = recorded(branch(0, 2, 0))
    broken = Forger(trunk(0)).tell("round_started", lambda fields: swap(fields["pile"])).file()
    said = report(tmp_path, data, "--origin", save(tmp_path, broken))
    assert said.broken == "origin"
    assert said.sentence.startswith("The transcript of the match that this one goes on from does not hold: Event ")
    other = report(
        tmp_path, recorded(branch(0, 2, 0, str(UUID(int=7)))), "--origin", save(tmp_path, recorded(trunk(0)))
    )
    assert other.ok
    assert other.code == 2
    assert "is not checked without its transcript" in other.checks["origin"]
    assert other.checks["origin"].endswith(f"What was given is of another match: {ORIGIN}.")
