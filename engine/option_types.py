"""Types of option values: each checks a value, and describes the accepted values in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import Reason

_NAME: Final = 40
_LETTERS: Final = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these texts."""

    values: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Return whether the value is one of these texts."""
        return isinstance(value, str) and value in self.values

    def described(self) -> str:
        """Return the accepted values in words."""
        return ", ".join(self.values)


@dataclass(frozen=True, slots=True)
class Numbers:
    """One of these whole numbers."""

    values: tuple[int, ...]

    def accepts(self, value: object) -> bool:
        """Return whether the value is one of these numbers."""
        return isinstance(value, int) and not isinstance(value, bool) and value in self.values

    def described(self) -> str:
        """Return the accepted values in words."""
        return ", ".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def accepts(self, value: object) -> bool:
        """Return whether the value is a bool."""
        return isinstance(value, bool)

    def described(self) -> str:
        """Return the accepted values in words."""
        return "true, false"


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number within limits."""

    least: int
    most: int

    def accepts(self, value: object) -> bool:
        """Return whether the value is a whole number within the limits."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def described(self) -> str:
        """Return the accepted values in words."""
        return Reason("{least} to {most}", least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class IntegerOrOff(Integer):
    """A whole number within limits, or 0 for none."""

    def accepts(self, value: object) -> bool:
        """Return whether the value is 0, or a whole number within the limits."""
        return Integer.accepts(self, value) or Integer(0, 0).accepts(value)

    def described(self) -> str:
        """Return the accepted values in words."""
        return Reason("0, {least} to {most}", least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class ChoiceOrFaces(Choice):
    """One of these texts, or `custom` given as a list of `light/dark` cards that `permits` allows."""

    permits: Callable[[tuple[str, ...]], bool]

    def accepts(self, value: object) -> bool:
        """Return whether the value is one of these texts or a permitted list."""
        if isinstance(value, (list, tuple)):
            return all(isinstance(item, str) for item in value) and self.permits(tuple(value))
        return Choice.accepts(self, value)

    def described(self) -> str:
        """Return the accepted values in words."""
        return Reason("{values} or a list of all cards as light/dark", values=", ".join(self.values))


@dataclass(frozen=True, slots=True)
class Subset:
    """Any of these texts, each once, in any order."""

    values: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Return whether the value is a list of some of these texts."""
        return (
            isinstance(value, (list, tuple))
            and all(item in self.values for item in value)
            and len(set(value)) == len(value)
        )

    def described(self) -> str:
        """Return the accepted values in words."""
        return Reason("a list of some of {values}", values=", ".join(self.values))


@dataclass(frozen=True, slots=True)
class Integers:
    """A list of up to `length` whole numbers within limits."""

    least: int
    most: int
    length: int

    def accepts(self, value: object) -> bool:
        """Return whether the value is a list of such numbers."""
        one = Integer(self.least, self.most)
        return (
            isinstance(value, (list, tuple)) and len(value) <= self.length and all(one.accepts(item) for item in value)
        )

    def described(self) -> str:
        """Return the accepted values in words."""
        said = "a list of up to {length} whole numbers from {least} to {most}"
        return Reason(said, length=self.length, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Teams:
    """A number of teams within limits, or 0; or the team of every seat, as a list or by seat letter.

    Teams have names of 1 to 40 characters, and at least two members, each the same number.
    """

    least: int
    most: int

    def accepts(self, value: object) -> bool:
        """Return whether the value is such a number, or such a seating."""
        if isinstance(value, int):
            return not isinstance(value, bool) and (value == 0 or self.least <= value <= self.most)
        names = self.by_seat(value)
        if not isinstance(names, tuple) or not all(isinstance(name, str) and 0 < len(name) <= _NAME for name in names):
            return False
        sizes = {names.count(name) for name in names}
        return len(names) <= _LETTERS and self.least <= len(set(names)) <= self.most and len(sizes) == 1 < min(sizes)

    def by_seat(self, value: object) -> object:
        """Return a seating as the names of the teams by seat; anything else as it is."""
        if isinstance(value, Mapping):
            letters = [chr(ord("A") + seat) for seat in range(len(value))]
            return tuple(value[letter] for letter in letters) if sorted(value, key=str) == letters else None
        return tuple(value) if isinstance(value, (list, tuple)) else value

    def described(self) -> str:
        """Return the accepted values in words."""
        said = "0, {least} to {most} teams, or the team of every seat, all teams of one size"
        return Reason(said, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Script:
    """A list of up to `length` of these texts, in their order, each as often as wanted."""

    values: tuple[str, ...]
    length: int

    def accepts(self, value: object) -> bool:
        """Return whether the value is a list of these texts."""
        return (
            isinstance(value, (list, tuple))
            and len(value) <= self.length
            and all(isinstance(item, str) and item in self.values for item in value)
        )

    def described(self) -> str:
        """Return the accepted values in words."""
        return Reason("a list of up to {length} of {values}", length=self.length, values=", ".join(self.values))


@dataclass(frozen=True, slots=True)
class Percents:
    """A list of `length` whole numbers that add up to 100, the first of them at most `first_most`."""

    length: int
    first_most: int
    least: int = 0
    most: int = 100

    def accepts(self, value: object) -> bool:
        """Return whether the value is a list of such numbers."""
        one = Integer(self.least, self.most)
        return (
            isinstance(value, (list, tuple))
            and len(value) == self.length
            and all(one.accepts(item) for item in value)
            and sum(value) == self.most
            and value[0] <= self.first_most
        )

    def described(self) -> str:
        """Return the accepted values in words."""
        said = "a list of {length} whole numbers that add up to 100, the first at most {most}"
        return Reason(said, length=self.length, most=self.first_most)


Takes = (
    Choice | Numbers | Switch | Integer | IntegerOrOff | ChoiceOrFaces | Subset | Integers | Teams | Script | Percents
)
