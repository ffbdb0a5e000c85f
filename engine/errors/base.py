"""The bases of all refusals. HTTP and translations are not known here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Mapping


class Reason(str):
    """A clause of a sentence, with the template and the values that it was made of, so that it can be translated."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Self:
        """Return the clause in English."""
        made = super().__new__(cls, template.format(**values))
        made.template, made.values = template, values
        return made


class EngineError(Exception):
    """Base of all coded refusals. `fields` holds JSON-ready values for machines."""

    code: ClassVar[str]
    rule: ClassVar[str] = "3.3"
    paragraph: ClassVar[str] = ""
    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        """Take the fields that the template names."""
        super().__init__()
        self.fields = fields

    def __str__(self) -> str:
        """Return the message for people."""
        return self.template.format(**self.fields)


class RuleViolation(EngineError):
    """A command that the rules refuse; the table is unchanged (R-ILLEGAL)."""
