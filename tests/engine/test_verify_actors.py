"""Actors: a seat never acts for another, and the service only where it may."""

from collections.abc import Callable

import pytest

import engine
from engine.verify.actors import may_send
from engine.verify.report import report
from tests.engine.matches import Match
from tests.engine.transcripts import PUBLIC_KEY, SYSTEM, Scribe, file_of

Actor = Callable[[str, int], int]


def as_it_is(_what: str, actor: int) -> int:
    return actor


def transcript(actor: Actor) -> bytes:
    """Return a short match in which much is done for others; `actor` gives the actor to record for each step."""
    match = Match({"game": "classic"}, 3, 1, kept=True)
    scribe = Scribe(match.chance)

    def send(what: str, by: int, seat: int | None, *commands: engine.Command) -> None:
        scribe.record(actor(what, by), [event for command in commands for event in match.send(seat, command)])

    scribe.record(SYSTEM, match.log)
    send("person", 0, 0, engine.TakeSeat("human"))
    send("person", 1, 1, engine.TakeSeat("human"))
    send("bot", 0, 2, engine.TakeSeat("bot"))
    send("bot stands up", 0, 2, engine.LeaveSeat())
    send("person stands up", 1, 1, engine.LeaveSeat())
    send("person", 1, 1, engine.TakeSeat("human"))
    send("bot", 1, 2, engine.TakeSeat("bot"))
    send("start", 0, None, engine.Start())
    turn = match.table.turn
    assert turn is not None
    send("time-out", SYSTEM, turn, engine.TimeOut(0))
    send("vacation", SYSTEM, None, engine.Pause("vacation", 0, 5, 9))
    send("another end", SYSTEM, None, engine.Unpause("vacation", 0), engine.Pause("vacation", 0, 5, 7))
    send("offset", SYSTEM, None, engine.NoteOffset(0, 60))
    send("engage", SYSTEM, None, engine.Engage(0, "left"))
    while (seat := match.table.turn) != 0:
        assert seat is not None
        send("move", seat, seat, engine.legal_commands(match.table, seat)[0])
    send("autopilot", SYSTEM, 0, engine.legal_commands(match.table, 0)[0])
    send("take back", 0, 0, engine.TakeBack())
    send("resign", 0, 0, engine.Resign())
    send("resign", 1, 1, engine.Resign())
    assert match.table.is_over
    return file_of(scribe.rows, match.chance.match_id)


def test_people_bots_and_the_service_each_do_their_part() -> None:
    told = report(transcript(as_it_is), keys=[PUBLIC_KEY])
    assert told.code == 0, "\n".join(told.lines)


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("person", 9),
        ("person stands up", 0),
        ("person stands up", 2),
        ("start", 9),
        ("time-out", 0),
        ("engage", 1),
        ("autopilot", 1),
        ("move", SYSTEM),
        ("take back", SYSTEM),
        ("take back", 1),
        ("resign", 2),
        ("resign", SYSTEM),
    ],
)
def test_nobody_acts_for_another(what: str, instead: int) -> None:
    told = report(transcript(lambda done, actor: instead if done == what else actor), keys=[PUBLIC_KEY])
    assert told.code == 1
    assert " does what is for " in told.lines[-1], told.lines[-1]


@pytest.mark.parametrize(
    "command", [engine.Resign(), engine.Vote("abort"), engine.Vote("pause"), engine.Resume(), engine.TakeBack()]
)
def test_what_an_owner_decides_nobody_decides_for_them_autopilot_or_not(command: engine.Command) -> None:
    table = Match({"game": "classic"}, 3, 1).play(5).table
    table.autopilot = (0,)
    assert may_send(table, SYSTEM, 0, engine.Draw()), "the service moves for this seat"
    assert may_send(table, 0, 0, command)
    assert not may_send(table, SYSTEM, 0, command)
    assert not may_send(table, 1, 0, command)
