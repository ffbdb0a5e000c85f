"""Media types of requests and answers."""

from typing import Final

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
"""A refusal (RFC 9457)."""
