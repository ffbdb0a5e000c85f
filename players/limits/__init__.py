"""Classes of requests, and whose budget each request is taken from. `common.rate_limits` does the counting."""

from players.limits.budgets import spend, spend_on_guessing, spend_on_password
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
    "ClassName",
    "rated",
    "refusal",
    "spend",
    "spend_on_guessing",
    "spend_on_password",
]
