"""Sentences in English that can be said in other languages, because they remember what they were made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping


class Sentence(str):
    """Text with the template and the values that it was made of; values may be sentences, or lists of them."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Self:
        """Return the sentence in English."""
        made = super().__new__(cls, template.format(**{name: shown(value) for name, value in values.items()}))
        made.template, made.values = template, values
        return made


def shown(value: object) -> object:
    """Return a value as a sentence shows it: a list with commas, a path (a tuple) as `seats[2].player`."""
    if isinstance(value, tuple):
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in value).lstrip(".")
    return ", ".join(map(str, value)) if isinstance(value, list) else value
