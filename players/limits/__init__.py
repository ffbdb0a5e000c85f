"""How much anybody may ask of the service: classes of requests, their budgets, and the count of what was used."""

from players.limits.budgets import Budget, Use, spend, spend_on_guessing, tell, told_of
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
)
from players.limits.doors import rated, refusal

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
    "Budget",
    "ClassName",
    "RateClass",
    "Use",
    "class_of",
    "rated",
    "refusal",
    "spend",
    "spend_on_guessing",
    "tell",
    "told_of",
]
