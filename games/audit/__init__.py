"""The audit: checks every log against itself and against what was recorded about it elsewhere.

`check` looks at one game and repairs nothing. `auditor` is the continuous audit: it checks all games in rounds, marks
what is sound and acts on what is not (`outcomes`). Faults name a game and an event, nothing else of the game.
docs/operators/operations.md says what to do about them.
"""
