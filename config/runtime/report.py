"""What the terminal shows when everything runs: where it is, who you are, and lines to paste."""

import json
import uuid

from config.runtime.demo_table import DemoTable

REPORT = """\
Flipside runs at {address}
  documentation  {address}/docs
  your token     {token}
  your game      {game}

Look at your hand, the table and your legal commands:

  curl -s {game} -H 'Authorization: Bearer {token}'

It is your turn. This is a legal move; send others the same way, each under a new command_id:

  curl -s {game}/commands -H 'Authorization: Bearer {token}' \\
    -H 'Content-Type: application/json' -d '{body}'

Logs and data are in {home}; Ctrl-C stops everything and keeps them."""


def report(address: str, table: DemoTable, home: object) -> str:
    """The text for a stack at `address` with its state in `home`."""
    body = json.dumps({"command_id": str(uuid.uuid4()), "command": table.command})
    game = f"{address}/v1/games/{table.game}"
    return REPORT.format(address=address, token=table.token, game=game, body=body, home=home)
