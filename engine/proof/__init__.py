"""What outsiders can check: the chain of a log, Merkle trees, checkpoints, and what a deal is bound to."""
