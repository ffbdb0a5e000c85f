"""The hash chain against the published vectors of docs/protocol/protocol.md."""

from collections.abc import Callable
from functools import partial

import pytest

from engine.chance import private_salt
from engine.proof.chain import NO_PRIVATE, genesis, link, private_commitment

MATCH_ID = bytes(range(16))
SEED = bytes(range(32))
PUBLIC = b'{"n":1,"seat":0}'
PRIVATE = b'{"cards":[57]}'

CHAIN_0 = "2b238f2964b3b9bc1f6603b6dc1dfd6d1c3adef32cd0ab9a560a72f8d3bb2810"
CHAIN_1 = "fc837c01b6f1a12079cf5f18a8ca3882862e3320e7cd6e07aec1d069f221c1a6"
CHAIN_1_PRIVATE = "5c9d0734ecbc4758b4a675e402c8ffae0164ba023ad8cb49658e01c131ab05d1"
CHAIN_2 = "b6aeddecfd59f4f60e9f66c24197f83902b62c91cfc33dc54e9ffd14fe175d21"

first_link = partial(
    link,
    previous=bytes.fromhex(CHAIN_0),
    match_id=MATCH_ID,
    seq=1,
    type=3,
    schema_version=1,
    recorded_at_us=1_790_000_000_000_000,
    actor=0,
    command_id=bytes(16),
    public=PUBLIC,
    private_commitment=NO_PRIVATE,
)


def test_a_chain_begins_with_its_match() -> None:
    assert genesis(MATCH_ID).hex() == CHAIN_0


def test_a_public_event_is_linked_as_published() -> None:
    assert first_link().hex() == CHAIN_1


def test_an_event_with_a_private_part_is_linked_as_published() -> None:
    committed = private_commitment(private_salt(SEED, 1), PRIVATE)
    assert committed.hex() == "6e9886891fca1baf9df0b4c1284d73b156678f0accab7b05220dfe470586f709"
    assert first_link(private_commitment=committed).hex() == CHAIN_1_PRIVATE


def test_the_second_event_is_linked_as_published() -> None:
    # By position, as the store calls it; the system acts; the private part is
    # there, but empty.
    head = link(
        bytes.fromhex(CHAIN_1),
        MATCH_ID,
        2,
        258,
        2,
        1_790_000_000_000_001,
        255,
        b"\x77" * 16,
        b'{"n":2}',
        private_commitment(private_salt(SEED, 2), b""),
    )
    assert head.hex() == CHAIN_2


@pytest.mark.parametrize(
    "changed",
    [
        partial(first_link, previous=bytes(32)),
        partial(first_link, match_id=bytes(16)),
        partial(first_link, seq=2),
        partial(first_link, type=4),
        partial(first_link, schema_version=2),
        partial(first_link, recorded_at_us=-1),
        partial(first_link, actor=255),
        partial(first_link, command_id=b"\x01" * 16),
        partial(first_link, public=PUBLIC + b" "),
        partial(first_link, private_commitment=b"\x01" * 32),
    ],
)
def test_no_field_of_an_event_can_change_unseen(changed: Callable[[], bytes]) -> None:
    assert changed().hex() != CHAIN_1


def test_equal_private_parts_of_two_events_do_not_look_equal() -> None:
    first, second = (private_commitment(private_salt(SEED, seq), PRIVATE) for seq in (1, 2))
    assert first != second


@pytest.mark.parametrize(
    "refused",
    [
        partial(first_link, previous=b""),
        partial(first_link, match_id=MATCH_ID[1:]),
        partial(first_link, command_id=bytes(17)),
        partial(first_link, private_commitment=b""),
        partial(genesis, b"short"),
    ],
)
def test_bytes_of_a_wrong_length_are_refused(refused: Callable[[], bytes]) -> None:
    with pytest.raises(ValueError, match="bytes"):
        refused()


@pytest.mark.parametrize(
    "refused",
    [
        partial(first_link, seq=-1),
        partial(first_link, seq=2**32),
        partial(first_link, type=65_536),
        partial(first_link, schema_version=65_536),
        partial(first_link, recorded_at_us=2**63),
        partial(first_link, actor=256),
    ],
)
def test_numbers_too_large_for_their_field_are_refused(
    refused: Callable[[], bytes],
) -> None:
    with pytest.raises(OverflowError, match="does not fit"):
        refused()
