"""Leaks, planted in the service to see whether comparing two worlds finds them.

The twenty ways in which a game with hidden cards leaks, and where each is planted. "engine": tests/engine/observers.py,
where worlds also differ in card ids and in the order of piles; "here": PLANTED; "contract": NEVER_DESCRIBED, since
members that no description names must not be sent at all.

 1 entity tag of the state          engine, here     11 event with the drawn card   engine; here as an open log
 2 unsalted commitment of the deck  engine, here     12 error text                  engine, here
 3 stable card ids                  engine           13 snapshot, initial state     contract, here
 4 hand sorted by, linked to fronts engine, here     14 undo or debug payload       contract, here
 5 cursor over the state            engine, here     15 webhook                     tests/games/webhooks/test_leaks.py
 6 seed in a header                 engine, here     16 log line with the state     engine, here
 7 order of the draw pile           engine           17 admin                       here
 8 what opponents could play        engine, here     18 spectator given a seat      engine, here
 9 length of another hand           engine, here     19 view cached per game        here
10 a peek at the next cards         engine, here     20 text of an exception        here
"""

from __future__ import annotations

import dataclasses
import json
import logging
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib import admin
from msgspec.structs import replace

import engine
from common.api.problem import problem_response
from common.http.etags import entity_tag
from games.admin import GameAdmin
from games.api import present, refusals
from games.api.cursors import sign
from games.api.views import games as views
from games.reads import lists, one_game
from games.store import load, option_sets
from games.types import GameState, Status
from games.wire import log

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.http import HttpResponse

    from games.models import Game
    from games.store.load import Loaded

HONEST: dict[str, Any] = {
    "entries": log.entries,
    "view": engine.view,
    "table_summary": engine.table_summary,
    "by_the_rules": refusals.by_the_rules,
    "get": views.GameView.get,
    "find_game": one_game.find_game,
}


CACHED: dict[bytes, Any] = {}


def adding(leak: Callable[[HttpResponse, Loaded], None]) -> Callable[..., HttpResponse]:
    """Return the route of one game with this leak in its answer."""

    def get(view: Any, request: Any, game_id: UUID) -> HttpResponse:
        answer: HttpResponse = HONEST["get"](view, request, game_id)
        loaded = load.load_for_command(game_id, None, uuid4())
        assert loaded is not None
        leak(answer, loaded)
        return answer

    return get


