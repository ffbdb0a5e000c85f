"""The printed decks as data."""
