"""The log of anchors: once a day the heads of all games that have moved, in a Merkle tree that only grows.

The holder of one checkpoint of it (anchors.md) can prove that a head under it existed on that day, and that nothing
under an earlier checkpoint was removed or replaced. The arithmetic is `engine.proof.merkle`.
"""

from games.proofs.anchors.builder import Made, NotYet, make, make_anew
from games.proofs.anchors.checks import Reached, Step, step, wrong
from games.proofs.anchors.ledger import AnchorsLost, Apart, UnreadableLedger, apart, lines, lost
from games.proofs.anchors.proofs import Place, places, proofs
from games.proofs.anchors.publisher import keep, publish
from games.proofs.anchors.query import Anchor, consistency, newest, page

__all__ = [
    "Anchor",
    "AnchorsLost",
    "Apart",
    "Made",
    "NotYet",
    "Place",
    "Reached",
    "Step",
    "UnreadableLedger",
    "apart",
    "consistency",
    "keep",
    "lines",
    "lost",
    "make",
    "make_anew",
    "newest",
    "page",
    "places",
    "proofs",
    "publish",
    "step",
    "wrong",
]
