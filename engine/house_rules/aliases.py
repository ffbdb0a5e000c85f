"""House rules that are other names of options (SPEC 8.2, 8.3)."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.option_types import Switch

PROGRESSIVE: Final[Option] = Option(
    name="progressive",
    summary="Whether draw cards, wilds too, are answered with the same one: Stacking with draw cards and wilds.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    implies=lambda value: {"stack": "same_wild"} if value else {},
    kind="house_rule",
)


NO_CHALLENGE: Final[Option] = Option(
    name="no_challenge",
    summary="Whether wild draw cards may always be laid and never challenged, as where they are always allowed.",
    source="8.3",
    takes=Switch(),
    default=False,
    implies=lambda value: {"wild_draw_enforcement": "none"} if value else {},
    kind="house_rule",
)


FORCED_PLAY: Final[Option] = Option(
    name="forced_play",
    summary="Whether a seat that can play must: it draws only if unable, and plays a drawn card that fits.",
    source="8.3; R-FORCED-PLAY",
    takes=Switch(),
    default=False,
    implies=lambda value: {"draw_policy": "only_if_unable", "drawn_play": "forced"} if value else {},
    kind="house_rule",
)


LIGHT_ONLY: Final[Option] = Option(
    name="light_only",
    summary="The light faces are scored whichever side is in play.",
    source="8.2; S4",
    takes=Switch(),
    default=False,
    implies=lambda value: {"scoring_side": "light"} if value else {},
    kind="house_rule",
)
