"""A client that knows a table only from the events shown to it, as a program behind the API does.

It folds redacted events and nothing else, and builds what a view should contain. It uses no code of the engine.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

from tests.engine.client_branches import Branching
from tests.engine.client_control import Keeping, Shown
from tests.engine.client_devices import Devices
from tests.engine.client_partners import Partnership


def plain(value: Any) -> Any:
    """Return the value as it comes out of JSON."""
    return list(value) if isinstance(value, tuple) else value


class Client(Keeping, Branching, Devices, Partnership):
    """The table as `viewer` (None: a spectator) can reconstruct it."""

    def __init__(self, viewer: int | None) -> None:
        super().__init__()
        self.viewer = viewer
        self.version = 0
        self.round = 0
        self.last_round: dict[str, Any] | None = None
        self.result: dict[str, Any] | None = None
        self.decision: dict[str, Any] | None = None
        self.eliminated: set[int] = set()
        self.phase = "lobby"
        self.dealer = 0
        self.clear_table()

    def clear_table(self) -> None:
        self.out = set(self.eliminated)
        self.side = "L"
        self.direction = 1
        self.turn: int | None = None
        self.color: str | None = None
        self.before: str | None = None
        self.sealed = False
        self.owes_color = False
        self.discard: list[str] = []  # top last
        self.pile = 0
        self.top_back: str | None = None
        self.two_sides = True
        self.hand: list[tuple[str, int, str | None]] = []
        self.next_handle = 1

    def watch(self, event: Shown) -> None:
        self.version += 1
        getattr(self, event["type"])(event)

    def knows(self) -> dict[str, Any]:
        """Return the client's beliefs, in the words of a view."""
        return {
            "version": self.version,
            "phase": self.phase,
            "turn": self.turn,
            "round": self.round,
            "dealer": self.dealer,
            "side": self.side,
            "direction": self.direction,
            "color": self.color,
            "discard": self.discard[::-1],
            "draw_pile": {"count": self.pile, "top_back": self.top_back if self.two_sides else None},
            "kinds": self.kinds,
            "cards": self.cards,
            "backs": [backs if self.sees_backs_of(seat) else None for seat, backs in enumerate(self.backs)],
            "fronts": self.fronts,
            "uno": self.uno,
            "scores": self.scores,
            "teams": self.teams,
            "out": sorted(self.out),
            "autopilot": sorted(self.autopilot),
            "resigned": sorted(self.resigned),
            "votes": self.votes,
            "paused": self.paused,
            "hand": None if self.viewer is None else self.hand,
            "decision": self.asked(),
            "last_round": self.last_round,
            "result": self.result,
            "origin": self.origin,
        }

    def sees_backs_of(self, seat: int) -> bool:
        """Every seat sees the backs of the others, and a spectator only what every seat sees."""
        return self.two_sides and seat != self.viewer and (self.viewer is not None or self.looks_at_backs)

    def receive(self, seat: int, count: int, faces: list[str], backs: list[str]) -> None:
        """Take cards into a hand; `backs` is empty if the holder may not look at them."""
        if seat == self.viewer:
            seen = backs if self.looks_at_backs else [None] * count
            self.hand += zip(faces, range(self.next_handle, self.next_handle + count), seen, strict=True)
        self.next_handle += count
        self.cards[seat] += count

    # One method per event type.

    def match_created(self, event: Shown) -> None:
        seats = event["seats"]
        self.kinds = ["open"] * seats
        self.cards = [0] * seats
        self.backs: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.uno = ["none"] * seats
        self.scores = [0] * seats
        self.teams = plain(event["teams"]) or [None] * seats
        self.find_partners(event)

    def seat_taken(self, event: Shown) -> None:
        self.kinds[event["seat"]] = event["kind"]

    def seat_left(self, event: Shown) -> None:
        self.kinds[event["seat"]] = "open"

    def match_started(self, event: Shown) -> None:
        self.phase = "setup"
        self.looks_at_backs = event["own_backs"] == "visible"

    def dealer_drawn(self, _event: Shown) -> None:
        pass

    def dealer_chosen(self, event: Shown) -> None:
        self.dealer = event["seat"]

    def round_started(self, event: Shown) -> None:
        self.clear_table()
        self.phase = "setup"
        self.round = event["round"]
        self.dealer = event["dealer"]
        self.pile = event["size"]
        self.cards = [0] * len(self.cards)
        self.backs = [Counter() for _ in self.cards]
        self.uno = ["none"] * len(self.cards)

    def hands_dealt(self, event: Shown) -> None:
        for seat in range(len(self.cards)):
            if seat not in self.out:
                own_backs = event["own_backs"][seat] if event["own_backs"] else []
                self.receive(seat, event["hand_size"], event["faces"][seat], own_backs)
                self.pile -= event["hand_size"]
                self.backs[seat] = Counter(event["backs"][seat] or [])
        self.partners_show(event["faces"])
        self.top_back = event["top_back"]
        self.two_sides = self.top_back != "x"

    def starter_turned(self, event: Shown) -> None:
        self.pile -= 1
        self.discard.append(event["face"])
        self.color = event["color"]
        self.top_back = event["top_back"]

    def starter_returned(self, event: Shown) -> None:
        self.pile += 1
        self.discard.pop()
        self.color = None
        self.top_back = event["top_back"]

    def turn_started(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "turn"
        self.decision = None

    def color_asked(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "start_color" if event["reason"] in ("starter", "flip") else "color"
        self.color = None
        self.decision = {"kind": "color", "seat": event["seat"], "reason": event["reason"]}

    def color_named(self, event: Shown) -> None:
        self.color = event["color"]
        self.decision = None

    def card_played(self, event: Shown) -> None:
        seat = event["seat"]
        self.cards[seat] -= 1
        if seat == self.viewer:
            self.hand = [card for card in self.hand if card[:2] != (event["face"], event["handle"])]
        elif "back" in event:
            self.backs[seat] -= Counter([event["back"]])
        self.partner_loses(seat, [event["face"]])
        self.discard.append(event["face"])
        self.before, self.color, self.sealed = self.color, event["color"], False
        self.decision = None

    def cards_drawn(self, event: Shown) -> None:
        seat, backs = event["seat"], event["backs"]
        self.receive(seat, len(backs), event.get("faces", []), backs)
        self.backs[seat] += Counter(backs)
        self.partner_takes(seat, event.get("faces", []))
        self.pile -= len(backs)
        self.top_back = event["top_back"]

    def drawn_card_offered(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "drawn"
        handle = self.hand[-1][1] if event["seat"] == self.viewer else None
        self.decision = {"kind": "drawn_card", "seat": event["seat"], "handle": handle}

    def card_kept(self, _event: Shown) -> None:
        self.decision = None

    def seat_skipped(self, _event: Shown) -> None:
        pass

    def direction_reversed(self, event: Shown) -> None:
        self.direction = event["direction"]

    def flipped(self, event: Shown) -> None:
        self.side = event["side"]
        self.color = event["color"]
        self.top_back = event["top_back"]
        self.discard = list(event["discard"])
        self.partners_show(event["faces"])
        for seat, cards in enumerate(self.cards):
            self.cards[seat] = 0
            if seat == self.viewer:
                self.hand = []
                self.receive(seat, cards, event["faces"][seat], event["own_backs"][seat] if event["own_backs"] else [])
            else:
                self.receive(seat, cards, [], [])
                self.backs[seat] = Counter(event["backs"][seat] or [])

    def evidence_sealed(self, _event: Shown) -> None:
        self.sealed = True

    def challenge_opened(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "challenge"
        demands = {"W2": 2, "W4": 4, "wc": 0}[event["face"]]
        at_stake = {"total": demands, "draws_color": event["face"] == "wc", "color_before": self.before, "extra": 2}
        named = {"seat": event["seat"], "by": event["by"], "card": event["face"]}
        self.decision = {"kind": "challenge"} | named | at_stake

    def asked(self) -> Shown | None:
        """Return the decision; how many ways there are to discard changes with the hand."""
        decision = self.decision
        if decision is None or decision["kind"] != "discard":
            return decision
        return decision | {"cut": comb(self.cards[decision["seat"]], decision["count"]) > 500}

    def challenge_accepted(self, _event: Shown) -> None:
        self.decision = None
        self.owes_color = False

    def hand_shown(self, _event: Shown) -> None:
        pass

    def challenge_decided(self, _event: Shown) -> None:
        self.decision = None
        self.owes_color = False

    def uno_called(self, event: Shown) -> None:
        self.uno[event["seat"]] = "safe"

    def uno_missed(self, event: Shown) -> None:
        self.uno[event["seat"]] = "exposed"

    def uno_caught(self, event: Shown) -> None:
        self.uno[event["seat"]] = "none"

    def uno_cleared(self, event: Shown) -> None:
        self.uno[event["seat"]] = "none"

    def pile_reshuffled(self, event: Shown) -> None:
        self.pile = event["size"]
        self.discard = self.discard[-1:]
        self.top_back = event["top_back"]

    def pile_exhausted(self, _event: Shown) -> None:
        pass

    def round_blocked(self, _event: Shown) -> None:
        pass

    def time_expired(self, _event: Shown) -> None:
        pass

    def penalty_stacked(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "penalty"
        self.owes_color = self.owes_color or event["face"] == "wc"
        named = {"by": event["by"], "card": event["face"], "total": event["total"], "draws_color": self.owes_color}
        named |= {"color_before": self.before if self.sealed else None, "extra": 2 if self.sealed else 0}
        self.decision = {"kind": "penalty", "seat": event["seat"]} | named

    def target_chosen(self, _event: Shown) -> None:
        pass

    def effect_assigned(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "effect"
        named = {"count": event["number"], "names_color": event["names_color"]}
        self.decision = {"kind": "discard", "seat": event["seat"]} | named

    def cards_discarded(self, event: Shown) -> None:
        seat, faces = event["seat"], event["faces"]
        self.cards[seat] -= len(faces)
        if seat == self.viewer:
            self.hand = [card for card in self.hand if card[1] not in event["handles"]]
        elif "backs" in event:
            self.backs[seat] -= Counter(event["backs"])
        self.partner_loses(seat, faces)
        self.discard[-1:-1] = faces

    def duel_fought(self, _event: Shown) -> None:
        pass

    def hand_revealed(self, _event: Shown) -> None:
        pass

    def give_asked(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "give"
        self.decision = {"kind": "give", "seat": event["seat"]}

    def card_given(self, event: Shown) -> None:
        seat, to, back = event["seat"], event["to"], event["back"]
        self.cards[seat] -= 1
        self.backs[seat] -= Counter([back])
        if seat == self.viewer:
            self.hand = [card for card in self.hand if card[:2] != (event["face"], event["handle"])]
        self.receive(to, 1, [event["face"]] if "face" in event else [], [back])
        self.backs[to] += Counter([back])
        if "face" in event:
            self.partner_loses(seat, [event["face"]])
            self.partner_takes(to, [event["face"]])

    def help_asked(self, event: Shown) -> None:
        self.turn = event["seat"]
        self.phase = "team_aid"
        self.decision = {"kind": "help", "seat": event["seat"], "by": event["asker"], "seats": plain(event["seats"])}

    def help_declined(self, _event: Shown) -> None:
        pass

    def cards_revealed(self, _event: Shown) -> None:
        pass

    def doubt_opened(self, _event: Shown) -> None:
        pass

    def doubted(self, _event: Shown) -> None:
        pass

    def hands_moved(self, event: Shown) -> None:
        """After a shuffle of hands, backs tell how many cards came; the holder's own are listed."""
        own = event["own_backs"] or [[]] * len(self.cards)
        sizes = [self.cards[source] for source in event["sources"]]
        self.partners_show(event["faces"])
        for seat, backs in enumerate(event["backs"]):
            faces = event["faces"][seat] if seat == self.viewer else []
            self.cards[seat] = 0
            if seat == self.viewer:
                self.hand = []
            count = sizes[seat] if sizes else len(faces) if seat == self.viewer else len(backs)
            self.receive(seat, count, faces, own[seat] or [])
            self.backs[seat] = Counter(backs or [])

    def round_ended(self, event: Shown) -> None:
        self.phase = "round_over"
        self.turn = None
        self.decision = None
        self.scores = list(event["totals"])
        self.uno = ["none"] * len(self.uno)
        self.out = set(self.eliminated)
        self.last_round = {name: plain(event[name]) for name in ("winner", "side", "hands", "points", "totals")}

    def seat_eliminated(self, event: Shown) -> None:
        self.eliminated.add(event["seat"])
        self.out.add(event["seat"])
        self.withdraw_votes(event["seat"])

    def seat_knocked_out(self, event: Shown) -> None:
        self.out.add(event["seat"])

    def card_misplayed(self, _event: Shown) -> None:
        pass

    def catch_failed(self, _event: Shown) -> None:
        pass

    def match_ended(self, event: Shown) -> None:
        self.phase = "match_over"
        self.turn = None
        self.decision = None
        self.uno = ["none"] * len(self.uno)
        self.votes = {}
        self.paused = False
        self.result = {name: plain(event[name]) for name in ("winners", "ranks", "seed", "cause")}
