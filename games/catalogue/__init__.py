"""The words of everything that a client shows, in each language: the catalogue of the API."""

from games.catalogue.assembly import catalogue
from games.catalogue.options import summary_of

__all__ = ["catalogue", "summary_of"]
