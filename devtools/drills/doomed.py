"""A process that resigns in a match and dies by SIGKILL between its commit and its hint.

Reads lines of game and player; each is a fork that dies, so Django is set up once. Answers each with the signal.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn
from uuid import UUID, uuid4

import django

from games.services import envelope


def main() -> None:
    """Serve lines until the input ends."""
    django.setup()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _resign(*map(UUID, line.split()))
        _, status = os.waitpid(child, 0)
        print(-os.waitstatus_to_exitcode(status), flush=True)


def _resign(game: UUID, player: UUID) -> NoReturn:
    import engine  # noqa: PLC0415 - models can be imported only after the set-up
    from games import hints  # noqa: PLC0415 - as above
    from games.services import commands  # noqa: PLC0415 - as above

    def die(game_id: UUID) -> None:  # noqa: ARG001 - the hint's
        os.kill(os.getpid(), signal.SIGKILL)

    hints.wake = die
    commands.submit_command(
        game_id=game,
        actor=envelope.Actor(player),
        command=engine.Resign(),
        command_id=uuid4(),
        request_hash=bytes(32),
        expected_version=None,
    )
    os._exit(1)


if __name__ == "__main__":
    main()
