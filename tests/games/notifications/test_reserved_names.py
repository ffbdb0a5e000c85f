"""No player can take a name that the service itself uses in place of a name, in any language."""

from __future__ import annotations

import pytest

from games.notifications.rendering.texts import TEXTS
from players.errors import InvalidName
from players.names import clean_name

INSTEAD_OF_A_NAME = ("you", "somebody", "nobody", "deleted", "open_seat", "game")


@pytest.mark.parametrize("language", TEXTS)
def test_words_that_stand_for_a_player_are_no_names(language: str) -> None:
    words = TEXTS[language].words
    said = [words[key] for key in INSTEAD_OF_A_NAME]
    said += [
        TEXTS[language].fill(words["bot"], number=number).replace(" ", mark) for number in (1, 10) for mark in " -_."
    ]
    said.append(TEXTS[language].fill(words["bot"], number=3).replace(" ", ""))
    said.append(words["bot"].partition(" ")[0])
    for word in said:
        for written in (word, word.upper(), word.lower()):
            with pytest.raises(InvalidName):
                clean_name(written)


@pytest.mark.parametrize("name", ["Boto", "Talbot", "Robotnik", "Bot-Ada", "Younes", "2bot"])
def test_names_that_only_resemble_them_may_be_taken(name: str) -> None:
    assert clean_name(name) == name
