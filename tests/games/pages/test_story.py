"""The pages tell the events in sentences, in every game and language, and every language has all texts."""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine.testing.random_match import random_match
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.sentences import Narrator
from games.notifications.rendering.texts import TEXTS
from games.pages import texts
from games.rulebook import LANGUAGES
from tests.games.pages.test_choices import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Command, Event

FOLDER = Path(texts.__file__).with_name("texts")
SILENT = {
    "match_created", "seat_taken", "seat_left", "dealer_drawn", "dealer_chosen", "hands_dealt", "starter_returned",
    "turn_started", "color_asked", "drawn_card_offered", "pile_exhausted", "evidence_sealed", "challenge_opened",
    "uno_cleared", "effect_assigned", "give_asked", "penalty_stacked", "help_asked", "doubt_opened", "spin_asked",
    "wheel_choice_asked", "race_opened", "clock_set", "vote_cast", "clock_extended", "offset_noted", "position_set",
}  # fmt: skip
"""Events without a sentence: unimportant ones, and those that the table itself shows (a question, and to whom)."""


def flat(tables: Any, before: str = "") -> dict[str, str]:
    if isinstance(tables, str):
        return {before: tables}
    return {key: text for name, inner in tables.items() for key, text in flat(inner, f"{before}/{name}").items()}


def read(language: str) -> dict[str, str]:
    return flat(tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_everything_that_english_says(language: str) -> None:
    english, translated = read("en"), read(language)
    assert translated.keys() == english.keys()
    forms = {"en": 2, "fr": 2, "ru": 3}[language]
    for key, text in translated.items():
        assert text.strip(), key
        for _, _, words, _ in Formatter().parse(text):
            assert not words or len(words.split("|")) == forms, key


def test_every_event_is_told_or_left_out_on_purpose() -> None:
    told = {key.split(".")[0] for key in TEXTS["en"].story}
    assert told | SILENT == set(engine.TAGS.values())
    assert not told & SILENT


class Hasty:
    """Plays cards where it can."""

    def choose(self, _view: engine.View, legal: Sequence[Command], pick: Any) -> Command:
        plays = [command for command in legal if isinstance(command, engine.Play)]
        offered = plays if plays and pick(6) else legal
        return offered[pick(len(offered))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_match_can_be_told_to_everybody_at_it(name: str, language: str) -> None:
    options, seats = GAMES[name]
    names = [f"Player{number}" for number in range(seats)]
    for table, events in islice(random_match([Hasty()] * seats, options, b"%032d" % len(name)), 300):
        for seat in range(seats):
            teller = Narrator(TEXTS[language], deck_of(engine.view(table, seat), TEXTS[language]), names, seat)
            for sentence in teller.sentences(events):
                assert "{" not in sentence
                assert "  " not in sentence, sentence
                assert names[seat] not in sentence, sentence


def tell(event: Event, you: int) -> str:
    return tell_all([event], you)


def tell_all(events: Sequence[Event], you: int) -> str:
    table = engine.replay(engine.new_match({}, seats=3, commitment="0" * 64))
    teller = Narrator(TEXTS["en"], deck_of(engine.view(table, you), TEXTS["en"]), ["Ann", "Bob", "Cid"], you)
    return " ".join(teller.sentences(events))


def test_a_pause_and_a_vacation_are_told_apart() -> None:
    from engine.events import ClockPaused, ClockResumed  # noqa: PLC0415

    away, back = ClockPaused("vacation", 1, 5, 9), ClockResumed("vacation", 1)
    assert tell(away, 0) == "Bob is on vacation: the clock of that seat rests."
    assert tell(away, 1) == "You are on vacation: your clock rests."
    assert tell(back, 0) == "Bob is back from vacation."
    assert tell(ClockPaused("mutual", None, None, None), 0) == "All agree to a pause: no clock runs."
    assert tell(ClockResumed("mutual", None), 0) == "The pause is over: the clocks run again."
    # Its end was moved: no player was back.
    assert tell_all([back, away], 0) == tell(away, 0)
    assert tell_all([back, ClockPaused("vacation", 2, 5, 9)], 0) == (
        "Bob is back from vacation. Cid is on vacation: the clock of that seat rests."
    )


def test_a_sentence_speaks_to_its_reader() -> None:
    from engine.events import CardGiven, CardsDrawn, ChallengeDecided, MatchEnded, UnoCaught  # noqa: PLC0415

    drawn = CardsDrawn(0, "turn", (1, 2), 3, (4, 5), (1, 1))
    assert tell(drawn, 0) == "You draw Red 1 × 2."
    assert tell(drawn, 1) == "Ann draws 2 cards."
    given = CardGiven(0, 1, 1, 2, 3, 4)
    assert [tell(given, you) for you in range(3)] == [
        "You give Bob Red 3.", "Ann gives you Red 3.", "Ann gives Bob a card.",
    ]  # fmt: skip
    assert [tell(ChallengeDecided(1, 0, guilty=True), you) for you in range(3)] == [
        "Bob challenges you: your card was not allowed.",
        "You challenge Ann: the card was not allowed.",
        "Bob challenges Ann: the card was not allowed.",
    ]
    assert tell(UnoCaught(2, 1), 1) == "You catch Cid without a call of UNO."
    ended = MatchEnded((0, 2), (1, 3, 1), None, "target")
    assert tell(ended, 2) == "You win the match."
    assert tell(ended, 1) == "The match goes to Ann and Cid."
