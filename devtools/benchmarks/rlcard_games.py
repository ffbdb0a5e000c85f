"""RLCard's uno for two, played by random legal actions; runs in an environment of its own, without our code.

For every seed that it reads, one a line, it plays a game and answers with a line of JSON: the position before the
starter is turned, the position after it, and for each step the legal actions, the action and the resulting position,
in the notation of the rules (docs/players/rules.md 0.1). `crashed` means that RLCard failed in the last action.
"""

import json
import random
import sys

import numpy as np  # type: ignore[import-not-found,unused-ignore]  # it is not in our environment
import rlcard.games.uno.game  # type: ignore[import-not-found]  # nor is this
from rlcard.games.uno.game import UnoGame
from rlcard.games.uno.round import UnoRound  # type: ignore[import-not-found]

COLORS = {"r": "R", "g": "G", "b": "B", "y": "Y"}
SYMBOLS = {"skip": "S", "reverse": "R", "draw_2": "+2"}
WILDS = {"wild": "W", "wild_draw_4": "W4"}
deals: list[str] = []


def face(text: str) -> str:
    """Return a card in our notation."""
    color, trait = text.split("-")
    return WILDS.get(trait) or COLORS[color] + SYMBOLS.get(trait, trait)


def faces(cards: list[object]) -> str:
    """Return cards in our notation; cards know their text as `color-trait`, in which a wild's color has no meaning."""
    return " ".join(face(card.get_str()) for card in cards)  # type: ignore[attr-defined]


def position(game: UnoGame) -> str:
    """Return both hands, the piles with their tops first, the color in force and the seat on turn."""
    lying = [card for card in game.round.played_cards if card is not game.round.target]
    hands = "; ".join(f"{seat}: {faces(player.hand)}" for seat, player in zip("AB", game.players, strict=True))
    return (
        f"L cw c={COLORS[game.round.target.color]} dl=B t={'AB'[game.round.current_player]}; {hands}; "
        f"dr: {faces(game.dealer.deck[::-1])}; di: {faces([game.round.target, *lying[::-1]])}"
    )


class Round(UnoRound):  # type: ignore[misc]  # RLCard has no types
    """A round that stores the pile as it is before the starter is turned."""

    def flip_top_card(self) -> object:
        """Turn the card as RLCard does."""
        deals.append(faces(self.dealer.deck[::-1]))
        return super().flip_top_card()


def play(seed: int) -> dict[str, object]:
    """Play a game with this seed."""
    game = UnoGame(num_players=2)
    game.np_random = np.random.RandomState(seed)
    choose = random.Random(seed).choice
    state, _player = game.init_game()
    steps: list[list[object]] = []
    record = {"deal": deals.pop(), "start": position(game), "steps": steps, "crashed": False}
    while not game.is_over():
        legal = state["legal_actions"]
        action = choose(legal)
        try:
            state, _player = game.step(action)
        except IndexError:
            record["crashed"] = True
            return record
        steps.append([[translated(one) for one in legal], translated(action), position(game)])
    return record


def translated(action: str) -> str:
    """Return `draw`, a face, or a wild and the color named: `W4 color=R`."""
    if action == "draw":
        return action
    color, trait = action.split("-")
    return f"{WILDS[trait]} color={COLORS[color]}" if trait in WILDS else face(action)


rlcard.games.uno.game.Round = Round
for line in sys.stdin:
    print(json.dumps(play(int(line))), flush=True)
