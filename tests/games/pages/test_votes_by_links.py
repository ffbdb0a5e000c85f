"""A message about a motion lets its reader vote on that motion, and on no other."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

import engine
from games.audit import check
from games.clock.control import control
from games.notifications import compose, links, snapshot
from games.pages import views
from games.services import commands, worker
from players.models import Notification
from tests.games import tables
from tests.games.concurrency import together
from tests.games.notifications import notifications
from tests.games.pages.clients import Visitor, path_of, visitor

if TYPE_CHECKING:
    from uuid import UUID


pytestmark = pytest.mark.django_db(transaction=True)

DAY = 86_400
KINDS = {"abort": "abort_asked", "pause": "pause_asked"}


def table(count: int = 3) -> tuple[UUID, list[UUID]]:
    people = [tables.person() for _ in range(count)]
    return tables.timed(control(turn=3 * DAY), *people), people


def vote(game: UUID, player: UUID, motion: Any = "abort", *, yes: bool = True) -> None:
    tables.send(game, player, engine.Vote(motion, yes=yes))
    worker.run_outbox(game)


def asked(game: UUID, player: UUID, motion: str = "abort") -> Visitor:
    """Return a player with the latest message about a motion, and a browser that is not signed in."""
    return Visitor(player, game, notifications.latest(player, KINDS[motion]).id, Client())


def papers(me: Visitor) -> tuple[str, str]:
    """Return the paths to vote for and against, of a message that is sent now."""
    scene = snapshot.load(me.game)
    assert scene is not None
    moves = compose._moves(Notification.objects.get(id=me.told), scene)
    made = links.action_links(me.told, me.game, scene.game.version, moves)
    agree, reject = (path_of(url) for _, url in made)
    return agree, reject


def votes(game: UUID) -> list[tuple[int, str, bool]]:
    return [
        (event.seat, event.motion, event.yes) for event in tables.events_of(game) if isinstance(event, engine.VoteCast)
    ]


@pytest.mark.parametrize("motion", ["abort", "pause"])
def test_everybody_agrees_by_the_links_of_their_messages(motion: str) -> None:
    game, people = table()
    vote(game, people[0], motion)
    for seat in (1, 2):
        me = asked(game, people[seat], motion)
        agree, _ = papers(me)
        before = tables.version_of(game)
        page = me.see(agree)  # opening it changes nothing
        assert (len(page.forms), tables.version_of(game)) == (1, before)
        assert me.made(agree).heading == "Your vote is cast"
    assert votes(game) == [(seat, motion, True) for seat in range(3)]
    assert tables.table_of(game).is_over == (motion == "abort")
    assert tables.table_of(game).paused == (motion == "pause")
    assert check.check_game(game) is None


def test_one_who_rejects_ends_the_motion_and_the_other_links_say_that_it_is_over() -> None:
    game, people = table()
    vote(game, people[0])
    first, second = asked(game, people[1]), asked(game, people[2])
    late = papers(second)
    assert first.made(papers(first)[1]).heading == "Your vote is cast"
    assert tables.table_of(game).votes == ()
    version = tables.version_of(game)
    for path in late:
        assert second.see(path).heading == "This vote is over"
        assert second.see(path).forms == []
        assert second.made(path).heading == "This vote is over"
    assert tables.version_of(game) == version


def test_a_link_stays_good_while_the_others_play_on() -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    agree, _ = papers(me)
    before = tables.version_of(game)
    tables.play_until(game, before + 6, *people)
    assert me.see(agree).forms
    assert me.made(agree).heading == "Your vote is cast"
    assert votes(game)[-1] == (1, "abort", True)
    tables.play_until(game, tables.version_of(game) + 6, *people)
    assert me.see(agree).heading == "Your vote is cast"


def test_a_link_votes_on_no_later_motion_of_the_same_kind() -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    old = papers(me)
    vote(game, people[2], yes=False)
    vote(game, people[0])
    cast = votes(game)
    for path in old:
        assert me.made(path).heading == "This vote is over"
    assert not [path for path in me.see(me.table()).links if "ending the match" in me.see(path).heading]
    assert votes(game) == cast
    anew = asked(game, people[1])
    assert anew.made(papers(anew)[0]).heading == "Your vote is cast"


def test_the_second_message_about_one_motion_is_as_good_as_the_first() -> None:
    game, people = table(4)
    vote(game, people[0])
    first = asked(game, people[2])
    agree, _ = papers(first)
    vote(game, people[1])
    second = asked(game, people[2])
    assert second.told != first.told
    tables.send(game, people[0], engine.Resign())  # the motion lives on by the second supporter
    assert second.see(papers(second)[0]).forms
    assert first.made(agree).heading == "Your vote is cast"
    assert second.see(papers_of_voter(second)).heading == "You have voted for it already"


def papers_of_voter(me: Visitor) -> str:
    (_, url), *_ = links.action_links(me.told, me.game, tables.version_of(me.game), [engine.Vote("abort")])
    return path_of(url)


def test_a_motion_whose_supporters_have_left_is_over() -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    agree, _ = papers(me)
    tables.send(game, people[0], engine.Resign())
    vote(game, people[2])
    assert me.made(agree).heading == "This vote is over"
    assert votes(game) == [(0, "abort", True), (2, "abort", True)]


def test_who_has_agreed_in_the_app_is_told_so_and_may_still_reject() -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    agree, reject = papers(me)
    vote(game, people[1])
    assert me.made(agree).heading == "You have voted for it already"
    assert me.made(reject).heading == "Your vote is cast"
    assert tables.table_of(game).votes == ()


def test_who_does_not_vote_is_offered_none_and_changes_nothing() -> None:
    game, people = table(4)
    vote(game, people[0])
    me = asked(game, people[1])
    agree, reject = papers(me)
    tables.send(game, people[1], engine.Resign())
    worker.run_outbox(game)
    scene = snapshot.load(game)
    assert scene is not None
    assert compose._moves(Notification.objects.get(id=me.told), scene) == []
    cast = votes(game)
    for path in (agree, reject):
        assert me.made(path).heading == "You have no vote now"
    assert votes(game) == cast


def test_a_player_on_autopilot_votes_by_the_link_which_takes_the_seat_back() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.timed(control(turn=DAY, autopilot_after=1), *people)
    away = tables.table_of(game).turn
    assert away is not None
    tables.later(DAY + 1)
    commands.settle(game)
    tables.let_bots_move(game)
    assert tables.table_of(game).autopilot == (away,)
    vote(game, people[(away + 1) % 3])
    me = asked(game, people[away])
    agree, _ = papers(me)
    assert me.made(agree).heading == "Your vote is cast"
    assert tables.table_of(game).autopilot == ()
    assert votes(game)[-1] == (away, "abort", True)
    assert check.check_game(game) is None


def test_the_table_behind_such_a_message_offers_the_vote_and_that_of_another_message_does_not() -> None:
    game, people = table()
    vote(game, people[0], "pause")
    me = asked(game, people[1], "pause")
    headings = [me.see(path).heading for path in me.see(me.table()).links if path.startswith("/m/")]
    assert {"Vote for a pause?", "Vote against a pause?"} <= set(headings)
    other = visitor(people[2], game)
    assert not [path for path in other.see(other.table()).links if "pause" in other.see(path).heading]


def test_a_link_of_another_message_casts_no_vote_even_if_it_names_one() -> None:
    game, people = table()
    vote(game, people[0])
    me = visitor(people[1], game)  # told of their turn
    (_, url), *_ = links.action_links(me.told, game, tables.version_of(game), [engine.Vote("abort")])
    cast = votes(game)
    assert me.made(path_of(url)).forms == []
    for wrong in (engine.Vote("pause"), engine.Resign()):  # a message about an abort names nothing else
        mine = asked(game, people[1])
        (_, url), *_ = links.action_links(mine.told, game, tables.version_of(game), [wrong])
        assert mine.made(path_of(url)).forms == []
    assert votes(game) == cast


def test_a_link_votes_for_the_seat_of_its_message_only() -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    agree, _ = papers(me)
    me.made(agree)
    assert votes(game) == [(0, "abort", True), (1, "abort", True)]
    Notification.objects.filter(id=me.told).delete()
    assert me.see(agree, 410).forms == []


def test_many_presses_at_once_are_one_vote() -> None:
    game, people = table(4)
    vote(game, people[0])
    readers = [asked(game, player) for player in people[1:3]]
    presses = [partial(me.press, papers(me)[0]) for me in readers]
    answers: list[Any] = together(*(presses * 4))
    assert {answer.status_code for answer in answers} == {303}
    assert sorted(votes(game)) == [(seat, "abort", True) for seat in range(3)]
    assert check.check_game(game) is None


def test_a_move_in_the_instant_of_the_press_does_not_lose_the_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = table()
    vote(game, people[0])
    me = asked(game, people[1])
    agree, _ = papers(me)
    visit, moved = views.visit, []

    def then_somebody_moves(*arguments: Any) -> Any:
        found = visit(*arguments)
        if not moved:
            moved.append(tables.play_until(game, tables.version_of(game) + 1, *people))
        return found

    with monkeypatch.context() as patched:
        patched.setattr(views, "visit", then_somebody_moves)
        assert me.press(agree).status_code == 303
    assert votes(game)[-1] == (1, "abort", True)


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_the_page_of_a_vote_is_whole_in_every_language(language: str) -> None:
    game, people = table()
    vote(game, people[0], "pause")
    me = asked(game, people[1], "pause")
    for path in papers(me):
        body = me.client.get(path, headers={"accept-language": language}).content.decode()
        assert f'<html lang="{language}">' in body
        assert "<form" in body
        assert "{" not in body.partition("</style>")[2]
