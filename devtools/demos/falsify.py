"""Ways to falsify a transcript: by a holder of the file, and by the service itself, which can do much more.

Each returns the bytes of a file. Everything that a service could correct after such a change is corrected.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import engine
from devtools.stack.trouble import Trouble

Rows = list[engine.StoredEvent]
NUMBERS = {tag: number for number, kind in engine.EVENT_TYPES.items() for tag in (engine.TAGS[kind],)}
HOUR = 3_600_000_000  # microseconds


class Falsified(NamedTuple):
    """A file, and how it was falsified.

    `forged`: by the service, which signs again with its own key; `head`: only a holder of a stored head can tell;
    `moves`: only a checker that knows the rules of the game can tell.
    """

    what: str
    data: bytes
    forged: bool = False
    head: bool = False
    moves: bool = False


class Forger:
    """Falsifies one transcript. `key` replaces the key of a dishonest service."""

    def __init__(self, data: bytes, key: Ed25519PrivateKey) -> None:
        self.data = data
        self.key = key
        self.true = engine.read_transcript(data)
        self.chance = engine.Chance(self.true.header.game, self.true.end.seed)

    def all(self) -> Iterator[Falsified]:
        """Yield all falsifications."""
        yield Falsified("Somebody changes a card that was played, in one event", self._changed(self._other_face))
        yield Falsified("Somebody swaps two cards between the hands that were dealt", self._changed(self._other_hands))
        yield Falsified("Somebody leaves out one event and numbers the others anew", self._changed(self._one_less))
        yield Falsified("Somebody has two events change places", self._changed(self._other_order))
        yield Falsified("Somebody cuts off the end and adjusts the first line", self._cut_off())
        yield Falsified("Somebody writes another seed into the last lines", self._other_seed())
        yield Falsified("Somebody names another winner at the end", self._other_winner())
        yield Falsified("Somebody signs the same file with a key of their own", self._forged(lambda _rows: None))
        yield Falsified("The service swaps two cards of the shuffled pile", self._forged(self._stacked), forged=True)
        yield Falsified(
            "The service picks the bytes that a seat did not bring", self._forged(self._chosen), forged=True
        )
        yield Falsified(
            "The service lets a card be played that does not match",
            self._forged(self._illegal),
            forged=True,
            moves=True,
        )
        yield Falsified(
            "The service dates the whole match back by an hour", self._forged(self._earlier), forged=True, head=True
        )
        if self.true.anchors:
            data = self._forged(self._earlier, self.true.anchors)
            yield Falsified("The same, with the anchors that were published", data, forged=True)

    # -- Somebody who has the file --

    def _changed(self, change: Callable[[Rows], None]) -> bytes:
        rows = list(self.true.events)
        change(rows)
        rows = [row._replace(seq=seq) for seq, row in enumerate(rows, 1)]
        return self._written(rows, lambda _: self.true.signature, self.true.anchors)

    def _other_face(self, rows: Rows) -> None:
        place = self._first("card_played")
        face = json.loads(rows[place].public)["face"]
        _edit(rows, place, face="R5" if face != "R5" else "R6")

    def _other_hands(self, rows: Rows) -> None:
        place = self._first("hands_dealt")
        cards = json.loads(rows[place].private or b"")["cards"]
        cards[0][0], cards[1][0] = cards[1][0], cards[0][0]
        _edit_hidden(rows, place, cards=cards)

    def _one_less(self, rows: Rows) -> None:
        del rows[self._first("card_played")]

    def _other_order(self, rows: Rows) -> None:
        place = self._first("card_played")
        rows[place], rows[place + 1] = rows[place + 1], rows[place]

    def _cut_off(self) -> bytes:
        lines = self.data.splitlines(keepends=True)
        count = len(self.true.events)
        short = count - 3
        lines[0] = lines[0].replace(b'"events":%d' % count, b'"events":%d' % short)
        return b"".join([*lines[: 1 + short], *lines[1 + count :]])

    def _other_seed(self) -> bytes:
        return self.data.replace(self.true.end.seed.hex().encode(), b"5eed" * 16)

    def _other_winner(self) -> bytes:
        other = next(seat for seat in range(len(self.true.header.seats)) if seat not in self.true.end.winners)
        lines = self.data.splitlines(keepends=True)
        end = 1 + len(self.true.events)
        lines[end] = _with(lines[end], winners=[other])
        return b"".join(lines)

    # -- The service itself: it can link, commit and sign again --

    def _forged(self, change: Callable[[Rows], None], anchors: Sequence[engine.Anchor] = ()) -> bytes:
        rows = list(self.true.events)
        change(rows)
        game, chain = self.true.header.game, engine.chain_genesis(self.true.header.game)
        for place, row in enumerate(rows):
            salt = self.chance.private_salt(row.seq)
            commitment = None if row.private is None else engine.private_commitment(salt, row.private)
            chain = engine.chain_link(
                chain, game, row.seq, row.type, row.schema_version, row.at, row.actor, row.command, row.public,
                commitment or engine.NO_PRIVATE,
            )  # fmt: skip
            rows[place] = row._replace(commitment=commitment, chain=chain)
        return self._written(rows, self._sign, anchors)

    def _sign(self, message: bytes) -> engine.Signature:
        return engine.Signature(self.key.public_key().public_bytes_raw(), self.key.sign(message))

    def _stacked(self, rows: Rows) -> None:
        place = self._first("round_started")
        pile = json.loads(rows[place].private or b"")["pile"]
        pile[0], pile[-1] = pile[-1], pile[0]
        _edit_hidden(rows, place, pile=pile)

    def _chosen(self, rows: Rows) -> None:
        for place, row in enumerate(rows):
            if row.type == NUMBERS["seat_taken"] and json.loads(row.public)["source"] == "server":
                _edit(rows, place, entropy="c0ffee00" * 8)
                return
        raise Trouble("No seat got its random bytes from the service in this match.")

    def _illegal(self, rows: Rows) -> None:
        table = engine.Table()
        for place, row in enumerate(rows):
            event = engine.decode_event(row.type, row.schema_version, row.public, row.private)
            if row.type == NUMBERS["card_played"] and (found := _unplayable(table, json.loads(row.public)["seat"])):
                card, handle, face = found
                _edit(rows, place, face=face, color=face[0])
                _edit_hidden(rows, place, card=card, handle=handle, back=self._back(table, card))
                return
            engine.evolve(table, event)
        raise Trouble("Every card could be played at any time in this match.")

    def _back(self, table: engine.Table, card: int) -> str:
        """Return the face of a card on the side that is not in play."""
        started = json.loads(self.true.events[self._first("match_started")].private or b"")
        back: str = started["dark" if engine.view(table, None).side == "L" else "light"][card]
        return back

    def _earlier(self, rows: Rows) -> None:
        rows[:] = [row._replace(at=row.at - HOUR) for row in rows]

    # -- Both --

    def _first(self, tag: str) -> int:
        return next(place for place, row in enumerate(self.true.events) if row.type == NUMBERS[tag])

    def _written(
        self, rows: Rows, sign: Callable[[bytes], engine.Signature], anchors: Sequence[engine.Anchor]
    ) -> bytes:
        header = self.true.header._replace(events=len(rows))
        return b"".join(engine.write_transcript(header, rows, sign, anchors))


def _unplayable(table: engine.Table, seat: int) -> tuple[int, int, str] | None:
    """Return id, handle and face of a card in the hand of the seat on turn that it may not play now."""
    if seat != table.turn:
        return None
    legal = {command.card for command in engine.legal_commands(table, seat) if isinstance(command, engine.Play)}
    ids = {handle: card for card, handle in table.hands[seat].items()}
    for held in engine.view(table, seat).hand or ():
        if held.card not in legal and held.card[0] not in "Ww":
            return ids[held.handle], held.handle, held.card
    return None


def _edit(rows: Rows, place: int, **fields: Any) -> None:
    rows[place] = rows[place]._replace(public=_json(json.loads(rows[place].public) | fields))


def _edit_hidden(rows: Rows, place: int, **fields: Any) -> None:
    rows[place] = rows[place]._replace(private=_json(json.loads(rows[place].private or b"") | fields))


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _with(line: bytes, **members: Any) -> bytes:
    return json.dumps(json.loads(line) | members, sort_keys=True, separators=(",", ":")).encode() + b"\n"
