"""Every event is linked to all before it, up to the head at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.proof.chain import NO_PRIVATE, genesis, link
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compute every link."""
    game = case.transcript.header.game
    chain = genesis(game)
    for row in case.transcript.events:
        chain = link(
            chain,
            game,
            row.seq,
            row.type,
            row.schema_version,
            row.at,
            row.actor,
            row.command,
            row.public,
            row.commitment or NO_PRIVATE,
        )
        if chain != row.chain:
            sentence = f"Event {row.seq} is not the one that was recorded, or another one was in front of it."
            raise Broken(sentence, f"its link should be {chain.hex()}, the file says {row.chain.hex()}", row.seq)
    if chain != case.transcript.end.chain:
        sentence = "The events do not end where the line of the end says: some are missing or were added."
        raise Broken(sentence, f"the last link is {chain.hex()}, the line says {case.transcript.end.chain.hex()}")
    return f"{len(case.transcript.events):,} events are linked, head {chain.hex()}."
