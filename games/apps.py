"""How Django knows this app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The games app."""

    name = "games"
    verbose_name = "Games"
