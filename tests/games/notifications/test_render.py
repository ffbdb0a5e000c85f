"""The texts of messages: what their readers find in them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from games.notifications.kinds import KINDS
from games.notifications.rendering import deck_of, fallback
from games.notifications.rendering.content import Content, Links
from games.notifications.rendering.digest import Item, digest
from games.notifications.rendering.format import moment
from games.notifications.rendering.mail import render
from games.notifications.rendering.moves import MOST
from games.notifications.rendering.texts import TEXTS
from tests.engine.matches import Match, Style
from tests.games.notifications.test_table_picture import NAMES, Page

if TYPE_CHECKING:
    from games.notifications.rendering.content import Parts

LANGUAGES = tuple(TEXTS)
RULESETS = sorted(engine.rulesets().values())
NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
GAME = "https://play.example/m/" + "t" * 64
UNSUBSCRIBE = "https://play.example/m/unsubscribe/" + "u" * 60
FACTS: dict[str, dict[str, object]] = {
    "match_over": {"winners": [1], "ranks": [2, 1, 3], "cause": "target"},
    "autopilot": {"seat": 1, "reason": "timeouts"},
    "challenged": {"seat": 1, "by": 0, "guilty": False},
    "caught": {"seat": 0, "by": 1},
    "round_over": {"winner": 1, "points": [0, 30, 0], "totals": [0, 30, 0]},
    "paused": {"reason": "mutual", "seat": None},
    "resumed": {"reason": "mutual", "seat": None},
}
BY_OTHERS = {"abort_asked", "pause_asked", "resigned", "seat_taken", "seat_left", "handed_back", "nudge", "invited"}


def match(**more: Any) -> Match:
    return Match(more, 3, 5).play(14)


def notice(kind: str = "your_turn", **more: Any) -> Content:
    facts = FACTS.get(kind, {"seat": 1} if kind in BY_OTHERS else {"seat": 0})
    first = Content(
        id=UUID(int=1), kind=kind, player_id=UUID(int=2), data=facts, created_at=NOW, game_id=UUID(int=3), seq=9,
        reader="Ann", seat=0, names=["Ann", "Bob", "Cy"], deadline_at=NOW,
    )  # fmt: skip
    return replace(first, **more)


def links(table: engine.Table, seat: int) -> Links:
    moves = [
        (command, f"https://play.example/m/{number:064}")
        for number, command in enumerate(engine.legal_commands(table, seat))
    ]
    return Links(game=GAME, commands=moves, unsubscribe=UNSUBSCRIBE)


def said(told: Content, game: Match, *, language: str = "en", zone: str = "UTC") -> Parts:
    assert told.seat is not None
    offered = links(game.table, told.seat)
    legal = [command for command, _ in offered.commands]
    return render(told, engine.view(game.table, told.seat), legal, language, zone, offered)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_every_kind_of_message_is_whole_in_every_language(kind: str, language: str) -> None:
    parts = said(notice(kind), match(), language=language)
    for words in (parts.title, parts.body, parts.text, parts.html or ""):
        assert words.strip()
        assert not re.search(r"[{}]|None", re.sub(r"<style>.*?</style>", "", words))
    assert "\n" not in parts.title
    page = Page(re.sub(r"<!doctype[^>]*>", "", parts.html or ""))
    assert page.tags.keys().isdisjoint({"script", "img", "link", "form"})
    assert {value for tag, name, value in page.attributes if tag == "a" and name == "href"} >= {GAME, UNSUBSCRIBE}
    assert GAME in parts.text
    assert UNSUBSCRIBE in parts.text
    assert parts.actions[-1].url == GAME


@pytest.mark.parametrize("kind", sorted(BY_OTHERS - {"invited"}))
def test_a_message_names_who_did_it(kind: str) -> None:
    assert "Bob" in said(notice(kind), match()).title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_about_a_webhook_leads_to_no_table(language: str) -> None:
    about = {"host": "hook.example", "reason": "gone"}
    told = notice("webhook_disabled", seat=None, names=[], data=about, game_id=None, deadline_at=None)
    nowhere = Links(game="", unsubscribe=UNSUBSCRIBE)
    alone = render(told, None, [], language, "UTC", nowhere)
    whole = digest([Item(told, None, nowhere)], language, "UTC", UNSUBSCRIBE)
    for parts in (alone, whole):
        assert parts.actions == ()
        assert set(re.findall(r"https?://[^\s\"<]+", parts.text)) == {UNSUBSCRIBE}
        assert set(re.findall(r'href="([^"]*)"', parts.html or "")) == {UNSUBSCRIBE}
        assert TEXTS[language].mail["open_table"] not in parts.text + (parts.html or "")
    assert fallback.render(told, None, [], language, "UTC", nowhere).actions == ()


@pytest.mark.parametrize(
    ("language", "greeting"), [("en", "Hello Ann,"), ("ru", "Здравствуйте, Ann!"), ("fr", "Bonjour Ann,")]
)
def test_an_invitation_greets_by_name_who_has_no_seat_yet(language: str, greeting: str) -> None:
    data = {"by": 1, "from": "Bob", "ruleset": "flip", "edition": "base", "code": "BCDF-2345"}
    told = notice("invited", seat=None, names=["Cy", "Bob", None], data=data)
    parts = render(told, None, [], language, "UTC", Links(game=GAME))
    assert greeting in parts.text
    assert greeting in (parts.html or "")


@pytest.mark.parametrize("private", [False, True])
def test_the_end_of_a_match_leads_to_its_log_where_a_browser_can_read_it(*, private: bool) -> None:
    parts = said(notice("match_over", private=private), match())
    for words in (parts.text, parts.html or ""):
        assert ("/events" in words) is not private
        assert GAME in words


def test_an_invitation_needs_no_table() -> None:
    data = {"by": 1, "from": "Bob", "ruleset": "flip", "edition": "marvel", "code": "BCDF-2345"}
    told = notice("invited", seat=None, names=["Ann", "Bob", None], data=data)
    parts = render(told, None, [], "en", "UTC", Links(game=GAME, unsubscribe=UNSUBSCRIBE))
    assert parts.title == "Bob invites you: UNO Flip! Marvel"
    assert "The code: BCDF-2345" in parts.text
    assert "Take the seat" in (parts.html or "")
    assert "UNO Flip! Marvel)." in parts.body  # a name may end in a punctuation mark
    assert "you play at this table" not in parts.text


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("match_over", {"winners": [0]}, "You have won"),
        ("match_over", {"winners": [1, 2]}, "Bob and Cy"),
        ("match_over", {"winners": []}, "without a winner"),
        ("round_over", {"winner": 0, "round": 3}, "You have won the round"),
        ("round_over", {"winner": None, "round": 3}, "Nobody has won the round"),
        ("challenged", {"seat": 1, "by": 0, "guilty": True}, "has succeeded"),
        ("challenged", {"seat": 1, "by": 0, "guilty": False}, "has failed"),
        ("autopilot", {"seat": 0, "reason": "timeouts"}, "Your seat now plays by itself"),
        ("autopilot", {"seat": 1, "reason": "timeouts"}, "The seat of Bob"),
        (
            "paused",
            {"reason": "vacation", "seat": 2, "until": "2026-12-24T18:00:00Z"},
            "Cy is on vacation until Thursday 24 December 2026, 18:00 (UTC).",
        ),
        ("autopilot", {"seat": 2, "reason": "left"}, "A player has left Flipside for good."),
        ("paused", {"reason": "mutual", "seat": None}, "no clock runs"),
        ("caught", {"seat": 0, "by": 2}, "Cy caught you"),
    ],
)
def test_a_message_says_what_happened_to_whom(kind: str, data: dict[str, object], words: str) -> None:
    assert words in said(notice(kind, data=data), match()).body


def test_what_else_happened_is_told_beside_the_weightiest() -> None:
    other = Content(
        id=UUID(int=4),
        kind="challenged",
        player_id=UUID(int=2),
        data={"seat": 1, "by": 0, "guilty": True},
        created_at=NOW,
    )
    parts = said(notice(also=[other]), match())
    assert parts.title.startswith("Your turn")
    for words in (parts.body, parts.text, parts.html or ""):
        assert "Bob challenged your wild draw card." in " ".join(words.split())


def test_the_deadline_is_a_time_with_its_zone() -> None:
    told = notice(deadline_at=datetime(2026, 7, 1, 21, 5, tzinfo=UTC))
    assert "Wednesday 1 July 2026, 23:05 (Europe/Paris, UTC+2)" in said(told, match(), zone="Europe/Paris").body
    assert "01:05 (Asia/Dubai, UTC+4)" in said(told, match(), zone="Asia/Dubai").body
    assert "21:05 (UTC)" in said(told, match(), zone="UTC").body
    assert "21:05 (UTC)" in said(told, match(), zone="Mars/Olympus").body
    assert "move by" not in said(notice("resigned"), match()).text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Saturday 21 November 2026, 18:00 (America/St_Johns, UTC-3:30)"),
        ("ru", "суббота, 21 ноября 2026, 18:00 (America/St_Johns, UTC-3:30)"),
        ("fr", "samedi 21 novembre 2026, 18:00 (America/St_Johns, UTC-3:30)"),
    ],
)
def test_dates_are_in_the_language(language: str, words: str) -> None:
    when = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
    assert moment(when, "America/St_Johns", TEXTS[language]) == words


@pytest.mark.parametrize(("language", "words"), [("en", "1 July"), ("ru", "1 июля"), ("fr", "1er juillet")])
def test_months_begin_as_the_language_has_it(language: str, words: str) -> None:
    assert f" {words} 2026, 09:00 " in moment(datetime(2026, 7, 1, 9, tzinfo=UTC), "UTC", TEXTS[language])


def test_every_legal_move_is_a_button_with_a_name_of_its_own() -> None:
    game = match()
    seat = game.table.turn
    assert seat is not None
    parts = said(notice(seat=seat), game)
    legal = engine.legal_commands(game.table, seat)
    moves = [action for action in parts.actions if action.url != GAME]
    assert len(moves) == len(legal) <= MOST
    assert len({action.label for action in moves}) == len(moves)
    assert {"Play Wild Draw Two, color red", "Play Green Skip", "Draw a card"} <= {action.label for action in moves}
    for action in moves:
        assert action.url in (parts.html or "")
        assert action.url in parts.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_heard_of_a_button_holds_what_is_seen_on_it(language: str) -> None:
    game = match()
    html = said(notice(seat=game.table.turn), game, language=language).html or ""
    buttons = re.findall(r'<a [^>]*aria-label="([^"]*)"[^>]*>(.*?)</a>', html)
    assert len(buttons) > 3
    for heard, inner in buttons:
        assert unescape(re.sub(r"<[^>]*>", "", inner)).strip() in heard


def test_moves_that_are_not_legal_any_more_are_not_offered() -> None:
    game = match()
    assert game.table.turn is not None
    offered = links(game.table, game.table.turn)
    parts = render(notice(seat=game.table.turn), engine.view(game.table, 0), [engine.Draw()], "en", "UTC", offered)
    assert [action.label for action in parts.actions] == ["Draw a card", "Open the table"]


@st.composite
def turns(draw: st.DrawFn) -> tuple[Match, int]:
    game, edition = draw(st.sampled_from(RULESETS))
    seats = draw(st.sampled_from([2, 4, 10]))
    options: dict[str, object] = {"game": game, "edition": edition}
    if game in {"flip", "classic"}:
        options |= draw(st.sampled_from([{}, {"jump_in": True}, {"seven_o": True}, {"skip_effect": "give_card"}]))
    played = Match(options, seats, draw(st.integers(0, 10_000)), draw(st.sampled_from(list(Style))))
    played.play(draw(st.integers(0, 200)))
    return played, draw(st.integers(0, seats - 1))


@given(turns(), st.sampled_from(LANGUAGES))
def test_a_mail_of_any_turn_has_a_sensible_size(turn: tuple[Match, int], language: str) -> None:
    game, seat = turn
    seat = game.table.turn if game.table.turn is not None else seat
    parts = said(notice(seat=seat, names=NAMES[: game.table.seats]), game, language=language)
    assert len((parts.html or "").encode()) < 100_000  # Gmail cuts off after 102 kB
    assert len(parts.actions) <= MOST + 1
    assert len(parts.title) <= 150
    lines = [line for line in parts.text.splitlines() if "https://" not in line]
    assert max(map(len, lines)) <= 72
    legal = engine.legal_commands(game.table, seat)
    if any(isinstance(command, engine.Draw) for command in legal):
        assert TEXTS[language].moves["draw"] in {action.label for action in parts.actions}
    Page(re.sub(r"<!doctype[^>]*>", "", parts.html or ""))


# -- Digests -----------------------------------------------------------------------------------------------------------


def item(kind: str = "your_turn", number: int = 0, **more: Any) -> Item:
    told = notice(kind, **{"names": ["Ann", f"Player{number}", "Cy"], **more})
    return Item(told, engine.view(match().table, 0), Links(game=f"{GAME[:-2]}{number:02}"))


def test_a_digest_tells_the_most_urgent_game_first() -> None:
    whole = digest(
        [
            item("resigned", 1, created_at=NOW - timedelta(hours=2)),
            item("your_turn", 2, deadline_at=None),
            item("your_turn", 3, deadline_at=NOW + timedelta(hours=9)),
            item("match_over", 4, created_at=NOW - timedelta(hours=1)),
            item("reminder", 5, deadline_at=NOW + timedelta(hours=1)),
        ],
        "en",
        "UTC",
        UNSUBSCRIBE,
    )
    assert [action.url[-2:] for action in whole.actions] == ["05", "03", "02", "04", "01"]
    for words in (whole.text, whole.html or ""):
        assert sorted(range(1, 6), key=lambda number: words.index(f"{GAME[:-2]}{number:02}")) == [5, 3, 2, 4, 1]
    assert whole.title == "Your games: 3 wait for you"
    assert UNSUBSCRIBE in whole.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_parts_of_a_digest_show_the_pile_and_the_hand_where_the_reader_must_move(language: str) -> None:
    game = match()
    waits = notice(seat=game.table.turn)
    view = engine.view(game.table, game.table.turn)
    deck, words = deck_of(view, TEXTS[language]), TEXTS[language].table
    whole = digest([Item(waits, view, Links(game=GAME))], language, "UTC", None)
    assert view.hand
    assert view.color
    shown = {deck.face(card).name for card in (view.discard[0], *(held.card for held in view.hand))}
    shown |= {deck.color(view.color), TEXTS[language].fill(words["cards"], count=view.draw_pile.count)}
    shown |= {words["discards"], words["hand"], words["draw_pile"]}
    text, html = " ".join(whole.text.split()), Page(re.sub(r"<!doctype[^>]*>", "", whole.html or ""))
    assert [part for part in shown if " ".join(part.split()) not in text] == []
    assert [part for part in shown if part not in html.text + html.spoken] == []
    assert max(len(line) for line in whole.text.splitlines() if "https://" not in line) <= 72
    quiet = digest([Item(notice("resigned"), view, Links(game=GAME))], language, "UTC", None)
    assert words["hand"] not in quiet.text + (quiet.html or "")


@pytest.mark.parametrize(
    ("language", "count", "title"),
    [
        ("en", 1, "Your games: 1 waits for you"),
        ("ru", 1, "Ваши игры: 1 ждёт вас"),
        ("ru", 5, "Ваши игры: 5 ждут вас"),
        ("fr", 2, "Vos parties\N{NO-BREAK SPACE}: 2 vous attendent"),
        ("en", 0, "Your games today"),
    ],
)
def test_a_digest_counts_the_games_that_wait(language: str, count: int, title: str) -> None:
    items = [item(number=number) for number in range(count)] + [item("resigned", 99)]
    assert digest(items, language, "UTC", None).title == title


def test_a_digest_of_very_many_games_stays_small_and_says_how_many_are_left_out() -> None:
    game = Match({"own_backs": "visible"}, 10, 3, Style.HOARD).play(300)
    items = [
        Item(notice(names=NAMES, seat=number % 10), engine.view(game.table, number % 10), Links(game=GAME))
        for number in range(120)
    ]
    whole = digest(items, "ru", "Asia/Kolkata", UNSUBSCRIBE)
    assert len((whole.html or "").encode()) < 100_000
    assert "И ещё 95 сообщений." in whole.text
    Page(re.sub(r"<!doctype[^>]*>", "", whole.html or ""))


def test_the_subject_of_a_digest_tells_no_name_and_no_card() -> None:
    assert digest([item()], "en", "UTC", None).body == "1 game waits for your move."
