"""Proofs for outsiders: the chain of a log, Merkle trees, checkpoints, and the data that a deal is bound to."""
