"""The committed randomness against the published vectors of docs/protocol/protocol.md.

Nothing here may compute an expected value with the code under test: vectors
were made by programs that share no line with it.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from engine.chance import (
    Chance,
    Dice,
    MiscKind,
    Stream,
    Tape,
    commitment,
    deck_hash,
    epoch_key,
    master_key,
    misc_key,
    private_salt,
    seat_commitment,
    server_entropy,
    transcript,
)

MATCH_ID = bytes(range(16))
SEED = bytes(range(32))
ENTROPIES = [bytes([first]) * 32 for first in (0xA0, 0xA1, 0xA2)]
RULES_HASH = hashlib.sha256(b"rules-v1").digest()
DECK = list(range(112))

DECK_HASH = "4d0e968275248699d6fb315e6ca2be81287cfdf07ce47ceba553d741ada1a42b"
COMMITMENT = "63d50c34dd304cd41bd2476caba0f31170143f814ab86a6313dc3fb6e70f0548"
TRANSCRIPT = "866ae5f38d92b795c2f05a7c9434bbe14734784cec02b977ddf14a6901b8560f"
MASTER = "9f84412d39d018d217cadd63235ac682f0bbe53bdbc2fb9b5e6e1dbaa996b0a4"

# Upper 1e-4 points of the chi-square distribution, by degrees of freedom. The
# seeds are fixed, so a test below either always passes or never does.
CHI_SQUARE_LIMIT = {23: 57.07, 121: 187.56}


@pytest.fixture
def tape() -> Tape:
    """Give the tape of the published example match."""
    return Chance(MATCH_ID, SEED).tape(bytes.fromhex(TRANSCRIPT))


def digest_of(pile: list[int]) -> str:
    """Hash a pile the way the vectors do: its ids as u16."""
    return hashlib.sha256(b"".join(i.to_bytes(2, "big") for i in pile)).hexdigest()


def example_transcript(
    entropies: list[bytes] = ENTROPIES,
    beacon: bytes = b"",
) -> bytes:
    """Bind the example match to these entropies and this beacon."""
    return transcript(
        MATCH_ID,
        rules_hash=RULES_HASH,
        deck_hash=bytes.fromhex(DECK_HASH),
        commitment=bytes.fromhex(COMMITMENT),
        entropies=entropies,
        beacon=beacon,
    )


def draws(stream: Stream, bound: int, count: int) -> list[int]:
    """Take `count` draws below `bound`."""
    return [stream.below(bound) for _ in range(count)]


class TestCommitments:
    """The numbers published before anybody sits down, and their publishers."""

    def test_the_server_commits_to_its_seed(self) -> None:
        assert commitment(MATCH_ID, SEED).hex() == COMMITMENT
        assert Chance(MATCH_ID, SEED).commitment.hex() == COMMITMENT

    def test_a_seat_commits_to_its_entropy(self) -> None:
        assert (
            seat_commitment(MATCH_ID, 0, ENTROPIES[0]).hex()
            == "cc86a2b2b04255f795e1d083e1fcd6c592ddf2826805c50d3456ebe6546719ce"
        )

    def test_the_deck_is_hashed_in_its_printed_order(self) -> None:
        assert deck_hash(DECK).hex() == DECK_HASH
        assert deck_hash(reversed(DECK)).hex() != DECK_HASH

    def test_the_transcript_binds_everything_seen_before_the_deal(self) -> None:
        assert example_transcript().hex() == TRANSCRIPT

    def test_a_beacon_enters_the_transcript(self) -> None:
        assert (
            example_transcript(beacon=b"beacon").hex()
            == "73fcff5382ea962f7733c441fbc546696a947d69c841f60289443335587373aa"
        )

    @pytest.mark.parametrize("seat", range(len(ENTROPIES)))
    def test_every_seat_alone_changes_the_deal(self, seat: int) -> None:
        changed = list(ENTROPIES)
        changed[seat] = bytes(32)
        chance = Chance(MATCH_ID, SEED)
        before = chance.tape(example_transcript()).shuffle(0, DECK)
        after = chance.tape(example_transcript(changed)).shuffle(0, DECK)
        assert before != after


class TestKeys:
    """Every key of the match derives from the one seed."""

    def test_the_master_key_follows_from_seed_and_transcript(self) -> None:
        assert master_key(SEED, bytes.fromhex(TRANSCRIPT)).hex() == MASTER

    def test_each_shuffle_has_its_key(self) -> None:
        assert (
            epoch_key(bytes.fromhex(MASTER), 0).hex()
            == "8b157a7d925c5a36a4c61cf3c7d1b241e54d4a69b064ae1cbba93627d9eb4cbd"
        )

    @pytest.mark.parametrize(
        ("kind", "counter", "key"),
        [
            (
                MiscKind.PAIRING,
                0,
                "fa0a46e518ffae3f393e52bcbb6dfde9176e32d11d049ff429da3b1c82ac7b8f",
            ),
            (
                MiscKind.DEALER,
                0,
                "0f657f014c334516f744c36ad5dcf7822633e4e2be741b41f53818618b3412db",
            ),
            (
                MiscKind.LAUNCHER,
                0,
                "90697af6fe4ac391ca4dd1ddcd9929c9fcc52d5f43fe39c86f182356fc442c89",
            ),
            (
                MiscKind.LAUNCHER,
                1,
                "f05ba6413d15ca079af24513ff8e0fe641e4664237fe6769039664eb17696c37",
            ),
            (
                MiscKind.WHEEL,
                258,
                "74533db9acbb0610cdd377a0731124586e26fb59262197276e18bde155205537",
            ),
        ],
    )
    def test_each_other_use_of_chance_has_its_key(
        self,
        kind: MiscKind,
        counter: int,
        key: str,
    ) -> None:
        assert misc_key(bytes.fromhex(MASTER), kind, counter).hex() == key

    @pytest.mark.parametrize(
        ("seq", "salt"),
        [
            (1, "2d280f0325e033dd797298f782d0e1c7c9cb3d12b92c1bb0eb3ff5b26a7c5d65"),
            (
                70_000,
                "fbab4399ebb46cabedb084dd402cb41b46793e5c820eb05df423b64d6876eb1a",
            ),
        ],
    )
    def test_each_private_part_has_its_salt(self, seq: int, salt: str) -> None:
        assert private_salt(SEED, seq).hex() == salt
        assert Chance(MATCH_ID, SEED).private_salt(seq).hex() == salt

    @pytest.mark.parametrize(
        ("seat", "entropy"),
        [
            (0, "e50525a6d11e14350d5117e4837ac65cf1d81daad64a9c5c8f7430eaf6cd8463"),
            (9, "12e47199724535b6338388cdff73ef35da8e8259c1731ce33544ea3bdca27d24"),
        ],
    )
    def test_the_server_is_not_free_in_what_it_brings_for_a_seat(
        self,
        seat: int,
        entropy: str,
    ) -> None:
        assert server_entropy(SEED, seat).hex() == entropy
        assert Chance(MATCH_ID, SEED).server_entropy(seat).hex() == entropy


class TestShuffles:
    """Epochs: the first deal, later rounds, reshuffles."""

    def test_the_first_shuffle_is_the_published_one(self, tape: Tape) -> None:
        pile = tape.shuffle(0, DECK)
        assert pile[:12] == [62, 58, 53, 103, 60, 78, 41, 13, 27, 32, 99, 10]
        assert pile[-12:] == [47, 54, 43, 96, 39, 30, 0, 109, 66, 100, 59, 18]
        assert digest_of(pile) == "7f1ecf12c082324989dfc10776f748ac840ea4a8524ebb94dd4914d0d475c840"

    def test_a_reshuffle_is_the_published_one(self, tape: Tape) -> None:
        pile = tape.shuffle(1, range(60))
        assert pile[:6] == [52, 47, 57, 22, 12, 10]
        assert digest_of(pile) == "2dd9dea146e40a9f7f166a069659629e7759b994364d19bf9e5b3ec549987b6f"

    def test_a_word_that_would_bias_the_deal_is_thrown_away(self, tape: Tape) -> None:
        # The first epoch of the example match in which a word is rejected.
        assert digest_of(tape.shuffle(89, DECK)) == "92d86212274ea8bf30fcddd2f5e58642ff180975f272fd1c6f3948d49f61faef"

    def test_a_shuffle_leaves_the_given_pile_alone(self, tape: Tape) -> None:
        pile = list(DECK)
        shuffled = tape.shuffle(0, pile)
        assert pile == DECK
        assert sorted(shuffled) == DECK

    @pytest.mark.parametrize("pile", [[], [7]])
    def test_nothing_to_shuffle_stays_as_it_is(
        self,
        tape: Tape,
        pile: list[int],
    ) -> None:
        assert tape.shuffle(3, pile) == pile

    def test_cards_of_any_type_can_be_shuffled(self, tape: Tape) -> None:
        assert sorted(tape.shuffle(0, ("R5", "Y8", "W"))) == ["R5", "W", "Y8"]


class TestMiscStreams:
    """Pairing, dealer, launcher, wheel."""

    def test_a_pairing_is_the_published_one(self, tape: Tape) -> None:
        pairing = tape.misc(MiscKind.PAIRING, 0).shuffle(DECK)
        assert pairing[:6] == [103, 98, 35, 75, 85, 30]
        assert digest_of(pairing) == "0f10c1f4f586224377b4dd1adb71ad797ce62d558e9b67b99093ad5107abb58e"

    @pytest.mark.parametrize(
        ("kind", "counter", "bound", "expected"),
        [
            (MiscKind.DEALER, 0, 100, [8, 93, 31, 99, 18, 67, 24, 59, 26, 12, 21, 79]),
            (
                MiscKind.LAUNCHER,
                0,
                100,
                [73, 97, 19, 59, 26, 31, 18, 27, 88, 77, 16, 57],
            ),
            (
                MiscKind.LAUNCHER,
                1,
                100,
                [70, 17, 50, 10, 33, 56, 20, 22, 36, 92, 26, 67],
            ),
            (MiscKind.WHEEL, 0, 9, [2, 6, 6, 0, 5, 3, 8, 3, 7, 8, 6, 6]),
            (MiscKind.WHEEL, 258, 9, [7, 5, 7, 5, 5, 0, 7, 2, 7, 4, 1, 1]),
        ],
    )
    def test_presses_and_spins_are_the_published_ones(
        self,
        tape: Tape,
        kind: MiscKind,
        counter: int,
        bound: int,
        expected: list[int],
    ) -> None:
        assert draws(tape.misc(kind, counter), bound, len(expected)) == expected

    def test_rejected_words_are_skipped_and_not_reused(self, tape: Tape) -> None:
        # Six of the first fourteen words are 40000 or more.
        assert draws(tape.misc(MiscKind.LAUNCHER, 0), 40_000, 8) == [
            24173,
            6619,
            13426,
            39931,
            9118,
            18427,
            28877,
            8025,
        ]

    def test_the_numbers_of_the_kinds_never_change(self) -> None:
        assert {kind.name: kind.value for kind in MiscKind} == {
            "PAIRING": 0,
            "DEALER": 1,
            "LAUNCHER": 2,
            "WHEEL": 3,
            "HANDS": 4,
            "SHUFFLED_HANDS": 5,
            "REDEAL": 6,
        }


class TestUniformity:
    """Sanity only: the proof is the construction, these would see a slip in it."""

    @staticmethod
    def orders_of_four(shuffle: Callable[[Dice], list[int]]) -> float:
        """Return chi-square (23 degrees) of 24,000 orders of four cards."""
        dice = Dice(b"orders of four")
        expected = 1000
        seen = Counter(tuple(shuffle(dice)) for _ in range(24 * expected))
        return sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))

    def test_every_order_of_four_cards_is_equally_likely(self) -> None:
        statistic = self.orders_of_four(lambda dice: dice.shuffle(range(4)))
        assert statistic < CHI_SQUARE_LIMIT[23]

    def test_the_measure_condemns_the_usual_wrong_shuffle(self) -> None:
        def swap_with_any(dice: Dice) -> list[int]:
            pile = list(range(4))
            for i in range(4):
                j = dice.below(4)
                pile[i], pile[j] = pile[j], pile[i]
            return pile

        assert self.orders_of_four(swap_with_any) > CHI_SQUARE_LIMIT[23]

    def test_every_card_is_equally_likely_in_every_place(self, tape: Tape) -> None:
        cards, shuffles = 12, 6000
        seen: Counter[tuple[int, int]] = Counter()
        for epoch in range(shuffles):
            seen.update(enumerate(tape.shuffle(epoch, range(cards))))
        expected = shuffles / cards
        total = sum((seen[place, card] - expected) ** 2 / expected for place in range(cards) for card in range(cards))
        # Rows and columns both sum to the number of shuffles, which makes the
        # cells of a fair shuffle vary by n/(n-1) more than independent ones.
        assert total * (cards - 1) / cards < CHI_SQUARE_LIMIT[121]

    def test_different_shuffles_of_a_match_differ(self, tape: Tape) -> None:
        piles = {tuple(tape.shuffle(epoch, DECK)) for epoch in range(200)}
        piles |= {tuple(tape.misc(kind, counter).shuffle(DECK)) for kind in MiscKind for counter in range(50)}
        assert len(piles) == 200 + 50 * len(MiscKind)


class TestDraws:
    """The limits of a single draw."""

    def test_a_draw_may_be_as_wide_as_a_word(self) -> None:
        widest = 65_536
        words = draws(Stream(bytes(32)), widest, 1000)
        assert set(words) <= set(range(widest))
        assert max(words) > widest * 0.99
        assert min(words) < widest * 0.01

    def test_a_draw_of_one_possibility_still_uses_a_word(self) -> None:
        plain, after_one = Stream(bytes(32)), Stream(bytes(32))
        assert after_one.below(1) == 0
        assert draws(plain, 65_536, 2)[1] == after_one.below(65_536)

    @pytest.mark.parametrize("bound", [0, -1, 65_537])
    def test_an_impossible_draw_is_refused(self, bound: int) -> None:
        with pytest.raises(ValueError, match="bound must be within"):
            Stream(bytes(32)).below(bound)


class TestDice:
    """The stream for bots and playouts."""

    def test_the_same_seed_throws_the_same(self) -> None:
        assert draws(Dice(b"a"), 6, 100) == draws(Dice(b"a"), 6, 100)

    def test_another_seed_throws_otherwise(self) -> None:
        assert draws(Dice(b"a"), 6, 100) != draws(Dice(b""), 6, 100)

    def test_dice_thrown_with_a_match_seed_tell_nothing_of_its_streams(self) -> None:
        assert draws(Dice(SEED), 6, 100) != draws(Stream(SEED), 6, 100)


class TestRefusals:
    """Bytes of another length would make two different inputs hash alike."""

    @pytest.mark.parametrize(
        "refused",
        [
            lambda: Chance(MATCH_ID[1:], SEED),
            lambda: Chance(MATCH_ID, SEED + b"\0"),
            lambda: seat_commitment(MATCH_ID, 0, b"short"),
            lambda: example_transcript([b"short"]),
            lambda: Chance(MATCH_ID, SEED).tape(b"short"),
            lambda: Tape(b"short"),
        ],
    )
    def test_bytes_of_a_wrong_length_are_refused(
        self,
        refused: Callable[[], object],
    ) -> None:
        with pytest.raises(ValueError, match="bytes, not"):
            refused()

    @pytest.mark.parametrize(
        "refused",
        [
            lambda: seat_commitment(MATCH_ID, 256, SEED),
            lambda: deck_hash([65_536]),
            lambda: example_transcript([SEED] * 256),
            lambda: example_transcript(beacon=bytes(65_536)),
            lambda: epoch_key(SEED, -1),
            lambda: misc_key(SEED, 256, 0),
            lambda: private_salt(SEED, 2**32),
        ],
    )
    def test_numbers_too_large_for_their_field_are_refused(
        self,
        refused: Callable[[], object],
    ) -> None:
        with pytest.raises(OverflowError):
            refused()

    def test_a_refusal_does_not_repeat_the_secret(self) -> None:
        secret = b"a seed that is too short"
        with pytest.raises(ValueError, match="seed must be 32 bytes") as refusal:
            Chance(MATCH_ID, secret)
        assert secret.decode() not in str(refusal.value)
        assert secret.hex() not in str(refusal.value)

    def test_neither_chance_nor_tape_prints_its_secret(self, tape: Tape) -> None:
        chance = Chance(MATCH_ID, SEED)
        for text in (repr(chance), str(chance), repr(tape), repr(Stream(SEED))):
            assert SEED.hex() not in text
            assert MASTER not in text
            assert repr(SEED) not in text