def refusing(leak: Callable[[engine.RuleViolation, engine.Table], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return refusals of commands with this leak in them."""

    def by_the_rules(refusal: engine.RuleViolation, game_id: UUID, player: UUID | None) -> HttpResponse:
        return leak(refusal, one_game.load_game(game_id, player).table)

    return by_the_rules


def hands(table: engine.Table) -> list[list[str]]:
    """Return the hand of each seat, as its player sees it."""
    views = [HONEST["view"](table, seat) for seat in range(table.seats)]
    return [[card.card for card in view.hand] for view in views]


def tag_of_the_state(state: Any, _viewer: object) -> str:
    return entity_tag(engine.encode_table(state.table).hex())


def commitments_without_salt(events: Any, status: Status, seat: int | None, shown: Any, **backs: bool) -> Any:
    hashed = [sha256(engine.encode_event(logged.event).private or b"").hexdigest() for logged in events]
    entries = HONEST["entries"](events, status, seat, shown, **backs)
    return [replace(entry, private_commitment=digest) for entry, digest in zip(entries, hashed, strict=True)]


def backs_by_their_fronts(table: engine.Table, seat: int | None, refusals: Any = None) -> engine.View:
    front, back = table.faces[table.side], table.faces[1 - table.side]

    def linked(shown: Any) -> Any:
        cards = sorted(table.hands[shown.seat], key=front.__getitem__)
        text = dict(zip(table.back_faces(shown.seat), shown.backs or [], strict=False))
        return shown if shown.backs is None else dataclasses.replace(shown, backs=[text[back[card]] for card in cards])

    honest: engine.View = HONEST["view"](table, seat, refusals)
    return dataclasses.replace(honest, seats=[linked(shown) for shown in honest.seats])


def cursor_over_the_state(position: str | None, scope: str) -> str | None:
    if position is None:
        return None
    _, last = lists.decode_cursor(*(("list", position, 1) if scope.startswith("games|") else ("mine", position, 3)))
    found = load.load_game(last)
    assert found is not None
    return sign(
        [position, tag_of_the_state(GameState(found.game, found.table, found.clock, None, found.now), None)],
        scope=scope,
    )


def seed_in_a_header(answer: HttpResponse, loaded: Loaded) -> None:
    answer["X-Trace"] = (loaded.seed or b"").hex()[:16]


def playable_cards(answer: HttpResponse, loaded: Loaded) -> None:
    color = HONEST["view"](loaded.table, None).color
    answer["X-Playable"] = str([sum(card[0] == color for card in hand) for hand in hands(loaded.table)])


def length_of_all_hands(answer: HttpResponse, loaded: Loaded) -> None:
    answer.content += b" " * sum(len(card) for card in hands(loaded.table)[-1])


def initial_state(answer: HttpResponse, loaded: Loaded) -> None:
    answer.content = json.dumps({**json.loads(answer.content), "initial_state": hands(loaded.table)}).encode()


def peeking_refusal(refusal: engine.RuleViolation, table: engine.Table) -> HttpResponse:
    fronts = [table.faces[table.side][card] for card in table.draw[-4:]]
    return problem_response(refusal, headers={"X-Hint": str(fronts)})


def text_that_names_cards(refusal: engine.RuleViolation, table: engine.Table) -> HttpResponse:
    refusal.template = f"{refusal} Who has it: {hands(table)}".replace("{", "(").replace("}", ")")  # type: ignore[misc]
    return problem_response(refusal)


def undo_in_the_parameters(refusal: engine.RuleViolation, table: engine.Table) -> HttpResponse:
    return problem_response(refusal, params={"undo": engine.encode_table(table).hex()})


def debug_member(refusal: engine.RuleViolation, table: engine.Table) -> HttpResponse:
    return problem_response(refusal, debug=hands(table))


def open_log(events: Any, _status: Status, seat: int | None, shown: Any, **backs: bool) -> Any:
    return HONEST["entries"](events, Status.FINISHED, seat, shown, **backs)


def logged_state(game_id: UUID, player: UUID | None, row: Any = None) -> GameState:
    state: GameState = HONEST["find_game"](game_id, player, row)
    logging.getLogger("games").info("read %s by %s: %r", game_id, player, [state.table.hands, state.table.faces])
    return state


@admin.display(description="seats")
def seats_with_their_hands(_admin: GameAdmin, game: Game) -> str:
    spec = option_sets.find(game.option_set_id).spec
    return str(hands(engine.decode_table(bytes(game.state_cache or b""), spec=spec)))


def tag_of_the_past_state(past: Any, _game: object, _viewer: object) -> str:
    return entity_tag(engine.encode_table(past.table).hex())


def view_of_another_seat(table: engine.Table, seat: int | None, refusals: Any = None) -> engine.View:
    view: engine.View = HONEST["view"](table, 1 if seat is None else seat, refusals)
    return view


def view_cached_for_everybody(table: engine.Table, seat: int | None, refusals: Any = None) -> engine.View:
    view: engine.View = CACHED.setdefault(engine.encode_table(table), HONEST["view"](table, seat, refusals))
    return view


def summary_of_the_hands(table: engine.Table) -> engine.TableSummary:
    honest: engine.TableSummary = HONEST["table_summary"](table)
    fitting = [sum(card[0] == honest.color for card in hand) for hand in hands(table)]
    return dataclasses.replace(honest, cards=fitting)


Planted = tuple[Any, str, Any]
"""Module, name and replacement."""
PLANTED: dict[str, Planted] = {
    "entity tag of the state": (present, "tag", tag_of_the_state),
    "commitments without salt": (log, "entries", commitments_without_salt),
    "backs in the order of the fronts": (engine, "view", backs_by_their_fronts),
    "cursor over the state": (views, "_next", cursor_over_the_state),
    "seed in a header": (views.GameView, "get", adding(seed_in_a_header)),
    "how many cards others could play": (views.GameView, "get", adding(playable_cards)),
    "length of another hand": (views.GameView, "get", adding(length_of_all_hands)),
    "refusal that looks into the pile": (refusals, "by_the_rules", refusing(peeking_refusal)),
    "log open before the end": (log, "entries", open_log),
    "refusal that names cards": (refusals, "by_the_rules", refusing(text_that_names_cards)),
    "state in a log line": (one_game, "find_game", logged_state),
    "hands in the admin": (GameAdmin, "sitting", seats_with_their_hands),
    "spectator given a seat's view": (engine, "view", view_of_another_seat),
    "entity tag of a past state": (present, "tag_of_past", tag_of_the_past_state),
    "past seen as others did before the end": (one_game, "_may_see_with_eyes_of", lambda _head, _eyes: None),
    "cards that fit in the list": (engine, "table_summary", summary_of_the_hands),
    "view cached for everybody": (engine, "view", view_cached_for_everybody),
}
"""Leaks found because two worlds differ."""
NEVER_DESCRIBED: dict[str, Planted] = {
    "initial state in the answer": (views.GameView, "get", adding(initial_state)),
    "debug member in a refusal": (refusals, "by_the_rules", refusing(debug_member)),
    "undo data in a refusal": (refusals, "by_the_rules", refusing(undo_in_the_parameters)),
}
"""Leaks found because no description names them."""
