"""The numbers of all advisory locks, in one place so that no two locks share a number."""

from enum import IntEnum, unique


@unique
class Lock(IntEnum):
    """Work that only one process at a time may do."""

    ANCHORS = 0x466C6970_0003
    SIGNING_KEYS = 0x466C6970_0006
    INVITATION_MAILS = 0x466C6970_0007
    MATCHMAKING = 0x466C6970_0008
    """One lock for each ruleset and speed (`common.database.advisory_locks.named`)."""
    SEEKS = 0x466C6970_0009
    """One lock for each player."""
