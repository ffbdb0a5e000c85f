"""The log of anchors: once a day the heads of all games that have moved, in a Merkle tree that only grows.

Who keeps one checkpoint of it (anchors.md) can prove of any head under it that it was there on that day, and that
nothing under an earlier checkpoint was taken out or exchanged. The arithmetic is `engine.proof.merkle`.
"""

from games.anchors.checking import Reached, Step, step, wrong
from games.anchors.daily import keep
from games.anchors.ledger import AnchorsLost, Apart, UnreadableLedger, apart, lines, lost
from games.anchors.making import Made, NotYet, make, make_anew
from games.anchors.proofs import Place, places, proofs
from games.anchors.publishing import publish
from games.anchors.reading import Anchor, consistency, newest, page

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
