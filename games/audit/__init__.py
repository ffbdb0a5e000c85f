"""The audit: checks every log against itself and against what was recorded about it elsewhere.

`check` checks one game and repairs nothing. `auditor` is the continuous audit: it checks all games in rounds, marks
sound ones and acts on faults (`outcomes`). Faults name a game and an event, nothing else of the game.
docs/operators/operations.md says what to do about them.
"""
