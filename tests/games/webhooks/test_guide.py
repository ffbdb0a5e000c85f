"""The guide for authors of receivers: its program works, and its figures are those of the service."""

from __future__ import annotations

import re
import threading
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest

from games.webhooks import batches, send
from players.webhooks import queue, services
from tests.games import tables
from tests.games.api.people import make_person

GUIDE = (Path(__file__).parents[3] / "docs" / "clients" / "webhooks.md").read_text()


@pytest.mark.django_db
def test_the_program_of_the_guide_verifies_our_calls(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102 - it is our own page
    names["Receiver"].log_message = lambda *_: None
    server = HTTPServer(("127.0.0.1", 0), names["Receiver"])
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    ada = make_person()
    body = {"url": f"http://127.0.0.1:{server.server_address[1]}/", "events": ["game.moved"]}
    made = ada.client.send("/v1/me/webhooks", body).json()
    names["SECRET"] = made["secret"]
    batches.advance(tables.lobby_of(ada.id).game.id)
    send.run()
    server.shutdown()
    server.server_close()
    (row,) = ada.client.get(f"/v1/me/webhooks/{made['id']}/deliveries").json()["deliveries"]
    assert (row["state"], row["status"]) == ("sent", 204)
    assert capsys.readouterr().out.startswith("game.moved {'game': ")


def spoken(seconds: int) -> str:
    for size, unit in ((3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def test_the_figures_of_the_guide_are_ours() -> None:
    text = " ".join(GUIDE.split())
    pauses = [spoken(pause) for pause in queue.PAUSES]
    assert f"after {', '.join(pauses[:-1])} and {pauses[-1]}: ten attempts in three days" in text
    assert len(queue.PAUSES) + 1 == 10
    assert f"at most {batches.MOST_EVENTS}" in text
    assert f"You may have {services.MAX_WEBHOOKS}" in text
    assert f"kept for {queue.KEPT.days} days" in text
