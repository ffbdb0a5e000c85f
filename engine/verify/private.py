"""Check that the hidden parts are those that the service committed to during play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.proof.chain import private_commitment
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Open the commitment of every private part."""
    case.need_the_seed()
    count = 0
    for row in case.transcript.events:
        if row.private is None or row.commitment is None:
            continue
        count += 1
        found = private_commitment(case.chance.private_salt(row.seq), row.private)
        if found != row.commitment:
            sentence = f"The hidden part of event {row.seq} was changed: it is not what was sealed during play."
            raise Broken(sentence, f"it has the commitment {found.hex()}, not {row.commitment.hex()}", row.seq)
    return f"{count:,} hidden parts are what was sealed during play."
