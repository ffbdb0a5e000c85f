"""The rule book explains all rules of the table, and no other ones, in every language."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

import pytest

import engine
from engine.cards import FACES
from engine.compatibility import samples
from engine.editions.flip import FLIP_DECK
from engine.samples import settings, values
from games.rulebook import LANGUAGES, page, plain, rule_book
from games.rulebook.entries import Chosen
from games.rulebook.layout import LAYOUT
from games.rulebook.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rulebook import RuleBook

NAMES = tuple(engine.rulesets())


def book(language: str = "en", **options: object) -> RuleBook:
    return rule_book(engine.resolve_uncached(options), language)


def base(name: str) -> dict[str, object]:
    game, edition = engine.rulesets()[name]
    return {"game": game, "edition": edition}


def anchors(found: RuleBook) -> list[str]:
    return [paragraph.anchor for section in found.sections for paragraph in section.paragraphs]


def text(found: RuleBook, anchor: str) -> str:
    return next(
        paragraph.text for section in found.sections for paragraph in section.paragraphs if paragraph.anchor == anchor
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_has_its_rules_in_every_language(name: str, language: str) -> None:
    found = book(language, **base(name))
    assert (found.name, found.language) == (name, language)
    assert TEXTS[language].rulesets[name] in found.title
    assert len(anchors(found)) == len(set(anchors(found)))
    symbols = engine.summarize(engine.resolve_uncached(base(name))).points
    assert {f"card-{symbol.replace('+', 'plus')}" for symbol in symbols if not symbol[0].isdigit()} <= set(
        anchors(found)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys_and_values(language: str) -> None:
    for table in ("labels", "rulesets", "cards", "sectors", "headings", "paragraphs"):
        ours, theirs = getattr(TEXTS[language], table), getattr(TEXTS["en"], table)
        assert list(ours) == list(theirs)
        for key, sentence in ours.items():
            assert _placeholders(sentence) == _placeholders(theirs[key]), key


def _placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_heading_has_its_words() -> None:
    assert [heading.key for heading in LAYOUT] == list(TEXTS["en"].headings)


def test_every_option_of_the_base_rules_has_its_place() -> None:
    placed = [entry.option for heading in LAYOUT for entry in heading.entries if isinstance(entry, Chosen)]
    assert sorted(placed) == sorted(option.name for option in engine.describe() if option.kind == "option")


def test_what_is_chosen_is_what_is_told() -> None:
    assert "4 cards" in text(book(uno_penalty=4), "uno_penalty")
    assert "one card" not in text(book(uno_penalty=1), "uno_penalty")
    assert "1 card." in text(book(uno_penalty=1), "uno_penalty")
    assert "nothing" in text(book(uno_penalty=0), "uno_penalty")
    assert text(book(scoring="own_low"), "scoring") != text(book(), "scoring")
    off = text(book(wild_matches_color=False), "wild_matches_color")
    assert text(book(game="classic"), "wild_matches_color") == off != text(book(), "wild_matches_color")
    assert "Seat C" in text(book(dealer_selection="seat=C"), "dealer_selection")
    assert "3, 6, 9" in text(book(edition="stranger_things"), "waffle_faces")


def test_house_rules_that_are_on_stand_together_at_the_end() -> None:
    assert "section-house_rules" not in [section.anchor for section in book().sections]
    last = book(stack="same", skip_effect="others_draw").sections[-1]
    assert last.anchor == "section-house_rules"
    assert [rule.anchor for rule in last.paragraphs] == ["house_rules", "stack", "skip_effect", "skip_effect_cards"]
    assert "Skip, Skip Everyone" in last.paragraphs[-1].text


CONTRADICTED: tuple[tuple[dict[str, object], set[str]], ...] = (
    ({}, set()),
    ({"uno_penalty": 4, "starter": "number_only", "no_challenge": True, "double_score": True}, set()),
    ({"skip_effect": "give_card"}, {"card-S", "card-E"}),
    ({"skip_effect": "give_card", "skip_effect_cards": ["S"]}, {"card-S"}),
    ({"stack": "same"}, {"card-plus1", "card-plus5"}),
    ({"progressive": True}, {"card-plus1", "card-plus5", "card-W2"}),
    ({"seven_o": True}, {"card-number"}),
    ({"zero_spell": "swap_one", "spell_number": 3, "jump_in": True}, {"card-number", "turn"}),
    ({"draw_until_playable": True, "draw_cap": 5}, {"drawing", "card-wc", "color_draw"}),
    ({"teams": 2, "team_view": True}, {"scoring", "knowledge"}),
)


@pytest.mark.parametrize(("options", "expected"), CONTRADICTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_that_a_house_rule_contradicts_says_so(
    language: str, options: dict[str, object], expected: set[str]
) -> None:
    sentence = TEXTS[language].labels["changed"]
    found = book(language, **options)
    told = {one.anchor for section in found.sections for one in section.paragraphs if one.text.endswith(sentence)}
    assert told == expected


def test_what_cannot_happen_is_not_told() -> None:
    plain_game = anchors(book())
    assert not {"edition_tie", "waffle_faces", "discards", "not_last", "spinning"} & set(plain_game)
    assert "challenge" not in anchors(book(wild_draw_enforcement="none"))
    assert "flip_starter" not in anchors(book(edition="transformers"))
    assert "target" not in anchors(book(scoring="single_round"))
    assert "Skip" in text(book(no_action_finish=True), "not_last")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_nought_is_told_of_where_the_deck_has_one(language: str) -> None:
    for name in NAMES:
        told = text(book(language, **base(name), seven_o=True), "seven_o")
        has_nought = "0" in engine.summarize(engine.resolve_uncached(base(name))).points
        assert ("7" in told, "0" in told) == (True, has_nought), name


def test_the_seats_are_those_that_the_table_can_have() -> None:
    assert text(book(), "seats").startswith("2 to 10 players")
    assert text(book(teams=5), "seats").startswith("10 players")
    assert text(book("ru", teams=["X", "Y", "X", "Y"]), "seats").startswith("За столом 4 игрока.")
    assert "two_players" in anchors(book())
    assert "two_players" not in anchors(book(teams=2))
    assert "two_players" in anchors(book(teams=2, hand_limit=20))


def test_a_table_whose_seats_are_known_is_told_of_as_it_is() -> None:
    def at_table(seats: int, **options: object) -> RuleBook:
        return rule_book(engine.resolve_uncached(options), "en", seats)

    assert text(at_table(2), "seats").startswith("2 players")
    assert "two_players" in anchors(at_table(2))
    assert "two_players" not in anchors(at_table(4))
    assert "two_players" in anchors(at_table(4, scoring="elimination"))
    assert text(at_table(4, dealer_selection="seat=C"), "dealer_selection").startswith("Seat C deals first: number 3")
    # A match that began before such seats were refused: seats are taken modulo their number.
    assert text(at_table(3, dealer_selection="seat=E"), "dealer_selection").startswith("Seat B deals first: number 2")


TOLD_TO_BE_MISSING = {"game": {"Flip"}}  # "There are no Flip cards"
NOT_CARDS = re.compile("^(sector|wheel)")  # a sector has the name of another game's card: Trade Hands


def test_every_card_that_is_named_is_in_the_deck() -> None:
    names = set(TEXTS["en"].cards.values()) - {"Wild"}
    card = re.compile(rf"\b({'|'.join(sorted(names, key=len, reverse=True))}|(?<=\ba )\d)\b")
    for options in variants():
        try:
            rules = engine.resolve_uncached(options)
        except engine.RulesetError:
            continue
        deck = {TEXTS["en"].cards.get(symbol, symbol) for symbol in engine.summarize(rules).points}
        kinds = deck | {"Numbers", "Spin cards"}
        for section in rule_book(rules, "en").sections:
            for paragraph in section.paragraphs:
                if not NOT_CARDS.match(paragraph.anchor):
                    named = set(card.findall(paragraph.text)) - TOLD_TO_BE_MISSING.get(paragraph.anchor, set())
                    assert named <= kinds, (options, paragraph.text)


def test_the_points_are_those_of_the_deck() -> None:
    rows = {row for section in book().sections for paragraph in section.paragraphs for row in paragraph.rows}
    assert {("Numbers", 72, "face value"), ("Draw One", 8, "10"), ("Wild Draw Color", 4, "60")} <= rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_text_hold_every_paragraph(language: str) -> None:
    found = book(language, edition="marvel", stack="same")
    html, lines = page(found), " ".join(plain(found).split())
    for section in found.sections:
        assert f'id="{section.anchor}"' in html
        for paragraph in section.paragraphs:
            assert f'id="{paragraph.anchor}"' in html
            assert " ".join(paragraph.text.split()) in lines
    assert "<script" not in html
    assert f'<html lang="{language}">' in html


def variants() -> Iterator[dict[str, object]]:
    """Yield every ruleset with each option value alone and with what it requires, and one with a custom pairing."""
    yield {"pairing": [f"{FACES[light]}/{FACES[dark]}" for light, dark in zip(*FLIP_DECK, strict=True)]}
    for name in NAMES:
        yield base(name)
        for option in settings():
            found = engine.applicability(name)[option.name]
            for value in dict.fromkeys((*values(option), *samples(option))):
                needed = dict([found.needs]) if found.needs else {}
                yield {**base(name), **needed, option.name: value}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_its_words_and_no_words_are_left_over(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    class Seen(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            used.add(key)
            return super().__getitem__(key)

    texts = TEXTS[language]._replace(paragraphs=Seen(TEXTS[language].paragraphs))
    monkeypatch.setitem(TEXTS, language, texts)  # type: ignore[arg-type]  # a dict
    for options in variants():
        try:
            rules = engine.resolve_uncached(options)
        except engine.RulesetError:
            continue
        found = rule_book(rules, language)
        told = " ".join(paragraph.text for section in found.sections for paragraph in section.paragraphs)
        assert not re.search(r"[{}|]", told)
    assert set(texts.paragraphs) - used == set()
