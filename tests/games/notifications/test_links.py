"""Links reveal nothing to their readers, cannot be forged or changed, and are valid for one version."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from games.notifications import links

if TYPE_CHECKING:
    from pytest_django import Settings

NOTIFICATION, GAME = UUID(int=1), UUID(int=2)
MOVES = [
    engine.Play("R5"),
    engine.Play("R5", uno=True),
    engine.Play("W", "R"),
    engine.Play("W", "G"),
    engine.Draw(),
    engine.Discard(("R5", "Y7")),
    engine.Catch(1),
    engine.Catch(2),
]


def tokens(version: int = 7, address: str = "", notification: UUID = NOTIFICATION, game: UUID = GAME) -> list[str]:
    made = links.action_links(notification, game, version, MOVES, address=address)
    return [url.rpartition("/")[2] for _, url in made]


def link(token: str) -> links.Link:
    found = links.read(token)
    assert found is not None
    return found


def test_a_link_makes_the_move_it_was_made_for() -> None:
    assert [link(token).command(MOVES) for token in tokens()] == MOVES
    assert [link(token).command(reversed(MOVES)) for token in tokens()] == MOVES


def test_a_link_makes_no_other_move_when_its_own_is_not_legal() -> None:
    first = link(tokens()[0])
    assert first.command(MOVES[1:]) is None


def test_a_link_leads_to_the_public_address(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example"
    (_, url), *_ = links.action_links(NOTIFICATION, GAME, 7, MOVES)
    assert url.startswith("https://play.example/m/")
    assert links.table_link(NOTIFICATION, GAME, 7).startswith("https://play.example/m/")


def test_the_table_link_makes_no_move() -> None:
    shown = link(links.table_link(NOTIFICATION, GAME, 7).rpartition("/")[2])
    assert shown.shows_the_table
    assert shown.command(MOVES) is None
    assert not any(link(token).shows_the_table for token in tokens())


def test_links_of_the_same_length_hold_no_card_and_no_name() -> None:
    made = tokens(address="ada@example.org")
    assert {len(token) for token in made} == {links.LENGTH}
    raw = b"".join(base64.urlsafe_b64decode(token) for token in made)
    for word in (b"R5", b"Y7", b"play", b"ada", GAME.bytes):
        assert word not in raw


def test_the_same_move_looks_another_at_every_version_and_in_every_message() -> None:
    moves = {link(token).move for version in (7, 8) for token in tokens(version)}
    moves |= {link(token).move for token in tokens(notification=uuid4())}
    assert len(moves) == 3 * len(MOVES)


@pytest.mark.parametrize("at", range(links.LENGTH))
def test_a_changed_character_makes_it_no_link(at: int) -> None:
    token = tokens()[0]
    for other in "Az09-_+.":
        changed = token[:at] + other + token[at + 1 :]
        assert changed == token or links.read(changed) is None


@given(st.binary(min_size=48, max_size=48))
def test_random_bytes_are_no_link(raw: bytes) -> None:
    assert links.read(base64.urlsafe_b64encode(raw).decode()) is None


@given(st.text(max_size=80))
def test_random_texts_are_no_link(text: str) -> None:
    assert links.read(text) is None


def test_another_way_to_write_the_same_bytes_is_no_link() -> None:
    token = next(token for number in range(1000) for token in tokens(number) if "-" in token)
    assert links.read(token) is not None
    assert links.read(token.replace("-", "+")) is None


def test_links_of_another_installation_are_none_of_ours(settings: Settings) -> None:
    token = tokens()[0]
    settings.SECRET_KEY = "another secret"  # noqa: S105  it protects nothing
    assert links.read(token) is None


def test_a_link_in_a_mail_is_for_its_address_and_its_game() -> None:
    mailed = link(tokens(address="Ada@example.org")[0])
    assert mailed.is_for(GAME, "ada@example.org")
    assert not mailed.is_for(GAME, "eve@example.org")
    assert not mailed.is_for(GAME, "")
    assert not mailed.is_for(uuid4(), "ada@example.org")


def test_a_link_in_a_push_message_is_for_no_address() -> None:
    pushed = link(tokens()[0])
    assert pushed.is_for(GAME, "ada@example.org")
    assert pushed.is_for(GAME, "")
    assert not pushed.is_for(uuid4(), "")


def test_pressing_twice_is_the_same_command() -> None:
    assert [link(token).command_id for token in tokens()] == [link(token).command_id for token in tokens()]
    assert len({link(token).command_id for token in tokens()}) == len(MOVES)


def test_a_page_leads_on_for_the_same_player_only() -> None:
    mailed = link(tokens(address="ada@example.org")[0])
    onward = link(mailed.onward(9, engine.Draw()).removeprefix(links.PATH))
    assert (onward.notification, onward.version, onward.holder) == (NOTIFICATION, 9, mailed.holder)
    assert onward.command(MOVES) == engine.Draw()
    assert link(mailed.onward(9).removeprefix(links.PATH)).shows_the_table
