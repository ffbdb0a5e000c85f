"""Draws a table as text, in several languages, each from one answer and the catalogue.

    pip install ./clients/python && python examples/screen.py http://127.0.0.1:8000 TOKEN GAME en ru fr

The catalogue has the words of cards, colors, decisions and buttons; `since_you_looked` has sentences of what happened.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flipside_client import Client, operations, types


class Words:
    """Sentences of the catalogue about one table."""

    def __init__(self, catalogue: types.Catalogue, game: types.Game) -> None:
        self.catalogue = catalogue
        self.you = game["your_seat"]
        self.names = [seat["name"] or seat["bot"] or "-" for seat in game["seats"]]
        self.cards = {card["card"]: card for card in catalogue["cards"]}
        self.colors: Mapping[str, str] = {color["color"]: color["name"] for color in catalogue["colors"]}

    def sentence(self, sentences: Sequence[types.Sentence], about: Mapping[str, Any]) -> str:
        """Return the first sentence whose conditions all hold, with words in place of its fields."""
        fitting = (one for one in sentences if all(self.holds(*when, about) for when in one["when"].items()))
        text = next(fitting)["text"]
        return re.sub(r"\{(\w+)\}", lambda field: self.word(field[1], about.get(field[1])), text)

    def holds(self, field: str, condition: str, about: Mapping[str, Any]) -> bool:
        """Tell whether a condition of a sentence holds."""
        value = about.get(field)
        match condition:
            case "you":
                return self.you is not None and (self.you in value if isinstance(value, list) else self.you == value)
            case "some" | "none":
                return (value not in (None, [])) is (condition == "some")
            case "wild":
                return self.cards[str(value)]["kind"] == "wild"
            case "one" | "few" | "many":
                number = len(value) if isinstance(value, list) else int(value or 0)
                return plural(number, self.catalogue["language"]) == condition
        return (str(value).lower() if isinstance(value, bool) else str(value)) == condition

    def word(self, field: str, value: Any) -> str:
        """Return a value as people say it."""
        if field == "backs":
            return str(len(value))
        if isinstance(value, list):
            return ", ".join(self.word(field, one) for one in value)
        if isinstance(value, int) and field in {"seat", "by", "to", "of", "target", "asker", "winner", "winners"}:
            return self.names[value]
        if value in self.cards and field != "color":
            return self.cards[value]["name"]
        known = {**self.colors, **self.catalogue["sides"], **self.catalogue["sectors"]}
        return known.get(str(value), str(value))


def plural(number: int, language: str) -> str:
    """Return the plural category of CLDR; most platforms have it (`Intl.PluralRules`)."""
    if language != "ru":
        return "one" if number == 1 or (number == 0 and language == "fr") else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if number % 10 in {2, 3, 4} and number % 100 not in {12, 13, 14} else "many"


def screen(game: types.Game, catalogue: types.Catalogue) -> Iterator[str]:
    """Yield the lines of the screen: the table, what happened, what is asked, your hand, and the buttons."""
    words, view = Words(catalogue, game), game["view"]
    title = next(one["title"] for one in catalogue["rulesets"] if one["name"] == game["ruleset"])
    yield f"{title} | {catalogue['sides'][view['side']]} | {catalogue['directions'][str(view['direction'])]}"
    for seat in game["seats"]:
        mark = ">" if seat["seat"] == game["turn"] else " "
        yield f"{mark} {words.names[seat['seat']]} [{seat['cards']}] {' '.join(seat['backs'] or ())}".rstrip()
    since = game.get("since_you_looked")
    for told in since["sentences"] if since else ():
        yield f"  {told['text']}"
    pile = view["discard"][0] if view["discard"] else None
    yield f"  [{words.word('face', pile)}] {words.word('color', view['color'])} / {view['draw_pile']['count']}"
    decision = view["decision"]
    if decision is None:
        yield f"  {words.sentence(catalogue['decisions']['turn'], {'seat': game['turn']})}"
    else:
        yield f"  {words.sentence(catalogue['decisions'][decision['kind']], decision)}"
    hand = [("*" if card.get("playable") else "") + words.word("card", card["card"]) for card in view["hand"] or ()]
    yield f"  {' | '.join(hand)}"
    labels = (words.sentence(catalogue["commands"][one["type"]], one) for one in game["legal_commands"])
    yield f"  {' '.join(f'({label})' for label in dict.fromkeys(labels))}"  # a wild is there once for each color


def main(address: str, token: str, game: str, *languages: str) -> None:
    """Draw a table once in each language."""
    for language in languages or ("en",):
        with Client(address, token, language=language) as client:
            catalogue = client.call(operations.read_catalogue)
            table = client.call(operations.read_game, game_id=game, include="since_you_looked")
            print(*screen(table, catalogue), sep="\n", end="\n\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
