"""The committed randomness of a match: protocol UFLIP1, to the byte.

Here live the commitments, the keys, the streams and the shuffles that
`docs/protocol/protocol.md` publishes; that page is the specification and its vectors
are the tests of this module. What is drawn, and when, is the business of the
handlers; no rule, card or seat of a running table is known here, and no number
comes from anywhere but the bytes handed in.

Bytes of a wrong length raise `ValueError`, numbers that do not fit their field
raise `OverflowError`. Nothing in here prints or represents a seed.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
MOST_ENTROPIES = 255  # seats that T can bind
MATCH_ID_BYTES = 16
HASH_BYTES = 32
WORD_VALUES = 65536
"""A stream hands out 16-bit words; no single draw can be wider."""

_BLOCK_LABEL = b"UFLIP1/stream\0"
_WORDS_OF_BLOCK = struct.Struct(">16H")


class MiscKind(IntEnum):
    """The decisions that a misc stream makes. The numbers are part of the protocol."""

    PAIRING = 0
    DEALER = 1
    LAUNCHER = 2
    WHEEL = 3
    HANDS = 4
    SHUFFLED_HANDS = 5
    REDEAL = 6


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def _uint(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def _sized(value: bytes, size: int, name: str) -> bytes:
    if len(value) != size:
        # The length only: the value may be a secret.
        message = f"{name} must be {size} bytes, not {len(value)}"
        raise ValueError(message)
    return value


def commitment(match_id: bytes, seed: bytes) -> bytes:
    """Return CS, the 32 bytes that bind the server to `seed` for this match."""
    return _hash(
        b"UFLIP1/server-commit\0",
        _sized(match_id, MATCH_ID_BYTES, "match id"),
        _sized(seed, SEED_BYTES, "seed"),
    )


def seat_commitment(match_id: bytes, seat: int, entropy: bytes) -> bytes:
    """Return SC_i, with which a seat may bind itself before it shows `entropy`."""
    return _hash(
        b"UFLIP1/seat-commit\0",
        _sized(match_id, MATCH_ID_BYTES, "match id"),
        _uint(seat, 1),
        _sized(entropy, SEED_BYTES, "entropy"),
    )


def deck_hash(ids: Iterable[int]) -> bytes:
    """Return the hash of the unshuffled deck, a sequence of u16 card ids."""
    return _hash(b"UFLIP1/deck\0", *(_uint(card, 2) for card in ids))


def transcript(
    match_id: bytes,
    *,
    rules_hash: bytes,
    deck_hash: bytes,
    commitment: bytes,
    entropies: Sequence[bytes],
    beacon: bytes = b"",
) -> bytes:
    """Return T, the 32 bytes that bind the seed to what everybody saw.

    `entropies` holds the 32 bytes of each seat in seat order, at most 255 of
    them; `beacon` at most 65535 bytes.
    """
    seats = (_uint(seat, 1) + _sized(entropy, SEED_BYTES, "entropy") for seat, entropy in enumerate(entropies))
    return _hash(
        b"UFLIP1/transcript\0",
        _sized(match_id, MATCH_ID_BYTES, "match id"),
        _sized(rules_hash, HASH_BYTES, "rules hash"),
        _sized(deck_hash, HASH_BYTES, "deck hash"),
        _sized(commitment, HASH_BYTES, "commitment"),
        _uint(len(entropies), 1),
        *seats,
        _uint(len(beacon), 2),
        beacon,
    )


def master_key(seed: bytes, transcript: bytes) -> bytes:
    """Return K, from which every stream of the match derives."""
    return _mac(
        _sized(seed, SEED_BYTES, "seed"),
        b"UFLIP1/master\0",
        _sized(transcript, HASH_BYTES, "transcript"),
    )


def epoch_key(master: bytes, epoch: int) -> bytes:
    """Return K_e, the key of the e-th shuffle of the match (u32, from 0)."""
    return _mac(master, b"UFLIP1/epoch\0", _uint(epoch, 4))


def misc_key(master: bytes, kind: int, counter: int) -> bytes:
    """Return the key of the `counter`-th use (u32, from 0) of a `MiscKind`."""
    return _mac(master, b"UFLIP1/misc\0", _uint(kind, 1), _uint(counter, 4))


def private_salt(seed: bytes, seq: int) -> bytes:
    """Return psalt_s, which salts the private part of event `seq` (u32)."""
    return _mac(_sized(seed, SEED_BYTES, "seed"), b"UFLIP1/priv-salt\0", _uint(seq, 4))


def server_entropy(seed: bytes, seat: int) -> bytes:
    """Return the entropy of a seat that brought none.

    It derives from the seed, hence is fixed by the commitment: bytes the server
    were free to choose after seeing the players' would let it pick the deal.
    """
    return _mac(
        _sized(seed, SEED_BYTES, "seed"),
        b"UFLIP1/server-entropy\0",
        _uint(seat, 1),
    )


def automatic_id(seed: bytes, version: int, seat: int, cause: str) -> bytes:
    """Return the 16 bytes of the command id of an automatic move, in the form of a random UUID.

    Only who has the seed can tell it from the id of a player's command, and sees by it why the move was made.
    """
    mac = _mac(
        _sized(seed, SEED_BYTES, "seed"), b"UFLIP1/automatic\0", _uint(version, 4), _uint(seat, 1), cause.encode()
    )
    return mac[:6] + bytes([mac[6] & 0x0F | 0x40, mac[7], mac[8] & 0x3F | 0x80]) + mac[9:16]


class Stream:
    """An endless row of unbiased draws from one key. Draws use it up."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        """Start at block 0 of `key`."""
        self._key = key
        self._block = 0
        self._words: list[int] = []  # of the current block, the next one last

    def below(self, bound: int) -> int:
        """Return a number in `range(bound)`, all equally likely.

        Every call consumes at least one word, `below(1)` included. Raises
        `ValueError` unless 1 <= bound <= 65536.
        """
        if not 1 <= bound <= WORD_VALUES:
            message = f"bound must be within 1..{WORD_VALUES}, not {bound}"
            raise ValueError(message)
        # Words at or above the largest multiple of bound would favor the low
        # remainders, so they are thrown away.
        limit = WORD_VALUES - WORD_VALUES % bound
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < limit:
                return word % bound

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a new order (Fisher-Yates, last index down)."""
        pile = list(items)
        words = self._words
        left = len(pile)
        while left > 1:
            # The body of `below(left)`, without its call: a deal asks 111 times. A word is thrown away if the run of
            # `left` words that it lies in does not end within the range.
            if not words:
                self._refill()
                words = self._words
            word = words.pop()
            j = word % left
            if word - j + left <= WORD_VALUES:
                left -= 1
                pile[left], pile[j] = pile[j], pile[left]
        return pile

    def _refill(self) -> None:
        block = hmac.digest(
            self._key,
            _BLOCK_LABEL + self._block.to_bytes(4, "big"),
            "sha256",
        )
        self._block += 1
        self._words = list(_WORDS_OF_BLOCK.unpack(block))
        self._words.reverse()


