"""Players who open the links of their messages: the messages, the pages in the browser, and the buttons pressed."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.conf import settings
from django.test import Client

import engine
from games.notifications import links
from players.models import Player
from players.notifications import inbox
from players.notifications.inbox import News
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine import Command

FORM = "application/x-www-form-urlencoded"


def notify(player: UUID, game: UUID) -> UUID:
    """Create a notification about a game; return its id."""
    news = News(id=uuid4(), player_id=player, kind="your_turn", game_id=game, seq=tables.version_of(game))
    inbox.add([news])
    return news.id


def path_of(url: str) -> str:
    """Return the path of a link on this host."""
    return url.removeprefix(settings.PUBLIC_URL)


class Form(NamedTuple):
    """A form of a page: its target, its fields with the possible values, and its buttons."""

    action: str
    fields: dict[str, list[str]]
    checked: dict[str, list[str]]
    buttons: list[tuple[str, str]]


class Page(HTMLParser):
    """A page as a browser without scripts sees it."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.body = body
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._heading = False
        self._silent = 0
        self.heading = ""
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        self._silent += tag in {"style", "title"}
        self._heading |= tag == "h1"
        if tag == "a":
            self.links.append(str(found["href"]))
        if tag == "form":
            assert found["method"] == "post"
            self.forms.append(Form(str(found["action"]), {}, {}, []))
        if tag == "input":
            name, value = str(found["name"]), str(found["value"])
            self.forms[-1].fields.setdefault(name, []).append(value)
            if "checked" in found:
                self.forms[-1].checked.setdefault(name, []).append(value)
        if tag == "button":
            self.forms[-1].buttons.append((found.get("name") or "", found.get("value") or ""))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in {"style", "title"}
        self._heading &= tag != "h1"

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        self.words.append(data)
        if self._heading:
            self.heading += data

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


class Visitor(NamedTuple):
    """A player with a browser, and a notification about a game."""

    player: UUID
    game: UUID
    told: UUID
    client: Client

    def table(self, address: str = "") -> str:
        """Return the path of the player's table."""
        return path_of(links.table_link(self.told, self.game, tables.version_of(self.game), address=address))

    def moves(self, address: str = "") -> list[tuple[Command, str]]:
        """Return the legal commands with their paths, as a message sent now would list them."""
        state = tables.state_of(self.game, self.player)
        assert state.seat is not None
        legal = engine.legal_commands(state.table, state.seat)
        made = links.action_links(self.told, self.game, state.game.version, legal, address=address)
        return [(command, path_of(url)) for command, url in made]

    def move(self, kind: type[Command], where: Callable[[Any], bool] = lambda _command: True) -> str:
        """Return the path of the first move of this kind with these members."""
        return next(path for command, path in self.moves() if isinstance(command, kind) and where(command))

    def see(self, path: str, status: int = 200) -> Page:
        answer: Any = self.client.get(path)
        assert answer.status_code == status, answer.content
        return Page(answer.content.decode())

    def press(self, path: str, fields: Sequence[tuple[str, str]] = (), **headers: str) -> Any:
        """Press the button of a page; return the answer."""
        return self.client.post(path, urlencode(fields), content_type=FORM, headers=headers)

    def made(self, path: str, fields: Sequence[tuple[str, str]] = ()) -> Page:
        """Press the button; return the page that follows."""
        answer = self.press(path, fields)
        assert answer.status_code == 303, answer.content
        return self.see(answer["Location"])


def visitor(player: UUID, game: UUID) -> Visitor:
    """Return a player who is notified about the game now."""
    return Visitor(player, game, notify(player, game), Client())


def company(*names: str, **options: Any) -> list[Visitor]:
    """Return the notified players of a new game; the first has seat 0."""
    people = [tables.person() for _ in names]
    taken = Player.objects.count()
    for person, name in zip(people, names, strict=True):
        Player.objects.filter(id=person).update(name=f"{name}{taken}", name_key=f"{name.lower()}{taken}")
    game = tables.started(*people, **options)
    return [visitor(person, game) for person in people]


def on_turn(visitors: Sequence[Visitor]) -> Visitor:
    turn = tables.table_of(visitors[0].game).turn
    assert turn is not None
    return visitors[turn]


def faced_with(
    kind: type[Command], where: Callable[[Any], bool] = lambda _command: True, *, seats: int = 2, **options: Any
) -> list[Visitor]:
    """Return people at a table where the player on turn may send such a command; that player comes first."""
    for _ in range(40):
        visitors = company(*("Ann", "Bob", "Cid", "Dee")[:seats], **options)
        for number in range(120):
            if tables.table_of(visitors[0].game).turn is None:
                break
            me = on_turn(visitors)
            legal = [command for command, _ in me.moves()]
            if any(isinstance(command, kind) and where(command) for command in legal):
                return [me, *(one for one in visitors if one is not me)]
            plays = [command for command in legal if isinstance(command, engine.Play)] or legal
            tables.send(me.game, me.player, plays[number % len(plays)])
    raise AssertionError(f"nobody comes to {kind.__name__}")
