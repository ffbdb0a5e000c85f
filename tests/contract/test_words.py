"""The lists of words and facts in the description are complete."""

from __future__ import annotations

import msgspec

import engine
from engine.codec import decode_event
from games.notifications.kinds import KINDS
from games.wire.events import AnyEvent
from games.wire.facts import FACTS
from tests.corpus.manifest import entries, unpacked


def test_every_event_there_ever_was_is_described() -> None:
    for entry in entries():
        for row in engine.read_transcript(unpacked(entry)).events:
            event = decode_event(row.type, row.schema_version, row.public, row.private)
            for viewer in (0, engine.OPEN):
                msgspec.convert(engine.redact(event, viewer), AnyEvent)


def test_a_message_has_the_facts_of_its_kind() -> None:
    for kind in KINDS:
        if kind.facts:
            assert set(FACTS[kind.name].__struct_encode_fields__) == {"you", *kind.facts}, kind.name
    assert set(FACTS) == {kind.name for kind in KINDS}
