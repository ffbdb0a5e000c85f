"""RLCard's uno, stepped as fast as possible; runs in an environment of its own, with RLCard and without our code.

For every number that it reads it plays that many games and answers with a line of JSON: steps made, CPU seconds of the
whole loop and of its deals alone, version of Python.
"""

import json
import platform
import random
import sys
import time

from rlcard.games.uno.game import UnoGame  # type: ignore[import-not-found]  # it is not in our environment


def sample(games: int) -> dict[str, object]:
    """Play `games` games of four by random legal actions."""
    game = UnoGame(num_players=4)
    steps = 0
    dealing = 0.0
    start = time.process_time()
    for _ in range(games):
        before = time.process_time()
        state, _player = game.init_game()
        dealing += time.process_time() - before
        while not game.is_over():
            state, _player = game.step(random.choice(state["legal_actions"]))
            steps += 1
    seconds = time.process_time() - start
    return {"units": steps, "seconds": seconds, "dealing": dealing, "python": platform.python_version()}


for line in sys.stdin:
    print(json.dumps(sample(int(line))), flush=True)
