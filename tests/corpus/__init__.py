"""Transcripts that must decode, replay and verify bit-identically for ever (docs/contributors/history.md).

`python -m tests.corpus add` plays and writes what is missing, and never changes what is there; `check` checks it with
any Python that the engine runs on, without anything installed.
"""
