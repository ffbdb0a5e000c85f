"""The file is signed by the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.proof.signatures import CannotCheck, is_signed, key_id
from engine.verify.findings import Broken, Unchecked

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Check the signature, and whether its key is trusted."""
    transcript = case.transcript
    key = transcript.signature.public_key
    if key_id(key) != transcript.key:
        raise Broken("The key is not the one that the file names.", f"{key_id(key)}, not {transcript.key}")
    if case.keys and key not in case.keys:
        given = ", ".join(key_id(known) for known in case.keys)
        raise Broken("The file is signed with a key that is none of those you trust.", f"{transcript.key}, not {given}")
    try:
        good = is_signed(key, transcript.signed, transcript.signature.signature)
    except CannotCheck as cannot:
        raise Unchecked(f"The signature is not checked: {cannot}.") from None
    if not good:
        raise Broken("The signature is false: the file was changed after it was signed.", f"key {transcript.key}")
    if case.keys:
        return f"Signed with the key {transcript.key}, which you trust."
    return (
        f"Signed with the key {transcript.key}, which is taken from the file itself: nothing was changed since it was "
        "signed, but who signed it you only know if you give the service's key (--key)."
    )
