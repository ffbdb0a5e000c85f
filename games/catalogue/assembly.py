"""Assembles the catalogue of a language from the engine's registries and the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine
from games import clock as clocks
from games.catalogue.options import options_in, rules_in
from games.catalogue.sentences import sentences
from games.catalogue.texts import TEXTS
from games.drawings import sprite, symbol_of
from games.notifications.kinds import KINDS
from games.notifications.rendering.faces import COLORS, LIGHT_COLORS, Deck
from games.wire.catalogue import (
    BotWords,
    CardWords,
    Catalogue,
    ClockWords,
    ColorWords,
    MessageWords,
    RulesetWords,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.catalogue.texts import Texts

_OVER: Final = ("lobby", "round_over", "match_over")
"""Phases in which nobody must act; messages have a sentence for each."""
_TOLD: Final = {"pile_exhausted", "vote_cast", "clock_paused", "clock_resumed", "clock_extended"}
"""Events that a log tells and mails do not."""


def catalogue(language: str) -> Catalogue:
    """Return the words of everything that a client shows, in one of LANGUAGES."""
    texts, cards = TEXTS[language], engine.describe_cards()
    said = texts.said
    decisions = {key: text for key, text in said.decisions.items() if key not in _OVER}
    moves = {key: text for key, text in said.moves.items() if key.partition(".")[0] in engine.COMMANDS}
    return Catalogue(
        language=language,
        cards=[_card(card, Deck(said, "plain")) for card in cards],
        drawings=f"/v1/catalogue/faces.svg?version={sprite().version}",
        colors=[_color(color, said.colors) for color in COLORS],
        sides={"L": said.table["light"], "D": said.table["dark"]},
        directions={"1": said.table["clockwise"], "-1": said.table["counterclockwise"]},
        sectors=dict(said.sectors),
        rulesets=[_ruleset(name, texts, cards) for name in engine.rulesets()],
        options=options_in(language),
        clocks=[
            ClockWords(name=name, title=texts.clocks[name], summary=texts.clock_summaries[name])
            for name in clocks.PRESETS
        ],
        phases={phase.word: _phase(phase.word, texts) for phase in engine.Phase},
        decisions=sentences(decisions, language),
        commands=sentences(moves, language),
        events=sentences({**said.story, **texts.events}, language),
        messages=[
            MessageWords(kind=kind.name, title=said.kinds[kind.name].name, why=texts.message_summaries[kind.name])
            for kind in KINDS
        ],
        draw_reasons=dict(texts.draw_reasons),
        color_reasons=dict(texts.color_reasons),
        pause_reasons=dict(texts.pause_reasons),
        autopilot_reasons=dict(texts.autopilot_reasons),
        match_causes=dict(texts.match_causes),
        refusals=sentences(texts.refusals, language),
        told=sorted({key.partition(".")[0] for key in said.story} | _TOLD),
        bots=[BotWords(name=name, title=texts.bots[name], summary=texts.bot_summaries[name]) for name in engine.BOTS],
    )


def _card(card: engine.CardInfo, deck: Deck) -> CardWords:
    points = set(card.points.values())
    return CardWords(
        card=card.card,
        name=deck.face(card.card).name,
        side=card.side,  # type: ignore[arg-type]  # the engine's words
        color=card.color,  # type: ignore[arg-type]
        kind=card.kind,  # type: ignore[arg-type]
        symbol=card.symbol,
        points=points.pop() if len(points) == 1 else None,
        drawing=symbol_of(card.card, card.side),
    )


def _color(color: str, names: Mapping[str, str]) -> ColorWords:
    side = "L" if color in LIGHT_COLORS else "D"
    return ColorWords(color=color, side=side, name=names[color])  # type: ignore[arg-type]  # the engine's words


def _ruleset(name: str, texts: Texts, cards: list[engine.CardInfo]) -> RulesetWords:
    game, edition = engine.rulesets()[name]
    keys = [f"game.{game}"]
    if len([other for other, _ in engine.rulesets().values() if other == game]) > 1:
        keys.append(f"edition.{edition}")
    page = rules_in(texts.rules.code)
    return RulesetWords(
        name=name,
        title=texts.rules.rulesets[name],
        summary=" ".join(page.text(key) for key in keys),
        points={
            card.card: card.points[name] for card in cards if name in card.points and len(set(card.points.values())) > 1
        },
    )


def _phase(word: str, texts: Texts) -> str:
    return texts.said.decisions[word] if word in _OVER else texts.phases[word]
