"""Words of which there are few. More may come, but for colors, sides and directions (docs/clients/api.md)."""

from typing import Any, Literal

import engine
from players.scopes import ALL_SCOPES

Color = Literal["R", "Y", "G", "B", "p", "t", "o", "v"]
Side = Literal["L", "D"]
Direction = Literal[1, -1]

StatusName = Literal["lobby", "running", "finished"]
SpectatorsName = Literal["none", "delayed", "open"]
"""What those without a seat see of a match under way."""
SpeedName = Literal["none", "live", "day", "days"]
"""The speed of a clock (docs/clients/api.md)."""
SeatKindName = Literal["open", "human", "bot"]
SitterName = Literal["human", "bot"]
PauseReason = Literal["mutual", "vacation", "outage"]
Future = Literal["same", "redealt"]
AutomaticCause = Literal["forced", "plan", "challenge", "drawn_card"]
"""Why a move was made for a player."""
DrawnCardOrder = Literal["play", "keep"]
MatchCause = Literal["target", "single_round", "resigned", "aborted", "abandoned", "closed"]
"""How a match ended."""
PhaseName: Any = Literal[tuple(phase.word for phase in engine.Phase)]
DecisionName: Any = Literal[tuple(engine.DECISIONS)]
UnoName = Literal["none", "safe", "exposed"]
BestOf = Literal[1, 3, 5, 7]
"""How many matches a series has at most."""
FillName = Literal["nobody", "bots", "seeks"]
"""Who plays a rematch for people who decline: `seeks`, people who look for such a match."""
SeriesCause = Literal["decided", "stopped", "aborted"]
"""Why a series is over: it is decided, a player has stopped it or left, or a match ended without a result."""
ColorReason = Literal["starter", "flip", "wild", "flipper", "effect"]
"""Why somebody must name a color."""
DrawReason = Literal["turn", "effect", "challenge", "uno", "stack", "doubt", "misplay", "catch"]
"""Why somebody drew."""
AutopilotReason = Literal["timeouts", "resigned", "left"]
WebhookOffReason = Literal["owner", "gone", "failing", "access", "token", "secret"]
EntropySource = Literal["player", "server"]
Sector = Literal[
    "UNO_SPIN", "DISCARD_COLOR", "DRAW_BLUE", "DRAW_RED", "WAR", "DISCARD_NUMBER", "SHOW_HAND", "TRADE_HANDS",
    "ALMOST_UNO",
]  # fmt: skip
"The sector at which the wheel of UNO Spin stops."
OwnBacks = Literal["hidden", "table", "visible"]
"""What a holder knows of the backs of their own cards."""
EventName: Any = Literal[tuple(engine.TAGS.values())]
CommandName: Any = Literal[tuple(engine.COMMANDS)]

CallType: Any = Literal["game.moved", "message", "ping", "player.erased"]
RulesetName: Any = Literal[tuple(dict.fromkeys(game for game, _ in engine.rulesets().values()))]
EditionName: Any = Literal[tuple(dict.fromkeys(edition for _, edition in engine.rulesets().values()))]
Scope: Any = Literal[tuple(ALL_SCOPES)]
