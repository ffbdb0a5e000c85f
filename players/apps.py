"""The Django application; nothing but its registration lives here."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Registers the application that holds the user model."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"
