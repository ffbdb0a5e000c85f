"""The heads that were anchored lie on the chain and in the public log, whose checkpoints are signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.proof.checkpoints import anchor_leaf, read_checkpoint
from engine.proof.merkle import includes, leaf_hash
from engine.proof.notes import BadNote, key_hash, read_note
from engine.proof.signatures import CannotCheck, is_signed
from engine.verify.findings import Absent, Broken, Unchecked

if TYPE_CHECKING:
    from engine.proof.checkpoints import Checkpoint
    from engine.proof.notes import Note
    from engine.transcript import Anchor
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Prove each anchor."""
    anchors = case.transcript.anchors
    if not anchors:
        raise Absent("The match is not anchored yet.")
    version = 0
    for anchor in anchors:
        if anchor.version < version:
            raise Broken(f"The anchor of {anchor.date} is of an earlier event than the one before it.")
        version = anchor.version
        _check_head(case, anchor)
        note, checkpoint = _read(anchor)
        leaf = leaf_hash(anchor_leaf(case.transcript.header.game, anchor.version, anchor.chain))
        if not includes(leaf, anchor.leaf, anchor.size, anchor.path, checkpoint.root) or checkpoint.size != anchor.size:
            sentence = f"The public log of {anchor.date} does not hold this match as the file says."
            raise Broken(sentence, f"no inclusion of leaf {anchor.leaf} in {checkpoint}")
        _check_signature(case, anchor, note, checkpoint)
    return f"{len(anchors)} days of the public log hold this match, last {anchors[-1].date} up to event {version}."


def _check_head(case: Case, anchor: Anchor) -> None:
    events = case.transcript.events
    if anchor.version > len(events) or events[anchor.version - 1].chain != anchor.chain:
        sentence = f"On {anchor.date} this match was another one: the head that was published is not on the chain."
        raise Broken(sentence, f"version {anchor.version}, head {anchor.chain.hex()}")


def _read(anchor: Anchor) -> tuple[Note, Checkpoint]:
    try:
        note = read_note(anchor.checkpoint)
        return note, read_checkpoint(note.text)
    except BadNote as bad:
        raise Broken(f"The checkpoint of {anchor.date} is not one.", str(bad)) from None


def _check_signature(case: Case, anchor: Anchor, note: Note, checkpoint: Checkpoint) -> None:
    """Check with the caller's key, or else with the key in the file."""
    keys = case.keys or (case.transcript.signature.public_key,)
    for name, hashed, signature in note.signatures:
        for key in keys:
            if name != checkpoint.origin or hashed != key_hash(name, key):
                continue
            try:
                good = is_signed(key, note.signed, signature)
            except CannotCheck as cannot:
                raise Unchecked(f"The checkpoints are not checked: {cannot}.") from None
            if not good:
                raise Broken(f"The signature under the checkpoint of {anchor.date} is false.", checkpoint.origin)
            return
    signer = note.signatures[0]
    raise Unchecked(
        f"The checkpoint of {anchor.date} is signed by {signer.name} with the key {signer.key_hash.hex()}, "
        "which is none that you have given (--key)."
    )
