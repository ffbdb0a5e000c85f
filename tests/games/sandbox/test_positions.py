"""Matches that begin at a position chosen by the author."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

import engine
from games.audit import check
from games.services import bots
from tests.games.sandbox.test_three_days import throw_away
from tests.verifier import node

if TYPE_CHECKING:
    from pathlib import Path

    from tests.games.api.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox_mode")]

TEXT = "L cw t=A; A: R5 G1; B: B7 x3; dr: W; di: R9"


def deal(author: Person, *seats: Any, **more: Any) -> Any:
    """Request a game at a position."""
    wished = [{"bot": one} if isinstance(one, str) else {"player": str(one.id)} for one in seats]
    return author.client.send("/v1/sandbox/games", {"position": TEXT, "seats": wished, **more})


def test_a_match_begins_at_the_position(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    answer = deal(ada, ann, bert)
    assert answer.status_code == 201, answer.content
    game = answer.json()["game"]
    assert answer["Location"] == f"/v1/games/{game}"
    seen = ann.see(game)
    assert (seen["status"], seen["private"], seen["origin"]["game"]) == ("running", True, engine.NOWHERE)
    assert sorted(one["card"] for one in seen["view"]["hand"]) == ["G1", "R5"]
    assert seen["turn"] == 0
    assert {one["card"] for one in seen["legal_commands"] if one["type"] == "play"} == {"R5"}


def test_it_is_dealt_once_for_a_command_id(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    key = str(uuid4())
    first, again = (deal(ada, ann, bert, command_id=key) for _ in range(2))
    assert first.json() == again.json()


def test_ids_in_capitals_are_the_same_ids(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    key = str(uuid4())
    seats = [{"player": str(one.id)} for one in (ann, bert)]
    loud = [{"player": str(one.id).upper()} for one in (ann, bert)]
    asked = {"position": TEXT, "command_id": key}
    first = ada.client.send("/v1/sandbox/games", {**asked, "command_id": key.upper(), "seats": loud})
    again = ada.client.send("/v1/sandbox/games", {**asked, "seats": seats})
    assert (first.status_code, again.status_code, first.json()) == (201, 201, again.json())
    page = ada.client.get(f"/v1/sandbox/mails?player={str(ann.id).upper()}").json()
    rest = ada.client.get(f"/v1/sandbox/mails?player={ann.id}&cursor={page['next']}")
    assert (rest.status_code, rest.json()["mails"]) == (200, [])


def test_it_is_played_to_the_end_and_its_transcript_holds(ada: Person, tmp_path: Path) -> None:
    (ann,) = throw_away(ada, "Ann")
    answer = deal(ada, "sharp", ann, options={"scoring": "single_round"})
    game = UUID(answer.json()["game"])
    assert ann.command(str(game), {"type": "resign"}).status_code == 200
    while bots.move_bot_seats(game):
        pass
    assert ann.see(str(game))["status"] == "finished"
    assert check.check_game(game) is None
    transcript = ann.client.get(f"/v1/games/{game}/transcript").content
    findings = list(engine.check_transcript(engine.Case(engine.read_transcript(transcript))))
    assert [one for one in findings if one.verdict == "BAD"] == []
    (said,) = node.reports(tmp_path, [transcript])
    assert said.ok, said.sentence


def test_what_cannot_be_is_refused_and_changes_nothing(ada: Person, bob: Person) -> None:
    (ann,) = throw_away(ada, "Ann")
    for answer, code in (
        (deal(ada, ann, bob), "not_your_player"),
        (deal(ada, ann, "nobody"), "unknown_bot"),
        (deal(ada, "sharp", "random"), "bad_position"),
        (deal(ada, ann, ann), "bad_position"),
        (deal(ada, ann, "sharp", "sharp"), "bad_position"),
        (deal(ada, ann, "sharp", position="L cw"), "bad_notation"),
        (deal(ada, ann, "sharp", position="L cw t=A; A: Q; B: R5; di: R1"), "bad_notation"),
        (deal(ada, ann, "sharp", position="L cw t=A; A: x" + "9" * 30 + "; B: R5; di: R1"), "bad_notation"),
        (deal(ada, ann, "sharp", options={"nonsense": 1}), "unknown_option"),
        (ada.client.send("/v1/sandbox/games", {"position": TEXT, "seats": [{}, {"bot": "sharp"}]}), "malformed_body"),
    ):
        assert answer.json()["code"] == code, answer.content
    assert ann.client.get("/v1/games?mine=true").json()["games"] == []


@pytest.mark.parametrize(
    ("language", "position", "detail"),
    [
        ("en", "L cw t=A; A: R5; B: Q9; di: R9", "Not understood: Q9; Q9 is no face of the light side"),
        ("fr", "L cw t=A; A: R5; B: Q9; di: R9",
         "Pas compris\N{NO-BREAK SPACE}: Q9\N{NO-BREAK SPACE}; Q9 n’est pas une carte de la face claire"),
        ("ru", "L up t=A; A: R5; B: B7; di: R9", "Не понятно: up; направление\N{NO-BREAK SPACE}— одно из cw, ccw"),
        ("fr", "L cw t=A; A: R5; B: B7; C: B8; di: R9",
         "Cette position ne peut pas être distribuée\N{NO-BREAK SPACE}: elle a 3 places, la table 2."),
        ("ru", "L cw t=A; A: R5; B: B7 x200; di: R9", "Эту позицию раздать нельзя: карт в ней больше, чем в колоде."),
    ],
)  # fmt: skip
def test_a_refused_position_is_explained_in_the_language_of_its_reader(
    ada: Person, language: str, position: str, detail: str
) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    seats = [{"player": str(one.id)} for one in (ann, bert)]
    asked = {"position": position, "seats": seats}
    problem = ada.client.send("/v1/sandbox/games", asked, headers={"accept-language": language}).json()
    assert problem["detail"] == detail
    reason = problem["params"]["reason"]
    assert detail.removesuffix(".").endswith(reason)
    assert {one["detail"] for one in problem["errors"]} == {reason}
