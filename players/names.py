"""Player names: the rules for names, when two names are equivalent, and generated names for guests.

Pure text; the database decides whether a name is free. Names are compared by
`name_key` (Unicode NFKC, case-folded, NFKC again), shown as `clean_name` returns them.
"""

from __future__ import annotations

import secrets
import unicodedata
from itertools import pairwise
from typing import Final

from common.sentences import Sentence
from players.errors import InvalidName

MIN_LENGTH: Final = 2
MAX_LENGTH: Final = 24
MAX_CODE_POINTS: Final = 72
"""Room in the database: `MAX_LENGTH` characters with two marks each."""

MAX_MARKS: Final = 2
"""Marks on one letter: enough for Vietnamese and Devanagari, too few to stack marks over other lines."""

RESERVED: Final = frozenset(
    {
        "admin",
        "administrator",
        "anonymous",
        "bot",
        "deleted",
        "flipside",
        "guest",
        "me",
        "mod",
    }
    | {
        "moderator",
        "null",
        "operator",
        "root",
        "staff",
        "support",
        "system",
        "undefined",
    }
    # Words that messages use in the place of a name, in all their languages.
    | {"you", "somebody", "вы", "кто-то", "vous"}
)
_BOTS: Final = frozenset({"bot", "robot", "бот"})
"""Names of bots in messages, with the number of the seat."""

_LETTERS: Final = frozenset({"Lu", "Ll", "Lo"})
_MARKS: Final = frozenset({"Mn", "Mc"})
_JOINERS: Final = frozenset("-_.")
# Modifier letters are refused except for these two, which Japanese names need.
_JAPANESE_MARKS: Final = frozenset("\u3005\u30fc")
# Hangul fillers, the grapheme joiner, Khmer inherent vowels, Mongolian and general variation selectors.
INVISIBLE: Final = frozenset(
    "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xFE00, 0xFE10)))
)
"""Letters and marks that draw nothing."""
# Japanese mixes three scripts and Korean names may carry Chinese letters.
_EAST_ASIAN: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} | {"HANGUL"})


def clean_name(text: str) -> str:
    """Return `text` as it will be shown (NFKC); raise `InvalidName` if it may not be a name.

    A name has 2 to 24 characters as a reader counts them: letters of one script, decimal
    digits, and `-`, `_`, `.` between them.
    """
    if len(text) > 4 * MAX_CODE_POINTS:
        # Normalizing can multiply the length, so a long text is refused first.
        raise InvalidName(reason="it is too long")
    name = unicodedata.normalize("NFKC", text)
    _check_characters(name)
    _check_length(name)
    _check_joiners(name)
    if len(scripts(name)) > 1:
        raise InvalidName(reason="it mixes letters of several scripts")
    key = name_key(name)
    if key in RESERVED or _stem(key) in _BOTS:
        raise InvalidName(reason="it is reserved")
    return name


def name_key(name: str) -> str:
    """Return the key of `name`: two names are equivalent when their keys are equal."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def lookup_key(text: str) -> str | None:
    """Return the key to look `text` up by, or None if it cannot be a name."""
    try:
        return name_key(clean_name(text))
    except InvalidName:
        return None


def scripts(name: str) -> set[str]:
    """Return the scripts of the letters of `name`, taken from their Unicode names."""
    found = set()
    for character in name:
        if unicodedata.category(character) in _LETTERS:
            script = unicodedata.name(character, "UNKNOWN").split(" ", 1)[0]
            found.add("EAST ASIAN" if script in _EAST_ASIAN else script)
    return found


def invent_name() -> str:
    """Return a pleasant name for a guest; one of about 25 million, so seldom taken."""
    number = secrets.randbelow(9_000) + 1_000
    return f"{secrets.choice(_ADJECTIVES)}-{secrets.choice(_ANIMALS)}-{number}"


def _stem(key: str) -> str:
    while key and (key[-1] in _JOINERS or unicodedata.category(key[-1]) == "Nd"):
        key = key[:-1]
    return key


def _check_characters(name: str) -> None:
    marks = 0
    for position, character in enumerate(name):
        category = unicodedata.category(character)
        if character in INVISIBLE:
            raise InvalidName(reason="it has an invisible character")
        if category in _MARKS:
            marks += 1
            if position == 0 or name[position - 1] in _JOINERS or marks > MAX_MARKS:
                raise InvalidName(reason="it has a mark where none belongs")
            continue
        marks = 0
        if not (category in _LETTERS or category == "Nd" or character in _JOINERS or character in _JAPANESE_MARKS):
            raise InvalidName(reason="only letters, digits and - _ . may stand in it")


def _check_length(name: str) -> None:
    length = sum(unicodedata.category(character) not in _MARKS for character in name)
    if length < MIN_LENGTH:
        raise InvalidName(reason=Sentence("it needs at least {least} characters", least=MIN_LENGTH))
    # Case-folding may lengthen a name, and the key must fit its column as well.
    if length > MAX_LENGTH or len(name) > MAX_CODE_POINTS or len(name_key(name)) > MAX_CODE_POINTS:
        raise InvalidName(reason=Sentence("it has more than {most} characters", most=MAX_LENGTH))


def _check_joiners(name: str) -> None:
    if name[0] in _JOINERS or name[-1] in _JOINERS:
        raise InvalidName(reason="it must begin and end with a letter or digit")
    if any(a in _JOINERS and b in _JOINERS for a, b in pairwise(name)):
        raise InvalidName(reason="two of - _ . stand side by side")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Written as text, because a list of a hundred quoted words is no easier to read.
_ADJECTIVES: Final = _words("""
    able amber brave bright brisk calm cheery clever copper coral cosmic crisp daring deft eager
    fair fleet fond gentle glad golden grand happy hardy honest jolly keen kind lively lucky
    mellow merry mighty modest neat nimble noble patient plucky polite proud quick quiet rapid
    ready rosy royal shiny silver sly smart snappy steady sunny swift tidy tiny vivid warm wise
""")
_ANIMALS: Final = _words("""
    badger bear beaver bison bobcat camel cheetah cobra condor crane deer dingo dolphin eagle
    falcon ferret finch fox gecko gibbon goose hare hawk heron ibex jackal jaguar kestrel koala
    lemur leopard lion llama lynx magpie marten mole moose newt ocelot orca otter owl panda puma
    quail rabbit raven robin salmon seal shrew sparrow stork swan tapir tiger toad turtle viper
    walrus weasel wolf wombat zebra
""")
