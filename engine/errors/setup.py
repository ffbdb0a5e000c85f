"""Refusals of what a match is set up with, and of text (SPEC 0.1, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors.base import EngineError, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

_SHOWN: Final = 60
"""Characters shown of a text that is not understood."""


class RulesetError(EngineError):
    """A choice of game, edition or options that makes no ruleset."""

    rule = "8.1"


class BadSeatCount(RulesetError):
    """Too few or too many seats."""

    code = "bad_seat_count"
    rule = "2"
    paragraph = "seats"
    template = "The game takes {least} to {most} seats."


class UnknownOption(RulesetError):
    """No option has this name."""

    code = "unknown_option"
    template = "There is no option {option} in this game."


class BadOptionValue(RulesetError):
    """The option does not take the value."""

    code = "bad_option_value"
    template = "The option {option} does not take that value; it takes {takes}."


class ConflictingOptions(RulesetError):
    """Two options decide the same."""

    code = "conflicting_options"
    rule = "8.4"
    template = "These options do not go together: {reason}."


class OptionNotApplicable(RulesetError):
    """The option would change nothing, or cannot be played, with the rest of the choice."""

    code = "option_not_applicable"
    rule = "8.4"
    template = "{option} cannot be on here: {reason}."


class BadNotation(EngineError):
    """Text that is not a position, face or command (SPEC 0.1). Fields: text, and sometimes reason."""

    code = "bad_notation"
    rule = "0.1"
    template = "Not understood: {text}"

    @property
    def values(self) -> Mapping[str, object]:
        """Return the beginning of the text, which is untrusted, and what would be understood."""
        text, reason = str(self.fields["text"]), self.fields.get("reason")
        shown = text if reason is None or len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        return {"text": Reason("{text}; {reason}", text=shown, reason=reason) if reason else shown}

    def __str__(self) -> str:
        """Return the message for people."""
        return self.template.format(**self.values)
