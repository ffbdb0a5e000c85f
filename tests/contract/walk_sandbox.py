"""The walk through a sandbox: temporary players, a chosen position, three days and their mails."""

from __future__ import annotations

from typing import Any

from tests.contract.recorder import RecordingClient, Records

POSITION = "L cw t=A; A: R5 G1; B: B7 x3; dr: W; di: R9"


def walk_the_sandbox(records: Records) -> None:
    """Call all operations of a sandbox; the database must be that of a sandbox."""
    guest = RecordingClient(Records()).send("/v1/guests")
    author = RecordingClient(records, guest.json()["token"])

    def done(answer: Any) -> Any:
        assert answer.status_code < 300, answer.content
        return answer.json()

    wishes = [{"name": "Ann", "language": "en", "time_zone": "Europe/Paris"}, {"name": "Bert"}]
    ann, bert = done(author.send("/v1/sandbox/players", {"players": wishes}))["players"]
    seats = [{"player": ann["id"]}, {"player": bert["id"]}]
    done(author.send("/v1/sandbox/games", {"position": POSITION, "seats": seats, "clock": "day"}))
    refused = author.send("/v1/sandbox/games", {"position": POSITION, "seats": seats[:1] * 2})
    assert refused.status_code == 422, refused.content
    done(author.send("/v1/sandbox/clock/advance", {"days": 1, "seconds": 60}))
    done(author.get("/v1/sandbox/clock"))
    seen = author.get("/v1/sandbox/mails")
    assert done(seen)["mails"]
