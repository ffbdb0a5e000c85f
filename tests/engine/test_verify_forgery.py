"""The service itself forges, links and signs again: only the rules and the committed chance reveal it."""

import json

import pytest

import engine
from tests.engine.forgeries import HEADER, ROWS, Rows, edited, first, forged, found, replaced, stamped
from tests.engine.matches import Match, Style
from tests.engine.transcripts import PUBLIC_KEY, SYSTEM, Scribe, file_of, scribe_of

LAST = len(ROWS) - 1
DRAWN = first("CardsDrawn")
PLAYED = first("CardPlayed")
STARTED = first("MatchStarted")
ENDS = next(place for place in range(PLAYED, len(ROWS)) if ROWS[place].command != ROWS[PLAYED].command)
"""The place after the first play and its events."""


def pile_with_two_swapped(rows: Rows) -> None:
    place = first("RoundStarted")
    pile = json.loads(rows[place].private or b"")["pile"]
    pile[0], pile[1] = pile[1], pile[0]
    rows[place] = edited(rows[place], private=True, pile=pile)


def another_card_drawn(rows: Rows) -> None:
    place = first("CardsDrawn")
    rows[place] = edited(rows[place], private=True, cards=[0], faces=["R0"])


def a_card_that_does_not_match(rows: Rows) -> None:
    """The first play is another card of the hand that may not be laid."""
    place = first("CardPlayed")
    dealt = json.loads(ROWS[first("HandsDealt")].private or b"")
    played = json.loads(ROWS[place].public)
    starter = json.loads(ROWS[first("StarterTurned")].public)["face"]
    seat = played["seat"]
    hand = list(zip(dealt["cards"][seat], dealt["faces"][seat], strict=True))
    card, face = next(
        (card, face) for card, face in hand if face[0] not in ("W", starter[0]) and face[1:] != starter[1:]
    )
    rows[place] = edited(rows[place], face=face, color=face[0])
    rows[place] = edited(rows[place], private=True, card=card, handle=sorted(dealt["cards"][seat]).index(card))


def an_id_that_comes_back(rows: Rows) -> None:
    """The next command but one of a seat repeats the id of this one, and all three have the same time."""
    ids = list(dict.fromkeys(row.command for row in rows))
    groups = [[place for place, row in enumerate(rows) if row.command == one] for one in ids]
    one, between, back = next(
        three
        for three in zip(groups, groups[1:], groups[2:], strict=False)
        if three[0][0] >= PLAYED and rows[three[0][0]].actor == rows[three[2][0]].actor
    )
    for place in (*one, *between, *back):
        rows[place] = rows[place]._replace(at=rows[back[0]].at)
    for place in back:
        rows[place] = rows[place]._replace(command=rows[one[0]].command)


