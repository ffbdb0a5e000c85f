"""The place of every table in a cluster. All tables that are not named here lie on the coordinator alone."""

from __future__ import annotations

from typing import Final

BY_GAME: Final = {
    "game": "id",
    "seat": "game_id",
    "former_seat": "game_id",
    "loan": "game_id",
    "game_secret": "game_id",
    "event": "game_id",
    "command": "game_id",
    "outbox": "game_id",
    "snapshot": "game_id",
    "game_archive": "game_id",
    "audit_mark": "game_id",
    "automatic_move": "game_id",
    "standing_orders": "game_id",
}
"""The tables with rows of a game, and the column with its id: all rows of a game lie on one node."""

COPIED: Final = ("option_set",)
"""The tables of which every node has a copy."""

UNPARTITIONED: Final = ("event", "game_archive")
"""The tables that have partitions on a single server. In a cluster each partition would be divided again."""

ON_NODES: Final = ("service_now()", "lease_end(timestamptz, double precision, integer, integer)")
"""The functions that statements call on the nodes."""
