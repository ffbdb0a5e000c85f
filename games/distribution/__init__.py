"""Distributes the tables of a migrated database over the nodes of a Citus cluster (docs/operators/citus.md)."""

from games.distribution.distribute import Refused, distribute, node_faults, undistributed
from games.distribution.tables import BY_GAME, COPIED

__all__ = ["BY_GAME", "COPIED", "Refused", "distribute", "node_faults", "undistributed"]