FORGED: dict[str, tuple[bytes, set[str], str]] = {
    "two cards of a shuffle": (
        forged(pile_with_two_swapped),
        {"decisions"},
        f"Event {first('RoundStarted') + 1} is not what the rules and the promised chance lead to",
    ),
    "a card that was drawn": (forged(another_card_drawn), {"decisions"}, f"Event {DRAWN + 1} is not what the rules"),
    "a card that does not match": (forged(a_card_that_does_not_match), {"decisions"}, "The rules forbid"),
    "who deals": (
        forged(replaced(first("DealerChosen"), seat=0)),
        {"decisions"},
        f"Event {first('DealerChosen') + 1} is not what",
    ),
    "a color that may not be named": (
        forged(replaced(PLAYED, color=None)),
        {"decisions"},
        "Event",
    ),
    "a seat that is not there": (forged(replaced(PLAYED, seat=7)), {"decisions"}, "No command leads to event"),
    "the points": (
        forged(replaced(first("RoundEnded"), points=[0, 1], totals=[0, 1])),
        {"decisions"},
        f"Event {first('RoundEnded') + 1} is not what",
    ),
    "the winner": (forged(replaced(LAST, winners=[1], ranks=[2, 1])), {"decisions"}, f"Event {LAST + 1} is not what"),
    "an event without cause": (
        forged(lambda rows: rows.insert(ENDS, rows[ENDS - 1])),
        {"decisions"},
        f"Event {ENDS + 1} is not what the rules and the promised chance lead to",
    ),
    "the end of a command": (
        forged(lambda rows: rows.pop(first("CardPlayed") - 1)),
        {"decisions"},
        "something is missing that the rules lead to",
    ),
    "a move by another seat": (
        forged(
            lambda rows: [
                stamped(place, actor=1 - rows[place].actor)(rows)
                for place in range(len(rows))
                if rows[place].command == ROWS[PLAYED].command
            ]
        ),
        {"decisions"},
        f"In event {PLAYED + 1} seat",
    ),
    "a move by the service": (
        forged(
            lambda rows: [
                stamped(place, actor=SYSTEM)(rows)
                for place in range(len(rows))
                if rows[place].command == ROWS[PLAYED].command
            ]
        ),
        {"decisions"},
        f"In event {PLAYED + 1} the service does what is for seat",
    ),
    "a start by a seat that is not there": (
        forged(
            lambda rows: [
                stamped(place, actor=7)(rows)
                for place in range(len(rows))
                if rows[place].command == ROWS[STARTED].command
            ]
        ),
        {"decisions"},
        "In event 4 seat 7 does what is for the service to do",
    ),
    "a match set up by a seat": (forged(stamped(0, actor=0)), {"decisions"}, "set up by the service, not by a seat"),
    "the time": (
        forged(stamped(PLAYED + 5, at=ROWS[0].at)),
        {"times", "commands"},
        f"Event {PLAYED + 6} was recorded before the one in front of it",
    ),
    "the id of a command that was used before": (
        forged(
            lambda rows: [
                stamped(place, command=rows[1].command)(rows)
                for place in range(len(rows))
                if rows[place].command == ROWS[PLAYED].command
            ]
        ),
        {"commands"},
        f"Event {PLAYED + 1} names a command of somebody else or of another moment",
    ),
    "the id of a command that is over, by the same seat at the same moment": (
        forged(an_id_that_comes_back),
        {"commands"},
        "names a command that was over",
    ),
    "bytes of the service that it has chosen": (
        forged(replaced(1, entropy="ab" * 32)),
        {"seats", "deal", "decisions"},
        "The bytes of seat 0 were chosen by the service",
    ),
    "bytes from nowhere": (
        forged(replaced(1, source="heaven")),
        {"seats", "decisions"},
        "The bytes of seat 0 were chosen by the service",
    ),
    "bytes that are none": (
        forged(replaced(2, entropy="so be it")),
        {"deal", "decisions"},
        "The cards were not bound to what everybody saw",
    ),
    "what the deal is bound to": (
        forged(replaced(STARTED, transcript="00" * 32)),
        {"deal", "decisions"},
        "The cards were not bound to what everybody saw",
    ),
    "the commitment": (
        forged(replaced(0, commitment="00" * 32)),
        {"seed", "deal"},
        "The seed is not the one that was promised",
    ),
    "a commitment that is none": (
        forged(replaced(0, commitment="so be it")),
        {"seed", "deal"},
        "The seed is not the one that was promised",
    ),
    "the hash of the rules": (
        forged(replaced(STARTED, rules_hash="00" * 32)),
        {"rules", "decisions"},
        "The match was started with other rules",
    ),
    "the options": (
        forged(replaced(0, options=[["game", "classic"], ["target", 300]])),
        {"rules", "decisions"},
        "The rules in the first line are not what the options in event 1 mean",
    ),
    "options that do not exist": (
        forged(replaced(0, options=[["game", "whist"]])),
        {"rules", "decisions"},
        "The options in event 1 are none that can be played",
    ),
    "who sat there": (
        forged(lambda _: None, HEADER._replace(seats=HEADER.seats[:1])),
        {"seats"},
        "The seats in the first line are not those that were taken",
    ),
    "a match that sets up nothing": (
        forged(lambda rows: rows.pop(0)),
        {"seed", "rules", "deal"},
        "The first event does not set up a match",
    ),
    "a match that does not start": (
        forged(lambda rows: rows.pop(STARTED)),
        {"rules", "deal", "decisions"},
        "The match has never started",
    ),
    "an event of no type": (forged(stamped(PLAYED, type=999)), {"events"}, f"Event {PLAYED + 1} cannot be read"),
    "an event that is no JSON": (forged(stamped(PLAYED, public=b"{")), {"events"}, f"Event {PLAYED + 1} cannot be"),
    "an event of nonsense": (
        forged(replaced(first("TurnStarted"), seat="nobody")),
        {"events"},
        f"Event {first('TurnStarted') + 1} says what no event says",
    ),
    "an event written otherwise": (
        forged(stamped(first("TurnStarted"), public=b'{"seat": 0}')),
        {"events"},
        f"Event {first('TurnStarted') + 1} is not written as events are",
    ),
}


def test_a_time_out_that_was_recorded_before_the_time_it_names() -> None:
    match = Match({"game": "classic", "scoring": "single_round"}, 3, 0, Style.SHED, kept=True).play(1_000)
    whole = scribe_of(match).rows
    assert found(file_of(whole, match.chance.match_id), [PUBLIC_KEY]) == {}
    scribe = Scribe(match.chance)
    early = next(row.seq for row, event in zip(whole, match.log, strict=True) if isinstance(event, engine.TimedOut))
    for row in whole:
        told = edited(row, due_at=row.at + 1) if row.seq == early else row
        event = engine.EncodedEvent(row.type, row.schema_version, told.public, row.private)
        scribe.write(event, row.actor, row.command, row.at)
    broken = found(file_of(scribe.rows, match.chance.match_id), [PUBLIC_KEY])
    assert {check: finding.seq for check, finding in broken.items()} == {"times": early}
    assert broken["times"].sentence == f"In event {early} time ran out before it was over."


@pytest.mark.parametrize("name", FORGED)
def test_a_log_forged_by_the_service_itself_is_found_out(name: str) -> None:
    data, checks, sentence = FORGED[name]
    broken = found(data, [PUBLIC_KEY])
    assert set(broken) == checks, broken
    assert any(sentence in finding.sentence for finding in broken.values()), broken


def test_more_seats_than_a_deal_can_be_bound_to() -> None:
    broken = found(forged(replaced(0, seats=256)), [PUBLIC_KEY])
    assert broken["deal"].seq == 1
    assert "more seats" in broken["deal"].sentence
