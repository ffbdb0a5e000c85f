"""Themed decks: other names for colors and symbols, and no other rule (SPEC 7.3). The names are our own."""

from __future__ import annotations

from typing import Final, NamedTuple


class Labels(NamedTuple):
    """What a theme calls the light colors and the symbols of the notation (SPEC 0.1); others keep their names."""

    colors: dict[str, str]
    symbols: dict[str, str]


THEMES: Final[dict[str, Labels]] = {
    "plain": Labels({}, {}),
    "shore": Labels(
        {"R": "Coral", "Y": "Sand", "G": "Kelp", "B": "Wave"},
        {"R": "Tide turns", "S": "Low water", "+1": "Drizzle", "+2": "Shower", "W": "Rainbow", "W4": "Storm"},
    ),
    "orchard": Labels(
        {"R": "Cherry", "Y": "Quince", "G": "Pear", "B": "Plum"},
        {"R": "Turn back", "S": "Rest", "+1": "Windfall", "+2": "Basket", "W": "Blossom", "W4": "Harvest"},
    ),
}
"""Labels by theme; `plain` is the deck as its game names it."""
