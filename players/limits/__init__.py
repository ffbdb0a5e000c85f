"""How much anybody may ask of the service: classes of requests, their budgets, and the count of what was used."""

from players.limits.classes import (
    ACCOUNT,
    BY_METHOD,
    CLASSES,
    PLAY,
    PUBLIC,
    READ,
    SIGN_UP,
    STREAM,
    WRITE,
    ClassName,
    RateClass,
    class_of,
    rated,
)

__all__ = [
    "ACCOUNT",
    "BY_METHOD",
    "CLASSES",
    "PLAY",
    "PUBLIC",
    "READ",
    "SIGN_UP",
    "STREAM",
    "WRITE",
    "ClassName",
    "RateClass",
    "class_of",
    "rated",
]
