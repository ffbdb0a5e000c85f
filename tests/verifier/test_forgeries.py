"""Every change by a cheating server is found and named, although its chain and its signature are right."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import engine
from tests.engine.forgeries import ROWS
from tests.engine.forgeries import forged as file_with
from tests.engine.matches import Match, Style
from tests.engine.test_typed import SWAPS, replaced
from tests.verifier.forgeries import Forger, swap
from tests.verifier.node import PROGRAM, report, reports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


MATCHES: dict[str, tuple[dict[str, object], Style, int]] = {
    "flip": ({}, Style.SHED, 10),
    "classic": ({"game": "classic"}, Style.SHED, 50),
    "attack": ({"game": "attack"}, Style.SHED, 44),
    "spin": ({"game": "spin"}, Style.ANY, 48),
    "hands": ({"game": "classic", "seven_o": True}, Style.SHED, 20),
    "mixed": ({"game": "classic", "deck": 112, "hands_wild": "shuffle"}, Style.SHED, 0),
    "lot": ({"dealer_selection": "random"}, Style.SHED, 2),
    "long": ({"game": "classic"}, Style.HOARD, 36),
}
"""Short matches between three that contain the events to be forged: options, style and seed."""


@cache
def match_of(name: str) -> Match:
    options, style, seed = MATCHES[name]
    match = Match({"scoring": "single_round", **options}, 3, seed, style).play(1_000)
    assert match.table.is_over
    return match


@cache
def timed() -> Match:
    """Return a match with a clock in which time runs out."""
    return Match({"game": "classic", "scoring": "single_round"}, 3, 0, Style.SHED, kept=True).play(1_000)


def forger(name: str = "flip") -> Forger:
    return Forger(match_of(name))


def another_seat(fields: dict[str, Any]) -> None:
    fields["seat"] = (fields["seat"] + 1) % 3


def another(**values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields.update(values)


def equal_faces(fields: dict[str, Any]) -> tuple[int, int] | None:
    """Return seat and place of two equal adjacent faces."""
    return next(
        (
            (seat, place)
            for seat, faces in enumerate(fields["faces"])
            for place in range(1, len(faces))
            if faces[place] == faces[place - 1]
        ),
        None,
    )


def turn_equal_cards(name: str, match: str) -> Forger:
    """Swap two equal cards of a hand that was sorted: no face shows it."""
    forged = forger(match)
    index = forged.find(name, where=lambda fields: equal_faces(fields) is not None)

    def change(fields: dict[str, Any]) -> None:
        found = equal_faces(fields)
        assert found is not None
        seat, place = found
        swap(fields["cards"][seat], place - 1, place)

    return forged.change(index, change)


def top_two(fields: dict[str, Any]) -> None:
    swap(fields["pile"], -1, -2)


def without(name: str, match: str = "flip") -> Forger:
    forged = forger(match)
    del forged.rows[forged.find(name)]
    return forged


def shifted(**values: int) -> Forger:
    """Give the event after the deal another time or actor than its command has."""
    forged = forger()
    index = forged.find("hands_dealt")
    forged.rows[index] = forged.rows[index]._replace(**values)
    return forged


def told_again() -> Forger:
    forged = forger()
    forged.rows[-1] = forged.rows[-1]._replace(command=forged.rows[2].command)
    return forged


def more_points(fields: dict[str, Any]) -> None:
    fields["totals"][0] += 1


FORGERIES: dict[str, tuple[Callable[[], Forger], str, str]] = {
    "a pile with two cards changed": (lambda: forger().tell("round_started", top_two), "shuffles", "shuffle 0 of the"),
    "two hands changed": (lambda: forger().tell("hands_dealt", lambda f: swap(f["cards"])), "shuffles", "hands_dealt"),
    "a card drawn from below": (
        lambda: forger("classic").tell("cards_drawn", lambda f: f["cards"].__setitem__(0, 107 - f["cards"][0])),
        "shuffles",
        "other cards were on top",
    ),
    "a reshuffle by hand": (lambda: forger("long").tell("pile_reshuffled", top_two), "shuffles", "shuffle 1 of the"),
    "no reshuffle": (lambda: without("pile_reshuffled", "long"), "cards", "not on the draw pile"),
    "a flip that keeps an order": (lambda: turn_equal_cards("flipped", "flip"), "shuffles", "flipped"),
    "hands moved in an order of choice": (lambda: turn_equal_cards("hands_moved", "hands"), "shuffles", "hands_moved"),
    "hands mixed by hand": (
        lambda: forger("mixed").tell("hands_moved", lambda f: swap(f["cards"])),
        "shuffles",
        "hands_moved",
    ),
    "another starter": (lambda: forger().tell("starter_turned", another(card=0)), "shuffles", "on top of the draw"),
    "other dark faces": (lambda: forger().tell("match_started", lambda f: swap(f["dark"])), "luck", "dark faces"),
    "other light faces": (lambda: forger().tell("match_started", lambda f: swap(f["light"])), "luck", "light faces"),
    "another dealer": (lambda: forger("lot").tell("dealer_chosen", another_seat), "luck", "had to become the dealer"),
    "another card for the deal": (lambda: forger().tell("dealer_drawn", another(card=3)), "luck", "for the deal"),
    "a softer press": (
        lambda: forger("attack").tell("launcher_pressed", lambda f: f.update(fired=f["fired"] + 1)),
        "luck",
        "press 0 of the launcher had to fire",
    ),
    "another sector": (
        lambda: forger("spin").tell(
            "wheel_spun", lambda f: f.update(sector="WAR" if f["sector"] != "WAR" else "DRAW_RED")
        ),
        "luck",
        "spin 0 of the wheel had to stop at",
    ),
    "a card from the sleeve": (
        lambda: forger("classic").tell("card_played", lambda f: f.update(card=107 - f["card"])),
        "cards",
        "does not hold that card",
    ),
    "a face that is not the card's": (
        lambda: forger("classic").tell("card_played", lambda f: f.update(face="R9" if f["face"] != "R9" else "Y9")),
        "cards",
        "not that card",
    ),
    "a card under another handle": (lambda: forger().tell("card_played", another(handle=77)), "cards", "handle"),
    "a wrong verdict": (
        lambda: forger("long").tell("evidence_sealed", lambda f: f["hand"].append("R1")),
        "cards",
        "not the hand",
    ),
    "a wrong back": (
        lambda: forger().tell("cards_drawn", lambda f: f.update(backs=["w" if b != "w" else "p1" for b in f["backs"]])),
        "cards",
        "not those cards",
    ),
    "a hand laid open otherwise": (
        lambda: forger().tell("round_ended", lambda f: swap(f["hands"])),
        "cards",
        "not those that were held",
    ),
    "a drawing left out": (lambda: without("cards_drawn", "classic"), "shuffles", "other cards were on top"),
    "more points": (lambda: forger("classic").tell("round_ended", more_points), "result", "do not add up"),
    "other winners": (
        lambda: forger().tell("match_ended", lambda f: f.update(winners=[(f["winners"][0] + 1) % 3])),
        "result",
        "not among those who rank first",
    ),
    "entropy that suits the server": (
        lambda: forger().tell("seat_taken", another(entropy="ab" * 32)),
        "entropies",
        "follow",
    ),
    "a player's entropy": (
        lambda: forger().tell("seat_taken", another(entropy="ab" * 32), 1),
        "transcript",
        "bound to",
    ),
    "another seed": (lambda: forger().tell("match_ended", another(seed="cd" * 32)), "seed", "commits to"),
    "another commitment": (lambda: forger().tell("match_created", another(commitment="cd" * 32)), "seed", "commits to"),
    "another option": (
        lambda: forger().tell("match_created", lambda f: f["options"].__setitem__(0, ["attack_deck", "2010s"])),
        "rules",
        "other options",
    ),
    "a transcript hash": (
        lambda: forger().tell("match_started", another(transcript="ef" * 32)),
        "transcript",
        "bound to",
    ),
    "a seat that does not exist": (lambda: forger().tell("turn_started", another(seat=7)), "events", "does not exist"),
    "a clock set back": (lambda: shifted(at=1), "commands", "was recorded before the one in front of it"),
    "a time-out before its time": (
        lambda: Forger(timed()).tell("timed_out", another(due_at=2**52)),
        "events",
        "before the time ran out",
    ),
    "a command taken apart": (lambda: shifted(actor=2), "commands", "a command of another actor or moment"),
    "a command told twice": (told_again, "commands", "names a command that was over"),
    "no dealer": (lambda: without("dealer_chosen"), "cards", "no dealer"),
    "no start": (lambda: without("match_started"), "events", "0 events match_started"),
}


def test_a_match_told_as_it_was_holds(tmp_path: Path) -> None:
    assert [said.sentence for said in reports(tmp_path, [forger(name).file() for name in MATCHES]) if not said.ok] == []


def test_every_forgery_is_named(tmp_path: Path) -> None:
    said = reports(tmp_path, [forge().file() for forge, _, _ in FORGERIES.values()])
    missed = {
        what: (found.broken, found.sentence)
        for (what, (_, check, words)), found in zip(FORGERIES.items(), said, strict=True)
        if found.broken != check or words not in found.sentence
    }
    assert missed == {}


def test_an_event_of_another_type_with_the_same_fields_is_found(tmp_path: Path) -> None:
    kinds = {(ROWS[place].type, type(event)): (place, event) for place, event in SWAPS}
    said = reports(tmp_path, [file_with(replaced(place, event)) for place, event in kinds.values()])
    assert len(said) > 20
    assert [kind for kind, found in zip(kinds, said, strict=True) if found.broken is None] == []


def test_a_deck_of_ones_own_is_found(tmp_path: Path) -> None:
    # The server writes its own rules document and derives everything from it: only the printed deck exposes it.
    forged = forger("classic")
    document = json.loads(forged.header.rules)
    document["light"][5] = "W4"
    rules = json.dumps(document, sort_keys=True, separators=(",", ":")).encode()
    header = forged.header._replace(rules=rules, events=len(forged.rows))
    digest = hashlib.sha256(rules).hexdigest()
    forged.tell("match_started", another(rules_hash=digest))
    said = report(tmp_path, forged.file(header))
    assert (said.broken, said.sentence) == ("rules", "The deck is not the one that the rules print for these options.")


def test_a_file_made_to_be_followed_for_ever_is_left(tmp_path: Path) -> None:
    nobody = forger("classic")
    at = nobody.find("round_started")
    made = nobody.rows[at]
    for seat in (0, 1, 2):
        said = json.dumps({"seat": seat, "rank": 1}, separators=(",", ":")).encode()
        nobody.rows.insert(at, made._replace(type=35, public=said, private=None))
    said = report(tmp_path, nobody.file())
    assert (said.broken, said.sentence[-19:]) == ("turns", "no round has ended.")


def test_a_file_that_would_command_a_terminal_is_quoted(tmp_path: Path) -> None:
    forged = forger("classic")
    document = json.loads(forged.header.rules)
    document["options"]["edition"] = "\x1b[2J\x9b"
    rules = json.dumps(document, sort_keys=True, separators=(",", ":")).encode()

    def change(fields: dict[str, Any]) -> None:
        fields["options"] = [[name, document["options"][name]] for name, _ in fields["options"]]

    forged.tell("match_created", change).tell("match_started", another(rules_hash=hashlib.sha256(rules).hexdigest()))
    said = report(tmp_path, forged.file(forged.header._replace(rules=rules, events=len(forged.rows))))
    assert said.broken == "rules"
    assert said.sentence.isprintable()


def test_events_of_a_later_program_are_not_guessed_at(tmp_path: Path) -> None:
    for changes in ({"type": 999}, {"schema_version": 2}):
        forged = forger("classic")
        forged.rows[4] = forged.rows[4]._replace(**changes)
        said = report(tmp_path, forged.file())
        assert said.broken == "events"
        assert said.sentence.startswith("Event 5: this program knows no event type")


def test_every_event_of_the_engine_is_known_with_its_fields() -> None:
    table = re.search(r"const EVENTS = `\n(.*?)\n`;", PROGRAM.read_text("utf-8"), re.DOTALL)
    assert table is not None
    lines = {line.split()[0]: line.split()[1:] for line in re.split(r"\n|; ", table[1])}
    assert lines.keys() == set(map(str, engine.EVENT_TYPES))
    assert set(engine.VERSIONS.values()) == {1}
    for number, kind in engine.EVENT_TYPES.items():
        name, *words = lines[str(number)]
        fields = [word.partition(":")[0] for word in words]
        bar = fields.index("|") if "|" in fields else len(fields)
        known = engine.FIELDS[kind]
        assert name == engine.TAGS[kind]
        assert fields[:bar] == [field.name for field in known if field.sees is engine.Sees.PUBLIC]
        assert fields[bar + 1 :] == [field.name for field in known if field.sees is not engine.Sees.PUBLIC]