class Dice(Stream):
    """Draws for bots and playouts: same seed, same draws, on any machine.

    Not part of the committed chance: its label is its own, so that no seed used
    here, not even by mistake that of a match, tells anything about a deal.
    """

    __slots__ = ()

    def __init__(self, seed: bytes) -> None:
        """Take a seed of any length."""
        super().__init__(_hash(b"UFLIP1/dice\0", seed))


class Tape:
    """All chance of one match, fixed the moment its transcript is."""

    __slots__ = ("_master",)

    def __init__(self, master: bytes) -> None:
        """Take K, the 32 bytes of `master_key`."""
        self._master = _sized(master, HASH_BYTES, "master key")

    def shuffle(self, epoch: int, items: Iterable[Item]) -> list[Item]:
        """Return `items` shuffled for `epoch`; the top of the pile is the last."""
        return Stream(epoch_key(self._master, epoch)).shuffle(items)

    def misc(self, kind: int, counter: int) -> Stream:
        """Return the stream of the `counter`-th use of `kind` (a `MiscKind`)."""
        return Stream(misc_key(self._master, kind, counter))


class Chance:
    """The secret of one match, in the hands of the service that decides.

    Replaying never needs it: results are in the events.
    """

    __slots__ = ("_fixed", "commitment", "match_id", "seed")

    def __init__(self, match_id: bytes, seed: bytes) -> None:
        """Take the 16 bytes of the match id and 32 secret, never reused bytes."""
        self.match_id = match_id
        self.seed = seed
        self.commitment = commitment(match_id, seed)
        self._fixed: tuple[bytes, Tape] | None = None

    def private_salt(self, seq: int) -> bytes:
        """Return the salt of the private part of event `seq`."""
        return private_salt(self.seed, seq)

    def server_entropy(self, seat: int) -> bytes:
        """Return the entropy of `seat` when nobody brought any."""
        return server_entropy(self.seed, seat)

    def automatic_id(self, version: int, seat: int, cause: str) -> bytes:
        """Return the command id of the automatic move of `seat` at `version`."""
        return automatic_id(self.seed, version, seat, cause)

    def automatic_delay(self, version: int, seat: int) -> Stream:
        """Return the draws that say how long an automatic move waits. They know no cause and no card."""
        return Stream(_mac(self.seed, b"UFLIP1/automatic-delay\0", _uint(version, 4), _uint(seat, 1)))

    def tape(self, transcript: bytes) -> Tape:
        """Return the chance that `transcript` (T, 32 bytes) has fixed."""
        if self._fixed is None or self._fixed[0] != transcript:
            self._fixed = transcript, Tape(master_key(self.seed, transcript))
        return self._fixed[1]
