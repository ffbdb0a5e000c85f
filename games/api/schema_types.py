"""Names of the games' types without a class, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine
from common.openapi.components import name_types
from games.wire import requests, words
from games.wire.catalogue import CardKind
from games.wire.commands import AnyCommand
from games.wire.decisions import AnyDecision
from games.wire.events import AnyEvent
from games.wire.invitations import InvitationKind, InvitationState
from games.wire.loans import LoanRole, LoanState
from games.wire.notifications import ChannelName, Notification, NotificationKind
from games.wire.problems import ErrorCode
from games.wire.rematches import AnswerName, OfferState, SeriesState
from games.wire.requests import CommandId
from games.wire.rulesets import OptionKind, OptionType
from games.wire.scalars import CardText, Id, SeatNumber, Version
from games.wire.seeks import HouseRules, SeekState
from games.wire.streams import (
    AnyGameItem,
    AnyItem,
    Cursor,
    EndReason,
    GameStreamItem,
    LeftReason,
    ResetReason,
    StreamItem,
)
from games.wire.views import EXACT

NAMED: Mapping[str, Any] = {
    "CommandId": CommandId,
    "StreamCursor": Cursor,
    "WantedOptionValue": requests.OptionValue,
    "SeatNumber": SeatNumber,
    "Uuid": Id,
    "Version": Version,
    "Command": AnyCommand,
    "Event": AnyEvent,
    "Decision": AnyDecision,
    "Card": CardText,
    "CardKind": CardKind,
    "Color": words.Color,
    "Side": words.Side,
    "Direction": words.Direction,
    "Phase": words.PhaseName,
    "DecisionKind": words.DecisionName,
    "UnoStatus": words.UnoName,
    "AutomaticCause": words.AutomaticCause,
    "MatchCause": words.MatchCause,
    "ColorReason": words.ColorReason,
    "DrawReason": words.DrawReason,
    "AutopilotReason": words.AutopilotReason,
    "PauseReason": words.PauseReason,
    "WebhookOffReason": words.WebhookOffReason,
    "WheelSector": words.Sector,
    "SitterKind": words.SitterName,
    "EntropySource": words.EntropySource,
    "OwnBacks": words.OwnBacks,
    "EventType": words.EventName,
    "CommandType": words.CommandName,
    "CallType": words.CallType,
    "Channel": ChannelName,
    "OptionValue": engine.OptionValue,
    "GameStatus": words.StatusName,
    "SeatKind": words.SeatKindName,
    "OptionKind": OptionKind,
    "OptionType": OptionType,
    "InvitationKind": InvitationKind,
    "InvitationState": InvitationState,
    "LoanRole": LoanRole,
    "LoanState": LoanState,
    "RematchState": OfferState,
    "RematchAnswer": AnswerName,
    "RematchFill": words.FillName,
    "SeriesCause": words.SeriesCause,
    "SeriesLength": words.BestOf,
    "SeriesState": SeriesState,
    "HouseRules": HouseRules,
    "SeekState": SeekState,
    "NotificationKind": NotificationKind,
    "Notification": Notification,
    "ErrorCode": ErrorCode,
    GameStreamItem.__name__: AnyGameItem,
    StreamItem.__name__: AnyItem,
    "StreamEndReason": EndReason,
    "GameLeftReason": LeftReason,
    "StreamResetReason": ResetReason,
}
"""Types without a class that are components of their own, so that generated clients have names for them."""

name_types(NAMED, EXACT)
