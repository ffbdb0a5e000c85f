"""Events that were stored in an older shape: read as the present one, never written, and never touched in the log."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import engine
from engine import events as e
from engine.codec.upcasters import CHAINS, VERSIONS, upcast
from tests.engine.transcripts import Scribe, short_match

if TYPE_CHECKING:
    from engine.codec.upcasters import Data

DRAWN = 15
EVENT = e.CardsDrawn(1, "turn", (3,), 4, (50,), (6,))
_, _, PUBLIC, PRIVATE = engine.encode_event(EVENT)


def _reason_for_why(data: Data) -> Data:
    """Version 1 said `why`, version 2 says `reason`."""
    return {("reason" if name == "why" else name): value for name, value in data.items()}


def _cards_for_card(data: Data) -> Data:
    """Version 2 knew one card, version 3 has a list."""
    return {**data, "cards": [data["card"]], "faces": [data["face"]], "backs": [data["back"]]}


@pytest.fixture
def _changed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHAINS, DRAWN, (_reason_for_why, _cards_for_card))
    monkeypatch.setitem(VERSIONS, DRAWN, 3)


def old(version: int) -> engine.EncodedEvent:
    """Return the event as engines of that version stored it."""
    public, private = json.loads(PUBLIC), json.loads(PRIVATE or b"")
    public["back"], private["card"], private["face"] = (
        public.pop("backs")[0],
        *(private.pop(name)[0] for name in ("cards", "faces")),
    )
    if version == 1:
        public["why"] = public.pop("reason")
    return engine.EncodedEvent(DRAWN, version, json.dumps(public).encode(), json.dumps(private).encode())


@pytest.mark.usefixtures("_changed_twice")
@pytest.mark.parametrize("version", [1, 2])
def test_an_event_of_an_older_version_is_read_as_the_present_one(version: int) -> None:
    assert engine.decode_event(*old(version)) == EVENT


@pytest.mark.usefixtures("_changed_twice")
def test_events_are_written_in_the_present_version_only() -> None:
    assert engine.encode_event(EVENT) == (DRAWN, 3, PUBLIC, PRIVATE)
    assert engine.encode_event(e.CardKept(1)).schema_version == 1
    assert engine.decode_event(DRAWN, 3, PUBLIC, PRIVATE) == EVENT


@pytest.mark.usefixtures("_changed_twice")
@pytest.mark.parametrize("version", [0, -1, 4, 65_535])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match=f"no event type 15 in version {version}"):
        engine.decode_event(DRAWN, version, PUBLIC, PRIVATE)


@pytest.mark.parametrize("version", [0, 2])
def test_an_event_type_that_never_changed_has_one_version(version: int) -> None:
    with pytest.raises(ValueError, match="no event type 17"):
        engine.decode_event(17, version, b'{"seat":1}', None)
    with pytest.raises(ValueError, match="no event type 17"):
        upcast(17, version, {"seat": 1})


def test_a_type_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no event type 9999"):
        engine.decode_event(9999, 1, b"{}", None)


@pytest.mark.usefixtures("_changed_twice")
def test_chain_and_commitment_are_over_the_bytes_that_were_stored() -> None:
    match = short_match()
    scribe = Scribe(match.chance)
    scribe.write(old(1), 1, bytes(16), 7)
    row = scribe.rows[0]
    assert engine.decode_event(*old(1)) == EVENT
    assert (row.public, row.private) == (old(1).public, old(1).private)
    commitment = engine.private_commitment(match.chance.private_salt(1), old(1).private or b"")
    game = match.chance.match_id
    link = (engine.chain_genesis(game), game, 1, DRAWN, 1, 7, 1, bytes(16), old(1).public, commitment)
    assert (row.commitment, row.chain) == (commitment, engine.chain_link(*link))


def test_every_version_follows_from_the_chain_of_its_type() -> None:
    assert {number: 1 + len(CHAINS.get(number, ())) for number in engine.EVENT_TYPES} == VERSIONS


@pytest.mark.parametrize(
    ("public", "private"),
    [
        (b"[]", None), (b"3", None), (b"null", None), (b"{}", None), (b'{"seat":1', None), (b"\xff", None),
        (PUBLIC, None), (PUBLIC, b"[]"), (PUBLIC, b"3"), (PUBLIC.replace(b'"R3"', b"3"), PRIVATE),
        (PUBLIC.replace(b'"R3"', b"{}"), PRIVATE), (b"[" * 100_000, None),
    ],
)  # fmt: skip
def test_bytes_that_are_no_event_are_refused(public: bytes, private: bytes | None) -> None:
    assert b'"R3"' in PUBLIC
    with pytest.raises(ValueError):  # noqa: PT011  whatever was found first
        engine.decode_event(DRAWN, 1, public, private)


def test_a_color_or_side_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="type 13"):
        engine.decode_event(13, 1, b'{"seat":1,"color":"Q"}', None)
    with pytest.raises(ValueError):  # noqa: PT011  as above
        engine.decode_event(
            34, 1, engine.encode_event(e.RoundEnded(None, 0, (), (), (), ()))[2].replace(b'"L"', b"[]"), None
        )
