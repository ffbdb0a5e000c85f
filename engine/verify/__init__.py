"""Checks of a transcript that need no trust: one file for each check, in the order of `CHECKS`.

A check takes the case and returns what it found to be true, in one sentence. It raises `Broken` where the file is not
what it claims to be, and `Unchecked` where it cannot tell. All checks run, whatever an earlier one has found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.verify import (
    anchors,
    chain,
    commands,
    deal,
    decisions,
    decoding,
    heads,
    origin,
    private,
    result,
    rules,
    seats,
    seed,
    signature,
    times,
)
from engine.verify.case import Case, Head
from engine.verify.findings import Absent, Broken, Finding, Unchecked, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Check = Callable[[Case], str]

CHECKS: Final[dict[str, Check]] = {
    "events": decoding.check,
    "seed": seed.check,
    "seats": seats.check,
    "rules": rules.check,
    "deal": deal.check,
    "private": private.check,
    "chain": chain.check,
    "times": times.check,
    "commands": commands.check,
    "decisions": decisions.check,
    "origin": origin.check,
    "result": result.check,
    "heads": heads.check,
    "anchors": anchors.check,
    "signature": signature.check,
}


def verify(case: Case) -> Iterator[Finding]:
    """Yield the finding of every check."""
    for name, check in CHECKS.items():
        yield carry_out(name, check, case)


def carry_out(name: str, check: Check, case: Case) -> Finding:
    """Return the finding of one check; any error that a hostile file causes becomes a finding, too."""
    try:
        return Finding(name, Verdict.HOLDS, check(case))
    except Absent as absent:
        return Finding(name, Verdict.ABSENT, str(absent))
    except Unchecked as unchecked:
        return Finding(name, Verdict.UNCHECKED, str(unchecked))
    except Broken as broken:
        return Finding(name, Verdict.BROKEN, str(broken), broken.detail, broken.seq)
    except Exception as error:  # noqa: BLE001  a file may say anything
        sentence = "The file says something so strange that this check could not be made."
        return Finding(name, Verdict.BROKEN, sentence, f"{type(error).__name__} in the check of {name}")


__all__ = ["CHECKS", "Broken", "Case", "Finding", "Head", "Unchecked", "Verdict", "carry_out", "verify"]
