"""The words of everything that a client shows, in each language: the catalogue of the API."""

from games.catalogue.assembly import catalogue
from games.catalogue.clocks import clock_in_words
from games.catalogue.options import options_in_words, summary_of, value_in_words

__all__ = ["catalogue", "clock_in_words", "options_in_words", "summary_of", "value_in_words"]
