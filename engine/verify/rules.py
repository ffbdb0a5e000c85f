"""The rules in the file are those that the match was bound to, and those that this engine plays by."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from engine.catalogue import resolve
from engine.errors import RulesetError
from engine.rules_document import rules_document
from engine.verify.findings import Broken, short

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compare the document with its hashes, and with the one that the options of event 1 give."""
    header, hashed = case.transcript.header, sha256(case.transcript.header.rules).digest()
    if hashed != case.transcript.rules_hash:
        detail = f"they have {hashed.hex()}, the line says {case.transcript.rules_hash.hex()}"
        raise Broken("The rules in the first line do not have the hash that stands beside them.", detail)
    if not case.never_started:
        _check_start(case, hashed.hex())
    created = case.created
    try:
        document = rules_document(resolve(dict(created.options)), created.seats)
    except RulesetError as refusal:
        raise Broken("The options in event 1 are none that can be played.", str(refusal), 1) from None
    if document != header.rules:
        detail = f"the engine's document for these options has the hash {sha256(document).hexdigest()}"
        raise Broken("The rules in the first line are not what the options in event 1 mean.", detail, 1)
    bound = "" if case.never_started else ", and what the match was bound to"
    return f"The rules document {short(hashed)} is what the options of event 1 mean{bound}."


def _check_start(case: Case, hashed: str) -> None:
    seq, started = case.started
    if hashed != started.rules_hash:
        detail = f"event {seq} says {started.rules_hash}, the rules have {hashed}"
        raise Broken("The match was started with other rules than those in the first line.", detail, seq)
