"""Observations of a viewer of a world, as bytes, and planted leaks that show whether the tests find them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

import orjson

import engine
from engine import events as e
from engine.cards import COLOR_OF, FACES, WILD_COLOR

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.engine.knowledge import Viewer
    from tests.engine.worlds import Moment


def observed(moment: Moment) -> bytes:
    """Return the view, the events as shown, the public part of what is stored, and the legal commands."""
    table, viewer = moment.table, moment.viewer
    return orjson.dumps(
        [
            engine.view(table, viewer),
            engine.table_summary(table),
            [redacted(event, table, viewer) for event in moment.events],
            [engine.encode_event(event).public.decode() for event in moment.events],
            [] if viewer is None else [str(command) for command in engine.legal_commands(table, viewer)],
            [str(command) for command in engine.table_commands(table, viewer)]
            if table.clock and viewer is not None
            else [],
        ]
    )


def redacted(event: engine.Event, table: engine.Table, viewer: Viewer) -> dict[str, Any]:
    return engine.redact(event, viewer, table.hands_shown_to(viewer), backs_open=table.backs_open)


def seen_with_a_stranger(moment: Moment) -> bytes:
    """Return the observations of the viewer together with a spectator, for example in a second tab."""
    return observed(moment) + observed(moment._replace(viewer=None))


def refusals(moment: Moment) -> bytes:
    """Return the answers to a viewer who tries every forbidden command."""
    table, viewer = moment.table, moment.viewer
    return orjson.dumps([_answer(table, viewer, command, moment) for command in _probes(table)])


def _probes(table: engine.Table) -> list[engine.Command]:
    return [
        *(engine.Play(card) for card in _PROBED),
        *(engine.Play(card, "R", uno=True, handle=1) for card in _PROBED[::4]),
        *(engine.Catch(seat) for seat in range(-1, table.seats + 1)),
        *(engine.NameColor(color) for color in ("R", "p")),
        engine.Draw(),
        engine.Pass(),
        engine.Accept(),
        engine.Challenge(),
        engine.CallUno(),
        engine.NextRound(),
        engine.Start(),
        engine.LeaveSeat(),
    ]


_PROBED: Final = ("R5", "Y8", "GF", "B+1", "YR", "GS", "W", "W2", "p3", "t7", "oF", "v+5", "tE", "w", "wc", "R0", "?")


def _answer(table: engine.Table, seat: Viewer, command: engine.Command, moment: Moment) -> Any:
    try:
        engine.decide(table, seat, command, moment.chance)
    except engine.RuleViolation as refused:
        return [refused.code, refused.rule, str(refused), refused.fields]
    return "accepted"


# -- Leaks, planted ----------------------------------------------------------------------------------------------------


def _others(moment: Moment) -> list[int]:
    return [seat for seat in range(moment.table.seats) if seat != moment.viewer]


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _etag_of_the_state(moment: Moment) -> Any:
    return _hash(engine.encode_table(moment.table))


def _card_ids_of_the_own_hand(moment: Moment) -> Any:
    return [] if moment.viewer is None else list(moment.table.hands[moment.viewer])


def _card_id_on_top_of_the_discards(moment: Moment) -> Any:
    return moment.table.discard[-1:]


def _backs_in_the_order_of_the_fronts(moment: Moment) -> Any:
    front, back = moment.table.faces[moment.table.side], moment.table.faces[1 - moment.table.side]
    return [
        [back[card] for card in sorted(moment.table.hands[seat], key=front.__getitem__)] for seat in _others(moment)
    ]


def _backs_in_the_order_held(moment: Moment) -> Any:
    back = moment.table.faces[1 - moment.table.side]
    return [[back[card] for card in moment.table.hands[seat]] for seat in _others(moment)]


def _backs_in_the_order_of_ids(moment: Moment) -> Any:
    back = moment.table.faces[1 - moment.table.side]
    return [[back[card] for card in sorted(moment.table.hands[seat])] for seat in _others(moment)]


def _how_many_cards_the_others_could_play(moment: Moment) -> Any:
    return sum(COLOR_OF[face] == moment.table.color for face in _fronts_of_the_others(moment))


def _whether_the_others_can_play(moment: Moment) -> Any:
    return any(COLOR_OF[face] in (moment.table.color, WILD_COLOR) for face in _fronts_of_the_others(moment))


def _fronts_of_the_others(moment: Moment) -> list[int]:
    return [face for seat in _others(moment) for face in moment.table.hand_faces(seat)]


def _front_of_the_next_card(moment: Moment) -> Any:
    return [moment.table.faces[moment.table.side][card] for card in moment.table.draw[-1:]]


def _back_of_the_card_after_the_next(moment: Moment) -> Any:
    return [moment.table.faces[1 - moment.table.side][card] for card in moment.table.draw[-2:-1]]


def _the_drawn_card(moment: Moment) -> Any:
    return [event.faces for event in moment.events if isinstance(event, e.CardsDrawn)]


def _where_a_card_is(moment: Moment) -> Any:
    table = moment.table
    front = table.faces[table.side]
    holders = [seat for seat in _others(moment) for card in table.hands[seat] if FACES[front[card]] == "Y8"]
    return "another seat holds that card" if holders else "nobody holds that card"


def _the_seed(moment: Moment) -> Any:
    return moment.chance.seed.hex()


def _hash_of_the_deck(moment: Moment) -> Any:
    return _hash(bytes(moment.table.draw))


def _cursor_over_the_log(moment: Moment) -> Any:
    return _hash(repr(moment.log).encode())


def _length_of_another_hand(moment: Moment) -> Any:
    return [len(json.dumps(engine.view(moment.table, seat).hand, default=str)) for seat in _others(moment)]


def _number_of_commands_of_another_seat(moment: Moment) -> Any:
    return [len(engine.legal_commands(moment.table, seat)) for seat in _others(moment)]


def _events_as_told_to_another_seat(moment: Moment) -> Any:
    return [engine.redact(event, (moment.viewer or 0) + 1) for event in moment.events]


def _events_as_told_after_the_match(moment: Moment) -> Any:
    return [engine.redact(event, engine.OPEN) for event in moment.events]


def _whether_the_bluff_is_one(moment: Moment) -> Any:
    return moment.table.evidence and moment.table.evidence.guilty


def _backs_of_the_own_hand(moment: Moment) -> Any:
    return [] if moment.viewer is None else list(moment.table.back_faces(moment.viewer))


def _own_cards_in_the_order_of_their_backs(moment: Moment) -> Any:
    table = moment.table
    back = table.faces[1 - table.side]
    hand = [] if moment.viewer is None else sorted(table.hands[moment.viewer], key=back.__getitem__)
    return [table.faces[table.side][card] for card in hand]


def _card_ids_in_the_draw_pile(moment: Moment) -> Any:
    return list(moment.table.draw)


def _the_state_in_a_log_line(moment: Moment) -> Any:
    return repr([getattr(moment.table, name) for name in ("hands", "draw", "faces")])


LEAKS: Final[dict[str, Callable[[Moment], Any]]] = {
    leak.__name__.strip("_"): leak
    for leak in (
        _etag_of_the_state,
        _card_ids_of_the_own_hand,
        _card_id_on_top_of_the_discards,
        _backs_in_the_order_of_the_fronts,
        _backs_in_the_order_held,
        _backs_in_the_order_of_ids,
        _how_many_cards_the_others_could_play,
        _whether_the_others_can_play,
        _front_of_the_next_card,
        _back_of_the_card_after_the_next,
        _the_drawn_card,
        _where_a_card_is,
        _the_seed,
        _hash_of_the_deck,
        _cursor_over_the_log,
        _length_of_another_hand,
        _number_of_commands_of_another_seat,
        _events_as_told_to_another_seat,
        _events_as_told_after_the_match,
        _whether_the_bluff_is_one,
        _backs_of_the_own_hand,
        _own_cards_in_the_order_of_their_backs,
        _card_ids_in_the_draw_pile,
        _the_state_in_a_log_line,
    )
}
"""Ways in which card games have leaked; each adds its leak to a viewer's observations."""


def leaking(leak: Callable[[Moment], Any]) -> Callable[[Moment], bytes]:
    """Return an observer of a service with this leak."""
    return lambda moment: orjson.dumps(leak(moment), default=list)


def owner_of(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
