"""The tables of a game. `game_id` leads every key, so that the same schema can be distributed by game.

Nothing here knows a rule. The only personal datum is the link from a seat or a seek to its player.
"""

from games.models.audit import Found, Mark, Round
from games.models.game import FormerSeat, Game, GameSecret, OptionSet, Seat
from games.models.loans import Loan
from games.models.log import Command, Event
from games.models.operations import Heartbeat, Lease, Outage, OutboxEntry
from games.models.orders import AutomaticMove, StandingOrders
from games.models.proofs import Anchor, AnchorLeaf, AnchorNode, ImportedGame, SigningKey, TranscriptSignature
from games.models.rematches import Rematch, Series
from games.models.seeks import Gathering, Seek

__all__ = [
    "Anchor",
    "AnchorLeaf",
    "AnchorNode",
    "AutomaticMove",
    "Command",
    "Event",
    "FormerSeat",
    "Found",
    "Game",
    "GameSecret",
    "Gathering",
    "Heartbeat",
    "ImportedGame",
    "Lease",
    "Loan",
    "Mark",
    "OptionSet",
    "Outage",
    "OutboxEntry",
    "Rematch",
    "Round",
    "Seat",
    "Seek",
    "Series",
    "SigningKey",
    "StandingOrders",
    "TranscriptSignature",
]
