"""Transcripts that must always decode, replay and verify bit-identically (docs/contributors/history.md).

`python -m tests.corpus add` plays and writes missing matches and never changes existing files. `check` checks them with
any Python that the engine runs on, without installed packages.
"""
