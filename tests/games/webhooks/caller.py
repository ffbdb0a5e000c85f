"""A process that makes the due calls when it is told to: `python -m tests.games.webhooks.caller`.

Writes a line when it is ready, reads a line, and writes how many calls it made.
"""

from __future__ import annotations

import sys

import django

if __name__ == "__main__":
    django.setup()
    from common.outbound import transport  # noqa: F401 - loaded before the first call
    from games.webhooks import send

    send.run()
    print("ready", flush=True)  # noqa: T201 - the protocol
    sys.stdin.readline()
    print(send.run(), flush=True)  # noqa: T201 - as above
