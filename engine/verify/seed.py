"""The seed that was revealed is the one that the first event is bound to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verify.findings import Broken, short

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compare the commitment."""
    promised, found = case.created.commitment, case.chance.commitment.hex()
    if promised != found:
        sentence = "The seed is not the one that was promised before anybody sat down: the cards may have been chosen."
        raise Broken(sentence, f"the seed gives the commitment {found}, event 1 says {promised}", 1)
    case.seed_is_true = True
    return f"The seed {short(case.chance.seed)} is the one promised in event 1, before anybody sat down."
