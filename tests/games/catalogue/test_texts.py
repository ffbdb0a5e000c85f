"""The catalogue names everything that the engine and the service know, in every language."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from hypothesis import given, settings

import engine
from common.translations import LANGUAGES
from engine.cards import COLORS, SIDES
from engine.errors.moves import CardNotPlayable
from engine.events import Sees
from games import clock as clocks
from games.catalogue import catalogue, texts
from games.errors import GameFinished, GameQuarantined, SeatHasResigned
from games.notifications.kinds import KINDS
from games.notifications.rendering.texts import TEXTS as MESSAGES
from games.presets import PRESETS
from games.rulebook.texts import TEXTS as RULE_BOOKS
from games.wire import words
from games.wire.option_names import of_rules
from tests.engine.strategies import matches

if TYPE_CHECKING:
    from games.wire.catalogue import Catalogue, Sentence
    from tests.engine.matches import Match

FOLDER = Path(texts.__file__).with_name("texts")
EVENTS = {engine.TAGS[kind]: {field.name: field.sees for field in kept} for kind, kept in engine.FIELDS.items()}
DECISIONS = {kind: {field.name for field in fields(decision)} for kind, decision in engine.DECISIONS.items()}
SUMMARIES = {"option_summaries", "clock_summaries", "message_summaries"}
CATEGORIES = {"one", "few"}
"""Plural categories with a condition; a language without `few` has fewer sentences."""


def read(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def named(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def flat(sentences: dict[str, list[Sentence]]) -> list[tuple[str, Sentence]]:
    return [(kind, sentence) for kind, several in sentences.items() for sentence in several]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_everything_that_english_says(language: str) -> None:
    english, translated = read("en"), read(language)
    assert set(translated) - SUMMARIES == set(english)
    for table, keys in english.items():
        assert list(translated[table]) == list(keys), table
        for key, text in keys.items():
            assert named(translated[table][key]) == named(text), key
            assert translated[table][key].strip(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_there_twice(language: str) -> None:
    assert set(read(language)["events"]).isdisjoint(MESSAGES[language].story)
    assert set(read(language)["value_summaries"]).isdisjoint(RULE_BOOKS[language].paragraphs)
    assert set(read(language)["phases"]).isdisjoint({"lobby", "round_over", "match_over"})
    assert (set(read(language)) >= SUMMARIES) == (language != "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_there_is_has_words(language: str) -> None:
    found = catalogue(language)
    assert [card.card for card in found.cards] == [card.card for card in engine.describe_cards()]
    assert [color.color for color in found.colors] == list(COLORS)
    assert set(found.sides) == set(SIDES)
    assert set(found.directions) == {str(direction) for direction in get_args(words.Direction)}
    assert set(found.sectors) == set(get_args(words.Sector))
    assert [ruleset.name for ruleset in found.rulesets] == list(engine.rulesets())
    assert [clock.name for clock in found.clocks] == list(clocks.PRESETS)
    assert set(found.phases) == {phase.word for phase in engine.Phase}
    assert set(found.decisions) == {"turn", *get_args(words.DecisionName)}
    assert set(found.commands) == set(engine.COMMANDS)
    assert set(found.events) == set(engine.TAGS.values())
    assert [message.kind for message in found.messages] == [kind.name for kind in KINDS]
    assert set(found.draw_reasons) == set(get_args(words.DrawReason))
    assert set(found.color_reasons) == set(get_args(words.ColorReason))
    assert set(found.pause_reasons) == set(get_args(words.PauseReason))
    assert set(found.autopilot_reasons) == set(get_args(words.AutopilotReason))
    assert set(found.match_causes) == set(get_args(words.MatchCause))
    assert [bot.name for bot in found.bots] == list(engine.BOTS)
    assert set(found.told) < set(found.events)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_value_has_words(language: str) -> None:
    options = engine.describe()
    found = catalogue(language).options
    assert [of_rules(option.name) for option in found] == [option.name for option in options]
    assert [[value.value for value in option.values] for option in found] == [list(option.values) for option in options]
    titles = [option.title for option in found]
    assert len(titles) == len(set(titles))
    for option in found:
        values = [value.title for value in option.values]
        assert len(values) == len(set(values)), option.name


def texts_of(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for one in inner for text in texts_of(one)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_is_gone_has_words(language: str) -> None:
    found = texts.TEXTS[language]
    options = engine.describe()
    values = {f"{option.name}.{str(value).partition('=')[0]}" for option in options for value in option.values}
    assert set(found.options) == set(found.option_summaries) == {option.name for option in options}
    assert set(found.clocks) == set(found.clock_summaries) == set(clocks.PRESETS)
    assert set(found.presets) == set(found.preset_summaries) == set(PRESETS)
    assert set(found.message_summaries) == {kind.name for kind in KINDS}
    assert set(found.bots) == set(found.bot_summaries) == set(engine.BOTS)
    assert set(found.values) <= values
    assert set(found.value_summaries) - {"off", "forced_moves.off", "standing_orders.off"} <= values
    assert {phase.word for phase in engine.Phase} >= set(found.phases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_unfinished(language: str) -> None:
    found: Catalogue = catalogue(language)
    for text in texts_of(msgspec.to_builtins(found)):
        assert text.strip() == text != ""
        assert not re.search(r"\{[^}]*[^a-z_}]", text), text  # a plural form that was not chosen
    values = [value for option in found.options for value in option.values]
    summaries = [*found.options, *values, *found.rulesets, *found.clocks]
    assert [one for one in summaries if not one.summary.endswith(".")] == []
    assert [message for message in found.messages if not message.why.endswith(".")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_fields(language: str) -> None:
    found = catalogue(language)
    for event, sentence in flat(found.events):
        assert named(sentence.text) | set(sentence.when) <= set(EVENTS[event]), event
    for kind, sentence in flat(found.decisions):
        assert named(sentence.text) | set(sentence.when) <= DECISIONS.get(kind, {"seat"}), kind
    for code, sentence in flat(found.refusals):
        assert named(sentence.text) | set(sentence.when) <= {"paragraph"}, code
    for word, sentence in flat(found.commands):
        assert named(sentence.text) | set(sentence.when) <= set(engine.COMMANDS[word]._fields), word


def test_a_sentence_for_everybody_needs_nothing_that_is_hidden() -> None:
    for event, sentence in flat(catalogue("en").events):
        if "you" not in sentence.when.values():
            hidden = {name for name in named(sentence.text) if EVENTS[event][name] is not Sees.PUBLIC}
            assert not hidden, event


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_in_all_languages(language: str) -> None:
    for table in ("decisions", "commands", "events", "refusals"):
        english, translated = (getattr(catalogue(code), table) for code in ("en", language))
        assert unnumbered(translated) == unnumbered(english), table


def unnumbered(sentences: dict[str, list[Sentence]]) -> dict[str, list[tuple[dict[str, str], set[str]]]]:
    """Return conditions and placeholders, without the sentences that only differ by number."""
    return {
        kind: [(one.when, named(one.text)) for one in several if CATEGORIES.isdisjoint(one.when.values())]
        for kind, several in sentences.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_sentence_is_for_everybody(language: str) -> None:
    found = catalogue(language)
    for table in (found.decisions, found.commands, found.events, found.refusals):
        for kind, several in table.items():
            assert [one.when for one in several].index({}) == len(several) - 1, kind


OF_THE_SERVICE = {GameQuarantined.code, SeatHasResigned.code, GameFinished.code}
"""Refusals of all cards of a hand, besides those of the rules (`games.api.present`)."""


@settings(max_examples=20)
@given(matches(most=60))
def test_every_reason_why_a_card_cannot_be_played_has_words(match: Match) -> None:
    known = catalogue("en").refusals
    assert known.keys() >= OF_THE_SERVICE
    again = match.again()
    for sender, command in match.sent:
        again.send(sender, command)
        for seat in range(again.table.seats):
            codes = {refusal.code for refusal in engine.hand_refusals(again.table, seat) if refusal is not None}
            assert codes <= known.keys()


def test_a_card_that_does_not_fit_is_told_by_which_rule() -> None:
    found = {one.when.get("paragraph"): one.text for one in catalogue("en").refusals["card_not_playable"]}
    paragraphs = {kind.paragraph for kind in CardNotPlayable.__subclasses__()}
    assert found.keys() - {None} == paragraphs
    assert len(set(found.values())) == len(found)


def test_a_log_tells_moves_and_no_steps_between_them() -> None:
    told = set(catalogue("en").told)
    assert told >= {"card_played", "cards_drawn", "round_ended", "vote_cast"}
    assert told.isdisjoint({"turn_started", "color_asked", "drawn_card_offered", "seat_taken"})


def test_who_draws_one_card_is_told_which() -> None:
    first, *_ = catalogue("en").events["cards_drawn"]
    assert first.when == {"seat": "you"}
    assert first.text == "You draw {faces}."


def test_russian_has_its_plural_forms() -> None:
    found = {one.when.get("backs"): one.text for one in catalogue("ru").events["cards_drawn"] if "seat" not in one.when}
    assert found == {
        "one": "{seat} берёт {backs} карту.",
        "few": "{seat} берёт {backs} карты.",
        None: "{seat} берёт {backs} карт.",
    }


def test_cards_have_names_and_points() -> None:
    found = {card.card: card for card in catalogue("en").cards}
    assert (found["G7"].name, found["G7"].points) == ("Green 7", 7)
    assert found["W2"].name == "Wild Draw Two"
    assert found["W"].points is None
    assert {ruleset.name: ruleset.points.get("W") for ruleset in catalogue("en").rulesets} == {
        "flip": 40, "flip-marvel": None, "flip-stranger_things": None, "flip-transformers": None, "classic": 50,
        "classic_from_flip": 40, "h2o": 50, "attack": 50, "spin": 50,
    }  # fmt: skip
