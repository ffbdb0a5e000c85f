"""A transcript is changed and nothing else: the verifier finds it and names it in words that a player understands."""

import pytest

import engine
from tests.engine.forgeries import (
    ANCHORS,
    HEADER,
    MATCH,
    ROWS,
    cut_off,
    first,
    found,
    hidden,
    replaced,
    swapped,
    tampered,
)
from tests.engine.transcripts import PUBLIC_KEY

LAST = len(ROWS) - 1
DRAWN = first("CardsDrawn")
PLAYED = first("CardPlayed")
TAMPERED: dict[str, tuple[bytes, set[str], str]] = {
    "a public byte": (tampered(replaced(PLAYED, color="G")), {"chain", "decisions", "signature"}, "Event"),
    "a hidden byte": (
        tampered(hidden(DRAWN, cards=[0])),
        {"private", "decisions", "signature"},
        f"The hidden part of event {DRAWN + 1} was changed",
    ),
    "two events change places": (
        tampered(lambda rows: rows.insert(PLAYED, rows.pop(PLAYED + 1))),
        {"chain", "private", "decisions", "signature"},
        f"The hidden part of event {PLAYED + 2} was changed",
    ),
    "an event is left out": (
        tampered(lambda rows: rows.pop(PLAYED)),
        {"chain", "private", "decisions", "anchors", "signature"},
        f"Event {PLAYED + 1} is not the one that was recorded, or another one was in front of it",
    ),
    "the tail is cut off": (
        cut_off(3),
        {"chain", "result", "anchors", "signature"},
        "The events do not end where the line of the end says: some are missing",
    ),
    "an event is added": (
        tampered(lambda rows: rows.insert(DRAWN, rows[DRAWN])),
        {"chain", "private", "decisions", "anchors", "signature"},
        f"Event {DRAWN + 2} is not",
    ),
    "the seed of the last event": (
        tampered(replaced(LAST, seed="00" * 32)),
        {"seed", "chain", "signature"},
        "The seed is not the one that was promised",
    ),
    "the seed in the line of the end": (
        swapped("end", old=MATCH.chance.seed.hex(), new="00" * 32),
        {"seed", "result", "signature"},
        "The seed is not the one that was promised",
    ),
    "the winner in the line of the end": (
        swapped("end", old='"winners":[0]', new='"winners":[1]'),
        {"result", "signature"},
        "The line of the end does not say what the last event says",
    ),
    "the head in the line of the end": (
        swapped("end", old=ROWS[-1].chain.hex(), new="00" * 32),
        {"chain", "signature"},
        "The events do not end where",
    ),
    "the rules": (
        swapped("transcript", old=r"\"draw_cap\":0", new=r"\"draw_cap\":3"),
        {"rules", "signature"},
        "do not have the hash that stands beside them",
    ),
    "a pseudonym": (
        swapped("transcript", old=HEADER.seats[0].pseudonym.hex()[-12:], new="0" * 12),
        {"signature"},
        "changed after it was signed",
    ),
    "the name of the key": (
        swapped("signature", old=engine.key_id(PUBLIC_KEY), new="0" * 16),
        {"signature"},
        "The key is not the one that the file names",
    ),
    "the head of an anchor": (
        tampered(lambda _: None, [ANCHORS[0], ANCHORS[1]._replace(chain=bytes(32))]),
        {"anchors"},
        "On 2026-11-02 this match was another one",
    ),
    "the version of an anchor": (
        tampered(lambda _: None, [ANCHORS[0]._replace(version=len(ROWS) + 1)]),
        {"anchors"},
        "On 2026-11-01 this match was another one",
    ),
    "the order of the anchors": (
        tampered(lambda _: None, [ANCHORS[1]._replace(date="2026-01-01"), ANCHORS[0]]),
        {"anchors"},
        "is of an earlier event than the one before it",
    ),
    "the path of an anchor": (
        tampered(lambda _: None, [ANCHORS[0]._replace(path=(bytes(32), *ANCHORS[0].path[1:]))]),
        {"anchors"},
        "The public log of 2026-11-01 does not hold this match",
    ),
    "the size of an anchor": (
        tampered(lambda _: None, [ANCHORS[0]._replace(size=ANCHORS[0].size + 1)]),
        {"anchors"},
        "The public log of 2026-11-01 does not hold this match",
    ),
    "a checkpoint that is none": (
        tampered(lambda _: None, [ANCHORS[0]._replace(checkpoint="so be it")]),
        {"anchors"},
        "The checkpoint of 2026-11-01 is not one",
    ),
    "a checkpoint that is not signed": (
        tampered(lambda _: None, [ANCHORS[0]._replace(checkpoint=ANCHORS[0].checkpoint[:-7] + "AAAAA=\n")]),
        {"anchors"},
        "The signature under the checkpoint of 2026-11-01 is false",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_changed_file_is_found_out(name: str) -> None:
    data, checks, sentence = TAMPERED[name]
    broken = found(data)
    assert set(broken) == checks
    assert any(sentence in finding.sentence for finding in broken.values()), broken
