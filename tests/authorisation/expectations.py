"""Compares an answer with the matrix: its status, its code and whose cards it shows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from players.invitation_codes import written
from players.models import Invitation
from tests.authorisation.identities import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from tests.authorisation.factories import GameFactory
    from tests.authorisation.identities import Identities, Principal
    from tests.authorisation.matrix_file import Ask, Cell, Row

MOVES_IN = {"take_seat": 3, "take_over_seat": 3, "create_game": 0}
"""The caller's seat after these operations."""
LEAVES = {"leave_seat.host": "host", "leave_seat.other": "oppo"}
"""The principal who has no seat after these operations."""


class Expectations:
    def __init__(self, identities: Identities, games: GameFactory) -> None:
        self.identities = identities
        self.games = games

    def faults(
        self, ask: Ask, row: Row, principal: Principal, cell: Cell, answer: Any, changed: set[str]
    ) -> Iterator[str]:
        """Yield what is wrong with the answer, as sentences."""
        if answer.status_code != cell.status:
            yield f"{cell.text} is {answer.status_code} {code_of(answer)}"
            return
        if cell.code and code_of(answer) != cell.code:
            yield f"{cell.text} is {code_of(answer)}"
        if bool(changed) != cell.writes:
            yield f"{cell.text} changes {sorted(changed)}"
        if cell.shows:
            found = self._shown(ask, row, principal, answer)
            if found != cell.shows:
                yield f"{cell.text} shows what is {found}"
        for what in self._told(ask, row, principal, answer):
            yield f"{cell.text} tells {what}"

    def _shown(self, ask: Ask, row: Row, principal: Principal, answer: Any) -> str:
        """Return "public", "own" or "revealed", or a description of anything else the answer shows."""
        if answer["Content-Type"] == "text/event-stream":
            body = _first_item(answer)
        elif not answer["Content-Type"].endswith("json"):
            return "revealed" if answer.content else "nothing"
        else:
            body = answer.json()
        seat = self._seat(ask, row, principal)
        if "view" in body:
            return _of_view(body, seat)
        if isinstance(body.get("game"), dict) and "view" in body["game"]:
            return _of_view(body["game"], seat)
        if "events" in body and "chain" in body:
            return _of_events(body, seat)
        if any(not self._may_list(game, principal) for game in body.get("games", [])):
            return "a table of others"
        person = self.identities.people[principal.person]
        said = answer.content.decode()
        return "own" if any(own in said for own in (str(person.id), person.name, *person.things.values())) else "public"

    def _may_list(self, game: dict[str, Any], principal: Principal) -> bool:
        """Return whether a list may contain this game for the caller, in the form that the list has."""
        seat = game.get("your_seat", game.get("seat"))
        return not game.get("private") if seat is None else seat == SEATS.get(principal.person)

    def _seat(self, ask: Ask, row: Row, principal: Principal) -> int | None:
        """Return the caller's seat, as set up by the factory or as taken by this request."""
        if ask.operation == "create_branch":
            return SEATS.get(principal.person, 0)
        if ask.operation in MOVES_IN and principal.headers:
            return MOVES_IN[ask.operation]
        if ask.name.endswith(".as_other"):
            return SEATS["oppo"]
        sits = principal.person in SEATS and "HTTP_AUTHORIZATION" in principal.headers
        stood_up = principal.person == "exst" and row.phase in {"lobby", "full"}
        left = LEAVES.get(ask.name) == principal.person
        return None if stood_up or left or not sits else SEATS[principal.person]

    def _told(self, ask: Ask, row: Row, principal: Principal, answer: Any) -> Iterator[str]:
        """Yield the private facts about other players that the answer shows."""
        if ask.path.startswith("/admin/"):
            return
        said = answer.content.decode(errors="replace")
        for name, person in self.identities.people.items():
            if name != principal.person and ".other" not in ask.name:
                yield from (f"the {kind} of {name}" for kind, thing in person.things.items() if thing in said)
        if row.table == "private" and "code}" not in ask.path + ask.body:
            codes = Invitation.objects.values_list("code", flat=True).filter(game_id=self._game(row))
            if self._seat(ask, row, principal) is None and any(written(code) in said for code in codes):
                yield "the code of an invitation"

    def _game(self, row: Row) -> UUID:
        return self.games.table(row.table, row.phase)


def _first_item(answer: Any) -> Any:
    lines = answer.content.decode().splitlines()
    return json.loads(next(line.removeprefix("data: ") for line in lines if line.startswith("data: ")))


def code_of(answer: Any) -> str:
    """Return the code of a problem, or "" if the answer is not a problem."""
    if answer.get("Content-Type") != "application/problem+json":
        return ""
    return str(json.loads(answer.content)["code"])


def _of_view(body: dict[str, Any], seat: int | None) -> str:
    view = body["view"]
    if body.get("open") is not None:
        return "revealed"
    viewer = body["your_seat"] if "your_seat" in body else body["seen_by"]
    if viewer is None:
        commands = body.get("legal_commands") or body.get("table_commands") or body.get("can_act")
        return "public, and more" if commands or view["hand"] is not None else "public"
    bare = [one["seat"] for one in body["seats"] if one["backs"] is None and view["phase"] != "lobby"]
    if viewer == seat and view["hand"] is not None and bare in ([], [seat]):
        return _of_a_seat(body, viewer)
    return f"seen by seat {viewer}, not {seat}"


def _of_a_seat(body: dict[str, Any], viewer: int) -> str:
    acts = bool(body.get("legal_commands"))
    if body.get("can_act", acts) != acts:
        return "own, but not whether they can act"
    refused = body.get("quarantined") or body["seats"][viewer].get("resigned")
    if "your_turn" in body and (acts if refused else body["your_turn"] and not acts):
        return "own, but what they may do"
    return "own"


def _of_events(body: dict[str, Any], seat: int | None) -> str:
    everybody, seen, hidden = set(), set(), False
    for entry in body["events"]:
        event = entry["event"]
        if event["type"] == "hands_dealt":
            everybody |= set(range(len(event["faces"])))
            seen |= {number for number, hand in enumerate(event["faces"]) if hand is not None}
        if event["type"] == "cards_drawn":
            everybody.add(event["seat"])
            seen |= {event["seat"]} if "faces" in event else set()
            hidden |= "faces" not in event
    if everybody and seen == everybody and not hidden:
        return "revealed"
    if seen == ({seat} & everybody):
        return "public" if seat is None else "own"
    return f"the cards of {sorted(seen)}"
