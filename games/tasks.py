"""The Celery tasks: thin, idempotent, and never the record of anything."""

from uuid import UUID

from celery import shared_task

from games import anchors, archiver, dispatch, retention
from games.audit import watchman
from games.notifications import send as notification_send
from games.notifications import sweep as notification_sweep
from games.services import work
from games.webhooks import runner, upkeep


@shared_task(name=dispatch.WAKE_TASK)
def wake(*game_ids: str) -> None:
    """Do the work of some games: the hint sent after commands."""
    work.run_outboxes(UUID(game_id) for game_id in game_ids)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Do the work of all games whose hint got lost."""
    work.sweep()


@shared_task(name="games.watch")
def watch() -> None:
    """Be the watchman for a moment."""
    watchman.keep_watch()


@shared_task(name=dispatch.SEND_TASK)
def send(channel: str) -> None:
    """Send the messages that are due on a channel: the hint sent when some were written."""
    notification_send.send_due(channel)


@shared_task(name=dispatch.CARRY_TASK)
def carry() -> None:
    """Ring reminders, hand out invitations, and have all channels sent on which something is due."""
    notification_sweep.run()


@shared_task(name=dispatch.CALL_TASK)
def call_webhooks() -> None:
    """Make the calls to webhooks that are due."""
    runner.run()


@shared_task(name="games.sweep_webhooks")
def sweep_webhooks() -> None:
    """Find what webhooks were not told because word of it got lost, and forget what is over."""
    upkeep.sweep()


@shared_task(name="games.anchor", soft_time_limit=3600, time_limit=3660)
def anchor() -> None:
    """Anchor the day that is over, and publish anchors that are not published yet."""
    anchors.keep()


@shared_task(name="games.retain")
def retain() -> None:
    """Delete what is over."""
    retention.run()


@shared_task(name="games.archive", soft_time_limit=900, time_limit=960)
def archive() -> None:
    """Move games that ended some days ago into the archive."""
    archiver.keep()
