"""Plays the matches of the corpus: random commands of all seats, people and bots, and then an early end."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING, Literal, NamedTuple

import engine
from engine.commands import COMMAND_WORDS
from engine.samples import fitting_seats
from engine.transcript.writing import uuid_text
from tests.corpus.manifest import DIGITS, FOLDER, Entry, digest, unpacked
from tests.engine.accepted_commands import SERVICE, Sent, groups
from tests.engine.matches import Match, Style
from tests.engine.transcripts import Scribe, decoded, file_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.corpus.plan import Options

COMMANDS = 45
CAUSES = ("aborted", "resigned", "abandoned")


class Wish(NamedTuple):
    """The options of a match to be played. `number` varies matches with the same options."""

    options: Options
    number: int
    style: Style
    kept: bool
    commands: int = COMMANDS


def wish_for(options: Options, number: int) -> Wish:
    """Return the wish for a match of these options, which determine its style and clock."""
    lot = zlib.crc32(repr((sorted(options.items()), number)).encode())
    return Wish(options, lot, tuple(Style)[lot % 3], kept=lot // 3 % 2 == 0)


def played(wish: Wish) -> tuple[Entry, bytes]:
    """Play the match of a wish; return its line of the manifest and its file."""
    seats = fitting_seats(wish.options, wish.number)
    match = Match(wish.options, seats, wish.number, wish.style, kept=wish.kept)
    chance = _chance(wish)
    opening = engine.new_match(wish.options, seats=seats, commitment=chance.commitment.hex(), clock=match.table.clock)
    return _played(match, wish, chance, opening)


def branched(origin: Entry, seat: int | None) -> tuple[Entry, bytes]:
    """Branch a match of the corpus from its middle, redealt for this seat if one is given."""
    transcript = engine.read_transcript(unpacked(origin))
    events = [decoded(row) for row in transcript.events]
    begun = [version for version, event in enumerate(events, 1) if isinstance(event, engine.TurnStarted)]
    future: Literal["same", "redealt"] = "same" if seat is None else "redealt"
    game = uuid_text(transcript.header.game)
    position = engine.branch(events, begun[len(begun) // 2], origin=game, future=future, seat=seat or 0)
    options = {"game": origin.game, "edition": origin.edition, **origin.options}
    wish = Wish(options, origin.events, Style.ANY, kept=False)
    chance = _chance(wish)
    opening = engine.new_branch(events, position, commitment=chance.commitment.hex())
    match = Match(options, origin.seats, wish.number, wish.style, origin=(events, position))
    entry, data = _played(match, wish, chance, opening)
    return entry._replace(origin=origin.file), data


def closed(wish: Wish) -> tuple[Entry, bytes]:
    """Close a table with three seats before its match, when `number` of them are taken and one was left."""
    match = Match(wish.options, 3, wish.number, wish.style, kept=wish.kept)
    match.chance = chance = _chance(wish)
    match.log = engine.new_match(wish.options, seats=3, commitment=chance.commitment.hex())
    match.table = engine.replay(match.log)
    scribe = Scribe(chance)
    scribe.record(SERVICE, match.log)
    moves: list[tuple[int, engine.Command]] = [(0, engine.TakeSeat("human")), (0, engine.LeaveSeat())]
    moves += [(seat, engine.TakeSeat("human")) for seat in range(wish.number)]
    for seat, command in moves:
        scribe.record(seat, match.send(seat, command))
    scribe.record(SERVICE, match.send(None, engine.CloseTable()))
    words = {COMMAND_WORDS[type(command)] for _, command in moves} | {"close_table"}
    words.update(engine.TAGS[type(event)] for event in match.log)
    data = gzip.compress(file_of(scribe.rows, chance.match_id), 9, mtime=0)
    return _entry(match, words, data), data


def _chance(wish: Wish) -> engine.Chance:
    return engine.Chance(_bytes(wish, "game")[:16], _bytes(wish, "seed"))


def _played(match: Match, wish: Wish, chance: engine.Chance, opening: list[engine.Event]) -> tuple[Entry, bytes]:
    match.chance, match.log, match.table = chance, opening, engine.replay(opening)
    scribe = Scribe(chance)
    scribe.record(SERVICE, match.log)
    words: set[str] = set()
    for sent in _sent(match, wish):
        late = any(isinstance(command, engine.TimeOut) for _, command in sent.commands)
        scribe.record(SERVICE if late else sent.actor, sent.events)
        words.update(COMMAND_WORDS[type(command)] for _, command in sent.commands)
    words.update(engine.TAGS[type(event)] for event in match.log)
    data = gzip.compress(file_of(scribe.rows, chance.match_id), 9, mtime=0)
    return _entry(match, words, data), data


def _bytes(wish: Wish, purpose: str) -> bytes:
    return bytes.fromhex(digest(f"{purpose} {sorted(wish.options.items())} {wish[1:]}".encode()))


def _sent(match: Match, wish: Wish) -> Iterator[Sent]:
    for sent in groups(match, wish.commands):
        yield sent
        in_round = match.table.turn is not None
        if in_round and engine.rules_of(match.table.spec).time_limit and match.dice.below(10) == 0:
            yield _alone(match, None, engine.Expire())
    for seat in match.table.voting_seats():
        if not match.table.is_over:
            yield _alone(match, *_ending(CAUSES[wish.number % len(CAUSES)], seat))


def _ending(cause: str, seat: int) -> tuple[int | None, engine.Command]:
    if cause == "abandoned":
        return None, engine.Engage(seat, "left")
    return seat, engine.Resign() if cause == "resigned" else engine.Vote("abort")


def _alone(match: Match, seat: int | None, command: engine.Command) -> Sent:
    before, sent = match.table.copy(), len(match.sent)
    if isinstance(command, engine.Vote) and seat in dict(match.table.votes).get("abort", ()):
        command = engine.Resign()
    events = match.send(seat, command)
    return Sent(before, SERVICE if seat is None else seat, match.sent[sent:], events)


def _entry(match: Match, words: set[str], data: bytes) -> Entry:
    full = dict(match.table.spec.options)
    game, edition = str(full["game"]), str(full["edition"])
    plain = dict(engine.resolve({"game": game, "edition": edition}).spec.options)
    sha256 = digest(data)
    assert match.table.result is not None
    return Entry(
        file=f"{game}-{edition}-{sha256[:DIGITS]}.jsonl.gz",
        sha256=sha256,
        game=game,
        edition=edition,
        seats=match.table.seats,
        events=len(match.log),
        cause=match.table.result.cause,
        options={name: value for name, value in sorted(full.items()) if plain.get(name) != value},
        holds=sorted(words),
    )


def store(entry: Entry, data: bytes) -> None:
    """Write the file unless it exists."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / entry.file).open("xb") as file:
        file.write(data)
