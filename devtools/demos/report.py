"""The report of `make run`: addresses, a player, and lines to paste."""

import json
import uuid

from devtools.demos.table import DemoTable

REPORT = """\
{what} runs. Open it in a browser and play:

  {address}

  documentation  {address}/docs
  your token     {token}
  your game      {game}

Look at your hand, the table and your legal commands:

  curl -s {game} -H 'Authorization: Bearer {token}'

It is your turn. This is a legal move; send others the same way, each under a new command_id:

  curl -s {game}/commands -H 'Authorization: Bearer {token}' \\
    -H 'Content-Type: application/json' -d '{body}'

{more}Mails and pushes are files in {home}/outbox.
Logs and data are in {home}; Ctrl-C stops everything and keeps them."""


SANDBOX = """\
This is a sandbox (sandbox.md): anybody with a token can move its clock, so it is for trying clients, not for
people. A day goes by:

  curl -s {address}/v1/sandbox/clock/advance -H 'Authorization: Bearer {token}' \\
    -H 'Content-Type: application/json' -d '{{"days": 1}}'

"""


def report(address: str, table: DemoTable, home: object, *, sandbox: bool) -> str:
    """Return the text for a stack at `address` with its state in `home`."""
    body = json.dumps({"command_id": str(uuid.uuid4()), "command": table.command})
    game = f"{address}/v1/games/{table.game}"
    what = "A sandbox of Flipside" if sandbox else "Flipside"
    more = SANDBOX.format(address=address, token=table.token) if sandbox else ""
    return REPORT.format(what=what, address=address, token=table.token, game=game, body=body, more=more, home=home)
