"""The numbers of all advisory locks: two things with one number would wait for each other."""

from enum import IntEnum, unique


@unique
class Lock(IntEnum):
    """What only one process at a time may do."""

    WEBHOOK_CALLS = 0x466C6970_0001
    CONTINUOUS_AUDIT = 0x466C6970_0002
    ANCHORS = 0x466C6970_0003
    ANCHOR_PUBLISHING = 0x466C6970_0004
    SANDBOX_CLOCK = 0x466C6970_0005
    SIGNING_KEYS = 0x466C6970_0006
