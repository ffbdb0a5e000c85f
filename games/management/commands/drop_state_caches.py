"""manage.py drop_state_caches: drop all cached states and snapshots."""

from typing import Any

from django.core.management.base import BaseCommand

from games.store import append


class Command(BaseCommand):
    """Safe to run at any time, also while the service runs: each game folds its log once more."""

    help = (
        "Forget every cached state and snapshot. Safe at any time: each game folds its log again when it is next used."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{append.drop_caches()} cached states and snapshots dropped")
